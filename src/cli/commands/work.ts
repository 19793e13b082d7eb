import type { Command } from 'commander';
import { PipelineError } from '../../pipeline/failure.ts';
import type { WorkItem } from '../../pipeline/ports.ts';
import type { OpenTick } from '../../pipeline/schedule-ports.ts';
import type { Log, LogFields } from '../../telemetry/log.ts';
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

SIGTERM ends it: items at hand are finished, or left to others after 15 seconds.`,
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
          schedules: {
            expandEnvelopes: expandDue,
            observer: {
              onPlanned: (tick) => log.info('schedule_planned', tickFields(tick)),
              onMissed: (tick, error) => tellMissed(log, tick, error),
            },
          },
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

/** Arguments that cannot be used are nobody's mistake here: the files were there when they were named. */
async function expandDue(
  given: readonly string[],
  passedOver: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const { expandEnvelopes } = await import('../expand.ts');
  try {
    return await expandEnvelopes(given, passedOver, folder);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new PipelineError('envelopes_unusable', { detail: cause.message, cause });
  }
}

type Tick = Pick<OpenTick, 'name' | 'due_ms'> & Partial<OpenTick>;

function tickFields({ name, due_ms, run_id }: Tick): LogFields {
  return { schedule: name, due_at: new Date(due_ms).toISOString(), run_id: run_id ?? null };
}

function tellMissed(log: Log, tick: Tick, error: unknown): void {
  const code = error instanceof PipelineError ? error.code : null;
  if (error === null) log.warn('schedule_missed', { ...tickFields(tick), code: 'superseded' });
  else if (code !== null) log.warn('schedule_missed', { ...tickFields(tick), code });
  else {
    const said = error instanceof Error ? { name: error.name, stack: error.stack ?? '' } : {};
    log.error('schedule_missed', { ...tickFields(tick), code: 'internal', ...said });
  }
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
