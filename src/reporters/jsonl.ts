import type { Evidence } from '../contracts/evidence.ts';
import { type Verdict, verdictSchema } from '../contracts/verdict.ts';
import { canonicalJson } from '../evidence/canonical.ts';
import { roundPoints } from '../evidence/geometry.ts';

/**
 * One line of `verdicts.jsonl`, without its line end: keys in the order of the schema, coordinates rounded
 * to 0.01 pt, `metadata` as canonical JSON. The same verdict gives the same line, whatever store it
 * came from. Throws if it is no verdict: then we are wrong.
 */
export function verdictLine(verdict: Verdict): string {
  const { metadata, ...ordered } = verdictSchema.parse(verdict);
  const rounded = {
    ...ordered,
    evidence: ordered.evidence === null ? null : withRoundedBoxes(ordered.evidence),
    proposal: withRoundedEvidence(ordered.proposal),
  };
  const line = JSON.stringify(rounded);
  if (metadata === undefined) return line;
  return `${line.slice(0, -1)},"metadata":${canonicalJson(metadata)}}`;
}

function withRoundedEvidence(proposal: Verdict['proposal']): Verdict['proposal'] {
  if (proposal.evidence === undefined) return proposal;
  return { ...proposal, evidence: withRoundedBoxes(proposal.evidence) };
}

function withRoundedBoxes(evidence: Evidence): Evidence {
  const rounded = { ...evidence, boxes: evidence.boxes.map(roundBox) };
  if (evidence.segments === undefined) return rounded;
  const segments = evidence.segments.map((segment) => ({
    ...segment,
    boxes: segment.boxes.map(roundBox),
  }));
  return { ...rounded, segments };
}

function roundBox([x0, y0, x1, y1]: Evidence['boxes'][number]): Evidence['boxes'][number] {
  return [roundPoints(x0), roundPoints(y0), roundPoints(x1), roundPoints(y1)];
}
