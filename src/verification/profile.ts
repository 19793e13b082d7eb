import type { Digest } from '../contracts/fingerprint.ts';
import type { SearchScope } from '../contracts/run-options.ts';
import { digestOf } from '../evidence/canonical.ts';
import { LABEL_NORMALIZATION } from '../evidence/label-text.ts';
import { QUOTE_NORMALIZATION } from '../evidence/normalization.ts';
import { SIGHT_RULES } from './arbitration.ts';
import { ABSENCE_PROFILE } from './kinds/quote/absence.ts';
import type { VerificationSettings } from './verify-claim.ts';

/** The rules of gates, kinds and repair; raised whenever a change can alter a status. */
const RULES_VERSION = 'rules/2';

/** Everything that can change a status, by name; its digest is part of every cache key. */
export interface VerificationProfile {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly digest: Digest;
}

/** What of a run beside readers and rules can change a status or a reason. */
export interface ProfileChoices {
  /** Bounds that decide whether a document or page is read at all, by name. */
  readonly limits: Readonly<Record<string, number>>;
  /** Versions of everything that says what is seen on a page. */
  readonly renderer: Readonly<Record<string, string>>;
  readonly search: SearchScope;
}

/** Composes the profile of a run. */
export function verificationProfile(
  readerProfile: Digest,
  settings: VerificationSettings,
  choices: ProfileChoices,
): VerificationProfile {
  const parts = {
    reader_profile: readerProfile,
    rules: RULES_VERSION,
    normalization: QUOTE_NORMALIZATION,
    labels: LABEL_NORMALIZATION,
    absence: ABSENCE_PROFILE,
    fingerprint_required: settings.is_fingerprint_required,
    sight: SIGHT_RULES,
    ...choices,
  };
  return { parts, digest: digestOf(parts) };
}
