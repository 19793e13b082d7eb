import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLines, runProduct } from '../../bench/accuracy/product.ts';
import type { Evidence } from '../../src/contracts/evidence.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import { type Golden, type GoldenEvidence, goldenCases, layOutGoldens } from './golden.ts';

/** Points; the loose box takes the font's own ascent, 0.72 to 0.91 em for Helvetica at 11 points. */
const BOX_TOLERANCE = 3;

const cases = goldenCases();
let verdicts: readonly Verdict[] = [];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagewitness-golden-'));
  const out = join(folder, 'out');
  await runProduct({ ...layOutGoldens(cases, folder), out });
  verdicts = readLines(join(out, 'verdicts.jsonl')).map((line) => verdictSchema.parse(line));
}, 120_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('every claim of the golden cases has its verdict, in order', () => {
  expect(verdicts.map((verdict) => verdict.claim_id)).toEqual(
    cases.flatMap((one) => one.envelopes.flatMap(({ claims }) => claims.map(({ id }) => id))),
  );
});

let position = 0;
for (const one of cases) {
  const start = position;
  position += one.expected.length;
  describe(`golden ${one.name}`, () => {
    it.each(one.expected.map((golden, index) => ({ golden, index })))(
      '$golden.claim_id is $golden.status',
      ({ golden, index }) => {
        const verdict = verdicts[start + index];
        if (verdict === undefined) throw new Error('the claim got no verdict');
        expectVerdict(verdict, golden);
      },
    );
  });
}

function expectVerdict(verdict: Verdict, golden: Golden): void {
  const { status, reason, release, proposal } = verdict;
  expect({ status, reason, release }).toEqual({
    status: golden.status,
    reason: golden.reason,
    release: golden.release,
  });
  expect([golden.action].flat()).toContain(proposal.action);
  expect(verdict.match_method).toBe(golden.match_method ?? null);
  if (golden.limitations) expect(verdict.limitations).toEqual(golden.limitations);
  if (golden.occurrences !== undefined) expect(verdict.occurrences).toBe(golden.occurrences);
  if (golden.observed) expect(verdict.observed).toMatchObject(golden.observed);
  if (golden.evidence !== undefined) expectEvidence(verdict.evidence, golden.evidence);
  if (golden.proposal) {
    const { evidence, ...place } = golden.proposal;
    expect(proposal).toMatchObject(place);
    if (evidence !== undefined) expectEvidence(proposal.evidence ?? null, evidence);
  }
  expectBoxes(verdict.evidence, golden);
  expectDifference(verdict, golden);
  expectOrder(verdict, golden);
}

/** Offsets are those of the recipe: its lines joined by line ends. */
function expectEvidence(evidence: Evidence | null, golden: GoldenEvidence | null): void {
  if (golden === null) expect(evidence).toBeNull();
  else expect(evidence).toMatchObject(golden);
}

function expectBoxes(evidence: Evidence | null, golden: Golden): void {
  if (golden.lines !== undefined) expect(evidence?.boxes).toHaveLength(golden.lines);
  if (golden.box_near === undefined) return;
  const boxes = evidence?.boxes ?? [];
  const union = [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
  for (const [side, wanted] of golden.box_near.entries()) {
    expect(Math.abs((union[side] ?? Number.NaN) - wanted)).toBeLessThan(BOX_TOLERANCE);
  }
}

function expectDifference(verdict: Verdict, golden: Golden): void {
  if (golden.difference === undefined) return;
  const side = (part: 'expected' | 'page'): string =>
    (verdict.difference ?? [])
      .filter((one) => one.part === part)
      .map((one) => one.text.trim())
      .join(' ');
  expect({ expected: side('expected'), page: side('page') }).toEqual(golden.difference);
}

/** The first failing check gives the reason; none after it passes. */
function expectOrder(verdict: Verdict, golden: Golden): void {
  const failed = verdict.checks.findIndex((check) => check.outcome === 'fail');
  if (golden.reason === null) {
    expect(failed).toBe(-1);
    return;
  }
  if (typeof golden.failed_check === 'string') {
    expect(verdict.checks[failed]?.check).toBe(golden.failed_check);
  }
  const later = verdict.checks.slice(failed + 1).map((check) => check.outcome);
  expect(later.filter((outcome) => outcome === 'pass' || outcome === 'fail')).toEqual([]);
}
