import type { Command } from 'commander';
import { coloured, padded } from '../../reporters/terminal-text.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';

/** Tells whether this installation can do its work. */
export function addDoctor(program: Command, run: RunCommand): void {
  program
    .command('doctor')
    .description(
      'Check this installation: runtime, store, reader, home folder, lock, and the servers it is set to use.',
    )
    .option('--json', 'print the checks as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness doctor
  pagewitness doctor --json
  REDIS_URL=redis://queue DATABASE_URL=postgresql://store/pagewitness pagewitness doctor

Servers are looked at, not changed, but for some bytes written where ARTIFACTS_URL says.

Exit code 3 if anything is not well.`,
    )
    .action((options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { diagnose } = await import('../diagnosis.ts');
        const checks = await diagnose(settings);
        const isWell = checks.every(({ ok }) => ok);
        if (options.json) console.out(jsonText({ ok: isWell, checks }));
        else {
          const width = Math.max(...checks.map(({ check }) => check.length));
          for (const { check, ok, detail } of checks) {
            const mark = coloured(
              padded(ok ? 'ok' : 'BAD', 4),
              ok ? 'green' : 'red',
              console.isColoured,
            );
            console.out(`${mark} ${padded(check, width)} ${detail}\n`);
          }
        }
        return isWell ? EXIT.ok : EXIT.failed;
      }, options),
    );
}
