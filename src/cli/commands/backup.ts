import type { Command } from 'commander';
import type { BackupManifest } from '../../contracts/backup.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';

/** Saves a store and fills an empty one from what was saved. */
export function addBackup(program: Command, run: RunCommand): void {
  program
    .command('backup')
    .description('Save all runs, verdicts and pictures into a new folder, while others work on.')
    .argument('<folder>', 'folder that is new or empty')
    .option('--json', 'print what it holds as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness backup /backups/monday
  DATABASE_URL=postgresql://store/pagewitness pagewitness backup /backups/monday --json

Page readings are left out: they are made again from the documents. The folder holds text of
documents and belongs to its owner alone.`,
    )
    .action((folder: string, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { makeBackup } = await import('../../wiring/backup.ts');
        const manifest = await makeBackup(settings, folder);
        if (options.json) console.out(jsonText(manifest));
        else console.err(`Saved ${amountsOf(manifest)}.\n`);
        const { missing } = manifest.artifacts;
        if (missing > 0) console.err(`${missing} pictures are no longer kept and left out.\n`);
        return EXIT.ok;
      }, options),
    );
}

export function addRestore(program: Command, run: RunCommand): void {
  program
    .command('restore')
    .description('Check a backup and fill an empty store with it.')
    .argument('<folder>', 'folder that "pagewitness backup" wrote')
    .option('--json', 'print what was restored as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  PAGEWITNESS_HOME=/srv/new pagewitness restore /backups/monday
  DATABASE_URL=postgresql://store/empty pagewitness restore /backups/monday

Nothing is written if any part of the backup is damaged. A backup of SQLite files fills PostgreSQL
as well, and the other way round.`,
    )
    .action((folder: string, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { restoreFrom } = await import('../../wiring/backup.ts');
        const manifest = await restoreFrom(settings, folder);
        if (options.json) console.out(jsonText(manifest));
        else console.err(`Restored ${amountsOf(manifest)}.\n`);
        return EXIT.ok;
      }, options),
    );
}

function amountsOf({ tables, artifacts }: BackupManifest): string {
  const rowsOf = (name: string): number => tables.find((table) => table.name === name)?.rows ?? 0;
  return `${rowsOf('run')} runs, ${rowsOf('verdict')} verdicts and ${artifacts.count} pictures`;
}
