import type { Digest } from '../contracts/fingerprint.ts';
import { digestOf } from '../evidence/canonical.ts';
import { LABEL_NORMALIZATION } from '../evidence/label-text.ts';
import { QUOTE_NORMALIZATION } from '../evidence/normalization.ts';
import { ABSENCE_PROFILE } from './kinds/quote/absence.ts';
import type { VerificationSettings } from './verify-claim.ts';

/** The rules of gates, kinds and repair; raised whenever a change can alter a status. */
const RULES_VERSION = 'rules/1';

/** Everything that can change a status, by name; its digest is part of every cache key. */
export interface VerificationProfile {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly digest: Digest;
}

/**
 * Composes the profile of a run.
 * @param limits bounds that decide whether a document or page is read at all, by name.
 */
export function verificationProfile(
  readerProfile: Digest,
  settings: VerificationSettings,
  limits: Readonly<Record<string, number>>,
): VerificationProfile {
  const parts = {
    reader_profile: readerProfile,
    rules: RULES_VERSION,
    normalization: QUOTE_NORMALIZATION,
    labels: LABEL_NORMALIZATION,
    absence: ABSENCE_PROFILE,
    fingerprint_required: settings.is_fingerprint_required,
    limits,
  };
  return { parts, digest: digestOf(parts) };
}
