import type { Settings } from '../../config/env.ts';
import type { Limits } from '../../config/limits.ts';
import { DEFAULT_POLICY, FINGERPRINT_OPTIONAL_POLICY, type Policy } from '../../config/policy.ts';
import type { RunSettings } from '../contracts/run-settings.ts';
import { type VerificationProfile, verificationProfile } from '../verification/profile.ts';
import { READER_PROFILE } from './reader.ts';
import { RENDERER_PARTS } from './renderer.ts';

/** The policy a run was planned under. */
export function policyOf(run: Pick<RunSettings, 'is_fingerprint_optional'>): Policy {
  return run.is_fingerprint_optional ? FINGERPRINT_OPTIONAL_POLICY : DEFAULT_POLICY;
}

/** The verification profile of a run, if this program works on it under these settings. */
export function profileOf(
  run: Pick<RunSettings, 'is_fingerprint_optional' | 'search'>,
  settings: Pick<Settings, 'limits'>,
): VerificationProfile {
  const { is_fingerprint_required } = policyOf(run);
  return verificationProfile(
    READER_PROFILE,
    { is_fingerprint_required },
    { limits: decisiveLimits(settings.limits), renderer: RENDERER_PARTS, search: run.search },
  );
}

/** The limits that can turn a document or a page into a failure; the others are the machine's. */
export function decisiveLimits(limits: Limits): Readonly<Record<string, number>> {
  const { bytes_max, pages_max, glyphs_per_page_max, operators_per_page_max } = limits;
  const { image_pixels_max, render_megabytes } = limits;
  return {
    bytes_max,
    pages_max,
    glyphs_per_page_max,
    operators_per_page_max,
    image_pixels_max,
    render_megabytes,
  };
}
