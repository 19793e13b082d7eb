import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../src/contracts/verdict.ts';
import { verdictLine } from '../../src/reporters/jsonl.ts';
import { DIGEST, verdictOf } from './verdicts.ts';

const EVIDENCE = {
  page_index: 17,
  page_label: '18',
  element_id: 'p17-e42',
  text: 'Sales grew.',
  start: 1,
  end: 12,
  page_text_sha256: DIGEST,
  boxes: [[72.01000213623047, 1e-9, 99.999, 120.5]] as [number, number, number, number][],
  reader: 'pdfjs',
};

/** The same value with the members of every object in another order. */
function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((member) => shuffled(member, seed));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(
    ([key, member]) => [key, shuffled(member, seed)] as const,
  );
  const at = members.length === 0 ? 0 : seed % members.length;
  return Object.fromEntries([...members.slice(at), ...members.slice(0, at)].toReversed());
}

describe('a line of verdicts.jsonl', () => {
  it('has its keys in the order of the schema, whatever order the store gave them back in', () => {
    const verdict = verdictOf({ evidence: EVIDENCE, metadata: { b: 1, a: [{ d: null, c: 2 }] } });
    const line = verdictLine(verdict);
    const schemaOrder = Object.keys(verdictSchema.shape).filter((key) => key in verdict);
    expect(Object.keys(JSON.parse(line))).toEqual(schemaOrder);
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        expect(verdictLine(verdictSchema.parse(shuffled(verdict, seed)))).toBe(line);
      }),
      { numRuns: 30 },
    );
  });

  it('rounds coordinates to a hundredth of a point, without a negative zero', () => {
    const segments = [
      {
        page_index: 17,
        start: 1,
        end: 2,
        page_text_sha256: DIGEST,
        boxes: [[-0.001, 0.004, 1.006, 2]] as [number, number, number, number][],
      },
    ];
    const evidence = { ...EVIDENCE, segments };
    const verdict = verdictOf({
      evidence,
      proposal: { action: 'repoint', page_index: 3, evidence },
    });
    const line = JSON.parse(verdictLine(verdict));
    expect(line.evidence.boxes).toEqual([[72.01, 0, 100, 120.5]]);
    expect(line.evidence.segments[0].boxes).toEqual([[0, 0, 1.01, 2]]);
    expect(line.proposal.evidence.boxes).toEqual([[72.01, 0, 100, 120.5]]);
    expect(verdictLine(verdict)).not.toContain('-0');
  });

  it('is one line of valid UTF-8, whatever text it carries', () => {
    const line = verdictLine(verdictOf({ claim_id: 'a\nb\u2028\ud800', metadata: 'x\ny' }));
    expect(line).not.toContain('\n');
    expect(Buffer.from(line, 'utf8').toString('utf8')).toBe(line);
    expect(JSON.parse(line)).toMatchObject({ claim_id: 'a\nb\u2028\ud800', metadata: 'x\ny' });
  });
});
