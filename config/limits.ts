/** One bound: its standard, the range an operator may set it in, and why it is what it is. */
interface LimitRow {
  readonly standard: number;
  readonly least: number;
  readonly most: number;
  readonly why: string;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Every bound of the program. Each may be set by the environment variable `PAGEWITNESS_` and its name in
 * capitals (`PAGEWITNESS_PAGES_MAX=500`). None of them changes the outcome of a document within it.
 */
export const LIMIT_ROWS = {
  bytes_max: {
    standard: 256 * MEBIBYTE,
    least: 1,
    most: 2048 * MEBIBYTE,
    why: 'A document is held in memory by each thread that reads it; the largest filing measured has 12 MB.',
  },
  pages_max: {
    standard: 10_000,
    least: 1,
    most: 1_000_000,
    why: 'At 35 pages a CPU second this many pages keep one thread busy for five minutes.',
  },
  glyphs_per_page_max: {
    standard: 200_000,
    least: 1,
    most: 10_000_000,
    why: 'Seventy times the mean of 1,200 pages of filings (2,940 glyphs).',
  },
  operators_per_page_max: {
    standard: 2_000_000,
    least: 1,
    most: 100_000_000,
    why: 'Four hundred times the mean of 260 pages of filings (4,400 operators).',
  },
  image_pixels_max: {
    standard: 100_000_000,
    least: 1,
    most: 1_000_000_000,
    why: 'An A3 page at 600 dpi has 70 million pixels; decoded, each takes four bytes.',
  },
  stall_ms: {
    standard: 60_000,
    least: 100,
    most: 3_600_000,
    why: 'The slowest page measured takes 0.3 seconds of CPU; a thread that uses so much CPU time without any progress hangs, as does one that waits ten times as long.',
  },
  heap_megabytes: {
    standard: 1024,
    least: 64,
    most: 65_536,
    why: 'Ten filings together peaked at 394 MB in one process; a thread beyond its heap is ended.',
  },
  rss_megabytes: {
    standard: 1536,
    least: 128,
    most: 65_536,
    why: 'All that one reading process holds: its heap, a document twice, 256 MB of WebAssembly. All together hold at most three quarters of the machine.',
  },
  render_megabytes: {
    standard: 256,
    least: 64,
    most: 2048,
    why: 'Bound on one renderer. 2,400 pages with 240 pictures needed 39 MB; a bomb ends at 289 MB after 0.9 seconds.',
  },
  line_bytes_max: {
    standard: 16 * MEBIBYTE,
    least: 1024,
    most: 256 * MEBIBYTE,
    why: 'One envelope with some thirty thousand claims; a line is held in memory.',
  },
  json_bytes_max: {
    standard: 64 * MEBIBYTE,
    least: 1024,
    most: 256 * MEBIBYTE,
    why: 'A file that is one JSON value is held in memory as text and as values, five times its size.',
  },
  lock_wait_ms: {
    standard: 10_000,
    least: 0,
    most: 3_600_000,
    why: 'A process that is about to end frees the home within seconds; another run takes longer than one waits.',
  },
  lease_ms: {
    standard: 30_000,
    least: 1_000,
    most: 3_600_000,
    why: 'How long the work of a worker that died waits for another; a lease is renewed three times before it ends.',
  },
  queue_window: {
    standard: 2_000,
    least: 10,
    most: 100_000,
    why: 'Jobs of one kind that Redis holds at the most, at about 1 KB each; the others wait in the store.',
  },
} as const satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof LIMIT_ROWS;

/** Milliseconds, bytes, pages and the like, as the names say. */
export type Limits = Readonly<Record<LimitName, number>>;

export const LIMIT_NAMES: readonly string[] = Object.keys(LIMIT_ROWS);
