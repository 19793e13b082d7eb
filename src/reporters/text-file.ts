import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

/** A file that is written once, from its beginning to its end, in flat memory. */
export interface TextFile {
  readonly write: (text: string) => Promise<void>;
  /** Writes what is left, syncs and closes. @returns SHA-256 of the bytes, hexadecimal. */
  readonly finish: () => Promise<string>;
  /** Closes and removes the file; also after a `finish` that failed. */
  readonly abandon: () => Promise<void>;
}

/** Text is gathered to this size before it is written: some hundred verdicts. */
const BUFFER_CHARACTERS = 256 * 1024;

/**
 * Begins a file that must not exist yet, readable by its owner only (0600). UTF-8; lone surrogates
 * become U+FFFD. Errors of the system are thrown as they come.
 */
export async function openTextFile(path: string): Promise<TextFile> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let parts: string[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    // One by one: a surrogate at the end of a part must not pair with one at the start of the next.
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part, 'utf8')));
    parts = [];
    characters = 0;
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  return {
    async write(text) {
      parts.push(text);
      characters += text.length;
      if (characters >= BUFFER_CHARACTERS) await flush();
    },
    async finish() {
      await flush();
      await file.sync();
      await file.close();
      return hash.digest('hex');
    },
    async abandon() {
      await file.close().catch(ignoreClosed);
      await rm(path, { force: true });
    },
  };
}

/** A handle that `finish` has closed already is no reason to keep the file. */
function ignoreClosed(): void {}
