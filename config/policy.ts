import type { Status } from '../src/contracts/reason.ts';
import type { ReleaseDecision } from '../src/contracts/verdict.ts';

/** Which outcome may be released. Changing it changes release decisions only, never a status. */
export interface Policy {
  readonly name: string;
  readonly version: string;
  /** Without a fingerprint in its envelope a claim is `stale / fingerprint_missing`. */
  readonly is_fingerprint_required: boolean;
  readonly decisions: Readonly<Record<Status, ReleaseDecision>>;
}

/**
 * The policy that holds until others are written: what is verified is released, what could not be
 * settled goes to a person, everything else is blocked.
 */
export const DEFAULT_POLICY: Policy = {
  name: 'default',
  version: '1',
  is_fingerprint_required: true,
  decisions: {
    verified: 'release',
    mismatch: 'block',
    not_found: 'block',
    stale: 'block',
    capability_limited: 'review',
    inconsistent: 'review',
    denied: 'block',
    source_error: 'block',
    invalid: 'block',
    abstained: 'review',
  },
};

/** The default policy, but envelopes need not say which version was cited. */
export const FINGERPRINT_OPTIONAL_POLICY: Policy = {
  ...DEFAULT_POLICY,
  name: 'default, fingerprint optional',
  is_fingerprint_required: false,
};
