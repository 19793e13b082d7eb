import { type Answer, joinAnswers } from '../../bench/accuracy/product.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

/** What a test says of one claim and of the verdict it got. */
export interface LabelledClaim {
  readonly claim: Readonly<Record<string, unknown>> & {
    readonly id: string;
    readonly kind: string;
  };
  readonly label: Readonly<Record<string, unknown>>;
  readonly verdict: Partial<Verdict> & Pick<Verdict, 'status'>;
}

/** A whole verdict around the few fields that a test is about. */
export function makeVerdict(
  ids: Pick<Verdict, 'request_id' | 'source_id' | 'claim_id' | 'kind'>,
  fields: Partial<Verdict> & Pick<Verdict, 'status'>,
): Verdict {
  return verdictSchema.parse({
    ...ids,
    reason: null,
    match_method: null,
    assurance: null,
    document_fingerprint: DIGEST,
    profile: DIGEST,
    normalization: 'quote/1',
    evidence: null,
    observed: null,
    occurrences: 0,
    limitations: [],
    checks: [],
    proposal: { action: fields.status === 'verified' ? 'keep' : 'flag' },
    observed_fingerprint: null,
    release: 'block',
    ...fields,
  });
}

/** The claims of one envelope with their verdicts, joined as the scorer joins them. */
export function answersOf(
  requestId: string,
  sourceId: string,
  claims: readonly LabelledClaim[],
): { readonly answers: readonly Answer[]; readonly surplus: number } {
  const envelope = {
    request_id: requestId,
    source_id: sourceId,
    claims: claims.map((one) => one.claim),
  };
  const verdicts = claims.map((one) =>
    makeVerdict(
      {
        request_id: requestId,
        source_id: sourceId,
        claim_id: one.claim.id,
        kind: one.claim.kind,
      },
      one.verdict,
    ),
  );
  return joinAnswers([envelope], verdicts);
}
