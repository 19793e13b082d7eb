import type { Command } from 'commander';
import { PipelineError } from '../../pipeline/failure.ts';
import type { WorkItem } from '../../pipeline/ports.ts';
import type { Log } from '../../telemetry/log.ts';
import type { WorkerStage } from '../../wiring/worker-runs.ts';
import type { RunCommand } from '../context.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readWhole } from '../page-choice.ts';

const STAGES: readonly WorkerStage[] = ['ingest', 'verify', 'report', 'feed'];

interface WorkOptions {
  readonly stages?: string;
  readonly concurrency?: string;
}

/** Works on enqueued runs until the process is asked to end. */
export function addWork(program: Command, run: RunCommand): void {
  program
    .command('work')
    .description('Work on the runs that "pagewitness enqueue" writes, until asked to end.')
    .option('--stages <names>', `what this process does: ${STAGES.join(', ')}; all if left out`)
    .option(
      '-c, --concurrency <number>',
      'items of one kind at a time; as many as threads if left out (PAGEWITNESS_THREADS)',
    )
    .addHelpText(
      'after',
      `
Examples:
  REDIS_URL=redis://queue DATABASE_URL=postgresql://store/pagewitness pagewitness work
  pagewitness work --stages verify --concurrency 4

SIGTERM ends it: items at hand are finished, or left to others after 25 seconds.`,
    )
    .action((options: WorkOptions) =>
      run(async ({ settings, signal }) => {
        const [{ createLog }, { openWorker }] = await Promise.all([
          import('../../telemetry/log.ts'),
          import('../../wiring/worker.ts'),
        ]);
        const log = createLog({ level: settings.log_level });
        const concurrency =
          options.concurrency === undefined
            ? settings.threads
            : readWhole('--concurrency', options.concurrency, 1);
        const stages = readStages(options.stages);
        const worker = await openWorker(settings, {
          stages,
          concurrency,
          onTrouble: (error, item) => tellTrouble(log, error, item),
          onWarning: (code) => log.warn('warning', { code }),
        });
        const { engine, owner } = worker;
        const { health } = settings;
        const server =
          health === null
            ? null
            : await (await import('../health-server.ts')).startHealthServer(health, worker);
        log.info('worker_started', {
          ...{ engine, owner, stages: stages.join(','), concurrency },
          health: server?.url ?? null,
        });
        try {
          await worker.serve(signal);
        } finally {
          await server?.close();
          await worker.close();
        }
        log.info('worker_ended', { owner });
        return EXIT.ok;
      }, {}),
    );
}

function readStages(text: string | undefined): readonly WorkerStage[] {
  if (text === undefined) return STAGES;
  return text.split(',').map((name) => {
    const stage = STAGES.find((each) => each === name.trim());
    if (stage === undefined) {
      throw new UsageError(`--stages takes ${STAGES.join(', ')}, not "${name}".`);
    }
    return stage;
  });
}

function tellTrouble(log: Log, error: unknown, item: WorkItem | null): void {
  const fields = {
    code: error instanceof PipelineError ? error.code : 'internal',
    ...(item === null ? {} : { run_id: item.run_id, kind: item.kind, source: item.source_index }),
  };
  if (error instanceof PipelineError) log.warn('trouble', fields);
  else {
    const said = error instanceof Error ? { name: error.name, stack: error.stack ?? '' } : {};
    log.error('trouble', { ...fields, ...said });
  }
}
