import type { Digest } from '../contracts/fingerprint.ts';
import { digestOf } from '../evidence/canonical.ts';
import type { KeptFinding } from './kept-ports.ts';
import type { PipelineParts } from './parts.ts';
import type { PlacedClaim } from './ports.ts';

/** Outcomes that earlier runs kept for the same claims of the same version under the same profile. */
export async function keptFindings(
  parts: PipelineParts,
  observed: Digest,
  claims: readonly PlacedClaim[],
): Promise<ReadonlyMap<PlacedClaim, KeptFinding>> {
  if (!parts.isReuseAllowed || claims.length === 0) return new Map();
  const keys = claims.map((claim) => keyOf(claim, observed, parts.profile));
  const known = await parts.findings.known([...new Set(keys)]);
  const kept = new Map<PlacedClaim, KeptFinding>();
  for (const [position, claim] of claims.entries()) {
    const finding = known.get(keys[position] ?? '');
    if (finding !== undefined) kept.set(claim, finding);
  }
  return kept;
}

/** The claims for which no outcome is kept: only these need their document. */
export async function withoutKept(
  parts: PipelineParts,
  observed: Digest,
  claims: readonly PlacedClaim[],
): Promise<readonly PlacedClaim[]> {
  if (!parts.isReuseAllowed || claims.length === 0) return claims;
  const keys = claims.map((claim) => keyOf(claim, observed, parts.profile));
  const kept = await parts.findings.kept([...new Set(keys)]);
  return claims.filter((_claim, position) => !kept.has(keys[position] ?? ''));
}

/** Keeps outcomes for later runs. None that the machine caused may be among them. */
export async function keepFindings(
  parts: PipelineParts,
  observed: Digest,
  findings: ReadonlyMap<PlacedClaim, KeptFinding>,
): Promise<void> {
  if (findings.size === 0) return;
  await parts.findings.keep(
    new Map([...findings].map(([claim, kept]) => [keyOf(claim, observed, parts.profile), kept])),
  );
}

/**
 * Everything an outcome rests on: what the claim asserts, what its envelope asserts of the document,
 * the version that was found, and the profile. Who asks, and how the source is called, is no part.
 */
function keyOf({ claim, head }: PlacedClaim, observed: Digest, profile: Digest): Digest {
  const { id, metadata, ...asserted } = claim;
  return digestOf({
    claim: asserted,
    cited: head.document_fingerprint ?? null,
    page_count: head.page_count ?? null,
    grounding_profile: head.grounding_profile ?? null,
    observed,
    profile,
  });
}
