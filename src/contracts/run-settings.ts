import { z } from 'zod';

/** Other pages that are searched: none, two on each side of the cited one, or then all. */
export const SEARCH_SCOPES = ['none', 'window', 'document'] as const;

export type SearchScope = (typeof SEARCH_SCOPES)[number];

/** `failed`: claims that are not verified, and the evidence of every proposal. */
export const CROP_SCOPES = ['all', 'failed', 'none'] as const;

export type CropScope = (typeof CROP_SCOPES)[number];

/** Files of a report that may be left out; the JSON files are always there. */
export const REPORT_FORMATS = ['html', 'csv', 'md'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** What a run keeps so that it can be taken up again by another process. */
export const runSettingsSchema = z.strictObject({
  /** Envelope files as the user gave them, and the folder that relative names start from. */
  envelopes: z.array(z.string()),
  folder: z.string(),
  /** Absolute paths. */
  sources: z.array(z.string()),
  out: z.string(),
  is_fingerprint_optional: z.boolean(),
  /** How far the evidence of failed claims is searched for; part of the verification profile. */
  search: z.enum(SEARCH_SCOPES).default('document'),
  /** Which claims get pictures. */
  crops: z.enum(CROP_SCOPES).default('failed'),
  /** Whether verdicts of earlier runs over the same claim, version and profile may be taken over. */
  is_reuse_allowed: z.boolean().default(true),
  /** Files of the report beside the verdicts; see `REPORT_FORMATS`. */
  formats: z.array(z.enum(REPORT_FORMATS)).default([]),
  /** Whether the report leaves out document text and pictures. */
  is_redacted: z.boolean().default(false),
});

export type RunSettings = z.infer<typeof runSettingsSchema>;
