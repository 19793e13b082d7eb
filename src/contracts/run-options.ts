/*
 * The choices a run offers, without their schema: commands that only show them need not load it.
 */

/** Other pages that are searched: none, two on each side of the cited one, or then all. */
export const SEARCH_SCOPES = ['none', 'window', 'document'] as const;

export type SearchScope = (typeof SEARCH_SCOPES)[number];

/** `failed`: claims that are not verified, and the evidence of every proposal. */
export const CROP_SCOPES = ['all', 'failed', 'none'] as const;

export type CropScope = (typeof CROP_SCOPES)[number];

/** Files of a report that may be left out; the JSON files are always there. */
export const REPORT_FORMATS = ['html', 'csv', 'md'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What a run does beside reading and judging. */
export interface RunOptions {
  /** Envelopes need not say which version was cited. */
  readonly isFingerprintOptional: boolean;
  /** How far the evidence of failed claims is searched for. */
  readonly search: SearchScope;
  /** Which claims get pictures. */
  readonly crops: CropScope;
  /** Outcomes of earlier runs may be taken over. */
  readonly isReuseAllowed: boolean;
  /** Views beside the JSON files of the report. */
  readonly formats: readonly ReportFormat[];
  /** The report leaves out document text and pictures. */
  readonly isRedacted: boolean;
}

/** What a run does if nothing else is said. */
export const RUN_STANDARD: RunOptions = {
  isFingerprintOptional: false,
  search: 'document',
  crops: 'failed',
  isReuseAllowed: true,
  formats: ['html'],
  isRedacted: false,
};
