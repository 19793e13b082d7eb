import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';

/** What a log line may carry: ids, codes, counts and durations. Never a quote, a value or page text. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** `event` is a stable code such as `run_finished`. */
export interface Log {
  readonly debug: (event: string, fields?: LogFields) => void;
  readonly info: (event: string, fields?: LogFields) => void;
  readonly warn: (event: string, fields?: LogFields) => void;
  readonly error: (event: string, fields?: LogFields) => void;
}

export interface LogOptions {
  readonly level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** Standard error where none is given, so that standard output stays what was asked for. */
  readonly to?: DestinationStream;
}

/** File descriptor of standard error. */
const STANDARD_ERROR = 2;

/**
 * Writes one JSON object a line: `level`, `time` (UTC), `event` and the fields. Written at once, so that
 * no line is lost when the process is killed; few lines are written, so that it costs nothing.
 */
export function createLog(options: LogOptions): Log {
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'event',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.to ?? destination({ fd: STANDARD_ERROR, sync: true }),
  );
  return {
    debug: (event, fields = {}) => logger.debug(fields, event),
    info: (event, fields = {}) => logger.info(fields, event),
    warn: (event, fields = {}) => logger.warn(fields, event),
    error: (event, fields = {}) => logger.error(fields, event),
  };
}
