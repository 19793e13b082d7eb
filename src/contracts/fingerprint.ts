import { z } from 'zod';

/** `sha256:` and 64 lower-case hex digits: names one version of a document, a text or a record. */
export const digestSchema = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 lower-case hex digits')
  .describe('sha256: and 64 lower-case hexadecimal digits');

export type Digest = z.infer<typeof digestSchema>;
