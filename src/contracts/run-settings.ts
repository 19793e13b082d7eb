import { z } from 'zod';
import { CROP_SCOPES, REPORT_FORMATS, RUN_STANDARD, SEARCH_SCOPES } from './run-options.ts';

/** What a run keeps so that it can be taken up again by another process. */
export const runSettingsSchema = z.strictObject({
  /** Envelope files as the user gave them, and the folder that relative names start from. */
  envelopes: z.array(z.string()),
  folder: z.string(),
  /** Absolute paths. */
  sources: z.array(z.string()),
  /** Folder of the report; null where it is only made when somebody asks for it. */
  out: z.string().nullable(),
  is_fingerprint_optional: z.boolean(),
  /** How far the evidence of failed claims is searched for; part of the verification profile. */
  search: z.enum(SEARCH_SCOPES).default(RUN_STANDARD.search),
  /** Which claims get pictures. */
  crops: z.enum(CROP_SCOPES).default(RUN_STANDARD.crops),
  /** Whether verdicts of earlier runs over the same claim, version and profile may be taken over. */
  is_reuse_allowed: z.boolean().default(true),
  /** Files of the report beside the verdicts; see `REPORT_FORMATS`. */
  formats: z.array(z.enum(REPORT_FORMATS)).default([]),
  /** Whether the report leaves out document text and pictures. */
  is_redacted: z.boolean().default(false),
});

export type RunSettings = z.infer<typeof runSettingsSchema>;
