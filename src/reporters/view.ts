import type { Summary } from '../contracts/report.ts';
import type { ReportEntry, ReportFacts } from '../pipeline/ports.ts';

/** One file of a report for people or other programs, made of the same entries as `verdicts.jsonl`. */
export interface View {
  /** Name of the file in the folder of the report. */
  readonly file: string;
  /**
   * Begins the file anew at `path`, a temporary name that must not exist yet, readable by its owner
   * only. Links in it are as seen from `file`: pictures are `crops/<hex of png_sha256>.png`.
   */
  readonly open: (path: string) => Promise<ViewWriter>;
}

/** What all views are told. */
export interface ViewOptions {
  /** Document text and pictures were taken out of every entry before the view sees it. */
  readonly isRedacted: boolean;
}

/** Writes one view in flat memory. Errors of the system are thrown as they come. */
export interface ViewWriter {
  /** Takes the claims one by one, in input order. */
  readonly write: (entry: ReportEntry) => Promise<void>;
  /** Completes the file, syncs and closes it; it stays at `path`. */
  readonly finish: (facts: ReportFacts, summary: Summary) => Promise<void>;
  /** Closes the file and removes it; also after a `finish` that failed. */
  readonly abandon: () => Promise<void>;
}
