/** Where a command reads from and writes to. */
export interface Console {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Results: what another program may read. */
  readonly out: (text: string) => void;
  /** Everything said to people beside the result. */
  readonly err: (text: string) => void;
  /** The stream of `err`, for a display that is redrawn; null where nobody watches it. */
  readonly watched: NodeJS.WriteStream | null;
  /** Columns for results. */
  readonly width: number;
  readonly isColoured: boolean;
}

/** Columns where the output is no terminal. */
const WIDTH_STANDARD = 80;

/** The console of this process. */
export function processConsole(isColorAllowed: boolean): Console {
  const { stdin, stdout, stderr } = process;
  return {
    stdin,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    watched: stderr.isTTY ? stderr : null,
    width: stdout.isTTY ? stdout.columns : WIDTH_STANDARD,
    isColoured: isColorAllowed && stdout.isTTY,
  };
}

/** One JSON value, and a line end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
