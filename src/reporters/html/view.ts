import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Summary } from '../../contracts/report.ts';
import type { ReportEntry, ReportFacts } from '../../pipeline/ports.ts';
import type { View, ViewOptions, ViewWriter } from '../view.ts';
import { pageDetail, pageRow } from './page-claim.ts';
import type { PageFacts } from './page-data.ts';
import { pageFacts } from './page-facts.ts';
import { readPageSource } from './page-source.ts';

/**
 * More claims than this are left out, verified ones first. At some 2 KB a claim a page of 50,000
 * has 100 MB, which Chromium opens in seconds; strings of 512 MB are its end.
 */
const CLAIMS_MAX = 50_000;

/** Lines are gathered to this size before they are written: some hundred claims. */
const BUFFER_CHARACTERS = 256 * 1024;

/**
 * Writes `report.html`: one page for a person to settle claims with, opened from disk, without
 * network. Claims are kept in a file beside `path` until it is known which of them find room, so
 * memory does not grow with them.
 */
export function createHtmlView(options: ViewOptions): View {
  return { file: 'report.html', open: (path) => openWriter(path, options) };
}

async function openWriter(path: string, { isRedacted }: ViewOptions): Promise<ViewWriter> {
  const source = readPageSource();
  const page = await open(path, 'wx', 0o600);
  const spool = await openSpool(`${path}.claims.tmp`).catch(async (error: unknown) => {
    await closeAndRemove(page, path);
    throw error;
  });
  const crops = { all: 0, verified: 0 };
  const claims = { all: 0, verified: 0 };
  return {
    async write(entry) {
      const isVerified = entry.verdict.status === 'verified';
      claims.all += 1;
      crops.all += entry.crops.length;
      if (isVerified) {
        claims.verified += 1;
        crops.verified += entry.crops.length;
      }
      await spool.write(`${isVerified ? VERIFIED : OTHER}${claimLine(entry)}\n`);
    },
    async finish(facts: ReportFacts, summary: Summary) {
      const room = roomFor(claims);
      const left_out = {
        verified: claims.verified - room.verified,
        other: claims.all - claims.verified - room.other,
      };
      const told = pageFacts(facts, summary, { left_out, crops, is_redacted: isRedacted });
      const out = createBufferedWriter(page);
      await out.write(`${source.start}${safeJson(told)}${source.middle}\n`);
      await spool.copyTo(out, room);
      await out.write(source.end);
      await out.flush();
      await page.sync();
      await page.close();
      await spool.remove();
    },
    async abandon() {
      await closeAndRemove(page, path);
      await spool.remove();
    },
  };
}

/** First character of a kept line: whether its claim is verified. */
const VERIFIED = 'v';
const OTHER = 'o';

/** How many claims of each sort find room. */
type Room = PageFacts['left_out'];

function roomFor(claims: { readonly all: number; readonly verified: number }): Room {
  const other = Math.min(claims.all - claims.verified, CLAIMS_MAX);
  return { other, verified: Math.min(claims.verified, CLAIMS_MAX - other) };
}

/** A row and its detail, parted by a tab, which JSON never holds: the page reads rows alone at first. */
function claimLine(entry: ReportEntry): string {
  return `${safeJson(pageRow(entry))}\t${safeJson(pageDetail(entry))}`;
}

/**
 * JSON that neither ends the element it stands in nor breaks a line: `<` and the line ends that
 * only some readers know are escaped. Lone surrogates and control characters are escaped by JSON.
 */
function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

interface BufferedWriter {
  readonly write: (text: string) => Promise<void>;
  readonly flush: () => Promise<void>;
}

function createBufferedWriter(file: FileHandle): BufferedWriter {
  let buffer = '';
  const flush = async (): Promise<void> => {
    const text = buffer;
    buffer = '';
    if (text !== '') await file.writeFile(text, 'utf8');
  };
  return {
    async write(text) {
      buffer += text;
      if (buffer.length >= BUFFER_CHARACTERS) await flush();
    },
    flush,
  };
}

/** Claims in input order, kept in a file until the end. */
interface Spool {
  readonly write: (line: string) => Promise<void>;
  /** Copies the first claims of each sort, as many as there is room for, in input order. */
  readonly copyTo: (out: BufferedWriter, room: Room) => Promise<void>;
  readonly remove: () => Promise<void>;
}

async function openSpool(path: string): Promise<Spool> {
  const file = await open(path, 'wx', 0o600);
  const lines = createBufferedWriter(file);
  return {
    write: lines.write,
    async copyTo(out, room) {
      await lines.flush();
      const left: { -readonly [Sort in keyof Room]: number } = { ...room };
      const input = createReadStream(path, { encoding: 'utf8' });
      for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
        const sort = line.startsWith(VERIFIED) ? 'verified' : 'other';
        if (left[sort] === 0) continue;
        left[sort] -= 1;
        await out.write(`${line.slice(1)}\n`);
      }
    },
    remove: () => closeAndRemove(file, path),
  };
}

async function closeAndRemove(file: FileHandle, path: string): Promise<void> {
  await file.close().catch(ignoreClosed);
  await rm(path, { force: true });
}

/** A handle that `finish` has closed already is no reason to keep temporary files. */
function ignoreClosed(): void {}
