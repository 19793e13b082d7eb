import { z } from 'zod';

/** What a run keeps so that it can be taken up again by another process. */
export const runSettingsSchema = z.strictObject({
  /** Envelope files as the user gave them, and the folder that relative names start from. */
  envelopes: z.array(z.string()),
  folder: z.string(),
  /** Absolute paths. */
  sources: z.array(z.string()),
  out: z.string(),
  is_fingerprint_optional: z.boolean(),
});

export type RunSettings = z.infer<typeof runSettingsSchema>;
