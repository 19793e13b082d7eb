import { Presets, SingleBar } from 'cli-progress';
import { type Progress, progressLine, type Start, shareOf } from './progress.ts';

const BAR_STEPS = 1000;

/** One line on a terminal, redrawn in place, with the rate and the time left. */
export function createTerminalProgress(
  stream: NodeJS.WritableStream,
  nowMs: () => number,
): Progress {
  let line = '';
  const bar = new SingleBar(
    {
      format: () => line,
      stream,
      fps: 5,
      hideCursor: true,
      clearOnComplete: true,
      linewrap: true,
      // Ending the process on a signal is for the command, which gives work back first.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  let begin: Start | null = null;
  return {
    observe(step) {
      begin ??= { step, ms: nowMs() };
      line = progressLine(step, begin, nowMs());
      if (!bar.isActive) bar.start(BAR_STEPS, 0);
      bar.update(Math.round(shareOf(step) * BAR_STEPS));
    },
    close() {
      if (bar.isActive) bar.stop();
    },
  };
}
