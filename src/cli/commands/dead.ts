import type { Command } from 'commander';
import type { DeadItem } from '../../pipeline/watch-ports.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT, UsageError } from '../exit.ts';

/** Work that was given up: lists, shows and takes it up again. */
export function addDead(program: Command, run: RunCommand): void {
  const dead = program
    .command('dead')
    .description('Work that was given up after its last try: list it, take it up again.');
  dead
    .command('list')
    .description('List what was given up, of one run or of all.')
    .argument('[run]', 'run id')
    .option('--json', 'print it as JSON', false)
    .action((runId: string | undefined, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { listDead } = await import('../../wiring/watch.ts');
        const items = await listDead(settings, runId ?? null);
        if (options.json) console.out(jsonText(items.map(deadJson)));
        else if (items.length === 0) console.err('Nothing was given up.\n');
        else console.out(`${items.map(deadLine).join('\n')}\n`);
        return EXIT.ok;
      }, options),
    );
  dead
    .command('show')
    .description('Show one item that was given up.')
    .argument('<item>', 'item, as "pagewitness dead list" names it')
    .option('--json', 'print it as JSON', false)
    .action((name: string, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { listDead } = await import('../../wiring/watch.ts');
        const [item] = named(await listDead(settings, runOf(name)), name);
        if (options.json) console.out(jsonText(item === undefined ? null : deadJson(item)));
        else if (item !== undefined) console.out(`${deadLine(item)}\n`);
        return EXIT.ok;
      }, options),
    );
  dead
    .command('retry')
    .description('Take up again what was given up: its claims are decided anew, its run goes on.')
    .argument('<item>', 'item, or run id for all of a run')
    .option('--json', 'print how many as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness dead retry 20260102t030405-1a2b3c4d5e6f/ingest/4/0
  pagewitness dead retry 20260102t030405-1a2b3c4d5e6f`,
    )
    .action((name: string, options: { readonly json: boolean }) =>
      run(async ({ console, settings }) => {
        const { listDead, retryDead } = await import('../../wiring/watch.ts');
        const items = await listDead(settings, runOf(name));
        const count = await retryDead(settings, name.includes('/') ? named(items, name) : items);
        if (options.json) console.out(jsonText({ retried: count }));
        else console.err(`${count} taken up again.\n`);
        return EXIT.ok;
      }, options),
    );
}

function nameOf({ run_id, kind, source_index, shard }: DeadItem): string {
  return `${run_id}/${kind}/${source_index}/${shard}`;
}

function runOf(name: string): string {
  return name.split('/')[0] ?? name;
}

function named(items: readonly DeadItem[], name: string): readonly DeadItem[] {
  const found = items.filter((item) => nameOf(item) === name);
  if (found.length > 0) return found;
  throw new UsageError(
    `Nothing was given up as "${name}"; "pagewitness dead list" names what was.`,
  );
}

function deadJson(item: DeadItem): Record<string, unknown> {
  return { item: nameOf(item), ...item };
}

function deadLine(item: DeadItem): string {
  const lost = item.losses > 0 ? `, ${item.losses} workers lost` : '';
  return `${nameOf(item)}  ${item.last_error ?? 'worker_lost'}  ${item.attempts} attempts${lost}`;
}
