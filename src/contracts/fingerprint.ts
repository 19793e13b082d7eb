import { z } from 'zod';

/** `sha256:` and 64 lower-case hex digits: names one version of a document, a text or a record. */
export const digestSchema = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 lower-case hex digits')
  .describe('sha256: and 64 lower-case hexadecimal digits');

export type Digest = z.infer<typeof digestSchema>;

/**
 * A fingerprint as a producer wrote it. Anything after `sha256:` is accepted, so that a placeholder
 * is an answer and not a broken envelope: what is not a digest equals no document's fingerprint and
 * ends as `stale / fingerprint_mismatch`.
 */
export const citedFingerprintSchema = z
  .string()
  .regex(/^sha256:.+$/s, 'must be "sha256:" and the digest of the document')
  .describe('sha256: and the digest of the cited version; any other text matches no document');
