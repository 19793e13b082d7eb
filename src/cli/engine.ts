import { createLog } from '../telemetry/log.ts';
import { createLoggedProgress, type Progress } from '../telemetry/progress.ts';
import { openEngine } from '../wiring/engine.ts';
import type { Engine, RunResult } from '../wiring/open.ts';
import type { Context } from './context.ts';

/**
 * Opens the engine for one piece of work and closes it again, with progress on a watched terminal
 * and JSON lines on standard error otherwise. `threads`: null for the setting.
 */
export async function withEngine(
  context: Context,
  threads: number | null,
  work: (engine: Engine) => Promise<RunResult>,
): Promise<RunResult> {
  const { console, settings, signal } = context;
  const log = createLog({ level: console.watched === null ? settings.log_level : 'error' });
  const progress =
    console.watched === null
      ? createLoggedProgress(log, Date.now)
      : await createTerminalDisplay(console.watched);
  const engine = await openEngine(
    { ...settings, threads: threads ?? settings.threads },
    {
      progress: progress.observe,
      signal,
      onWait: (pid) => {
        const holder = pid === null ? '' : ` (process ${pid})`;
        console.err(`Waiting for another run on ${settings.home}${holder} to end…\n`);
      },
    },
  );
  try {
    const result = await work(engine);
    const { run_id, state, claim_count } = result.run;
    log.info('run_ended', { run_id, state, claims: claim_count });
    return result;
  } finally {
    progress.close();
    await engine.close();
  }
}

async function createTerminalDisplay(stream: NodeJS.WriteStream): Promise<Progress> {
  const { createTerminalProgress } = await import('../telemetry/terminal-progress.ts');
  return createTerminalProgress(stream, Date.now);
}
