import type { Settings } from '../../config/env.ts';
import type { Console } from './console.ts';

/** What every command is given. */
export interface Context {
  readonly settings: Settings;
  readonly console: Console;
  /** Aborts when the user or the system asks the process to end. */
  readonly signal: AbortSignal;
}
