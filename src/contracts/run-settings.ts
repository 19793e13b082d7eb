import { z } from 'zod';

/** What a run keeps so that it can be taken up again by another process. Paths are absolute. */
export const runSettingsSchema = z.strictObject({
  sources: z.array(z.string()),
  out: z.string(),
  is_fingerprint_optional: z.boolean(),
});

export type RunSettings = z.infer<typeof runSettingsSchema>;
