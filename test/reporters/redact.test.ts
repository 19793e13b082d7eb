import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLAIM_KINDS, type Claim, claimSchema } from '../../src/contracts/claim.ts';
import { REPORT_FORMATS } from '../../src/contracts/run-options.ts';
import { type Verdict, verdictSchema } from '../../src/contracts/verdict.ts';
import type { ReportEntry, ReportFacts } from '../../src/pipeline/ports.ts';
import { redactEntry } from '../../src/reporters/redact.ts';
import { createReportFolder } from '../../src/reporters/report-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { CONTEXT, cropOf, DIGEST, FACTS, runOf, verdictOf } from './verdicts.ts';

/** Words that stand in the document, and nowhere else. */
const PLANTED = 'Xylocopa zebrawood 8675309';

function planted(suffix: string): string {
  return `${PLANTED} ${suffix}`;
}

const EVIDENCE: NonNullable<Verdict['evidence']> = {
  page_index: 17,
  page_label: '18',
  element_id: 'p17-e42',
  text: planted('evidence'),
  start: 3,
  end: 20,
  page_text_sha256: DIGEST,
  boxes: [[72, 100, 300, 112]],
  segments: [
    { page_index: 17, start: 3, end: 20, page_text_sha256: DIGEST, boxes: [[72, 100, 300, 112]] },
  ],
  reader: 'pdfjs',
};

/** A verdict that repeats the document wherever one can. */
const VERDICT = verdictOf({
  kind: planted('kind'),
  status: 'mismatch',
  reason: 'text_mismatch',
  evidence: EVIDENCE,
  observed: {
    displayed: planted('displayed'),
    value: '8675309',
    scale: '8675309',
    scale_text: planted('scale'),
    unit: planted('unit'),
    unit_text: planted('unit text'),
    row_path: [planted('row')],
    column_path: [planted('column')],
  },
  difference: [{ part: 'page', text: planted('difference') }],
  checks: [
    { check: 'comparison', outcome: 'fail', reason: 'text_mismatch', detail: planted('detail') },
  ],
  proposal: {
    action: 'repoint',
    page_index: 18,
    scope: 'window',
    candidates: 1,
    evidence: EVIDENCE,
  },
  limitations: ['several_occurrences'],
  metadata: { producer: 'keeps this' },
  input: { file: 'a.jsonl', line: 1 },
});

const LOCATORS = {
  id: 'q1',
  page_index: 17,
  page_label: '18',
  element_id: 'p17-e42',
  table_id: 'p17-table-2',
  table: { ordinal_on_page: 0 },
  bbox: [1, 2, 3, 4] as [number, number, number, number],
  metadata: { producer: 'keeps this' },
};

const AMOUNT = {
  expected_text: planted('expected'),
  displayed: planted('displayed'),
  expected_value: '8675309',
  scale: '8675309',
  unit: planted('unit'),
  period: planted('period'),
  entity: planted('entity'),
  dimensions: { [planted('dimension')]: planted('member') },
  table_title: planted('title'),
  footnotes: [planted('footnote')],
  row_label: [planted('row')],
};

const CLAIMS: readonly Claim[] = [
  { kind: 'quote', ...LOCATORS, page_index_end: 18, expected_text: planted('quote') },
  { kind: 'value', ...LOCATORS, ...AMOUNT },
  { kind: 'page', ...LOCATORS },
  { kind: 'presence', ...LOCATORS, cell_id: 'p17-t2-r4-c2' },
  { kind: 'table_cell', ...LOCATORS, ...AMOUNT, column_label: planted('column') },
  { kind: 'region', ...LOCATORS, expected_text: planted('region') },
  { kind: 'statement', ...LOCATORS, statement: planted('statement'), row_label: planted('row') },
];

function entryWith(claim: Claim | null, claim_index: number): ReportEntry {
  return { envelope_index: 0, claim_index, verdict: VERDICT, claim, crops: [cropOf('a')] };
}

const WORDS = ['Xylocopa', 'zebrawood', '8675309'];

describe('a redacted entry', () => {
  it('has no word of the document left, for a claim of any kind', () => {
    expect(CLAIMS.map(({ kind }) => kind).sort()).toEqual([...CLAIM_KINDS].sort());
    for (const claim of CLAIMS) {
      const before = JSON.stringify(entryWith(claim, 0));
      const after = JSON.stringify(redactEntry(entryWith(claim, 0)));
      for (const word of WORDS) {
        expect(before).toContain(word);
        expect(after).not.toContain(word);
      }
    }
  });

  it('stays valid: verdicts and claims still fit their schemas', () => {
    for (const claim of CLAIMS) {
      const entry = redactEntry(entryWith(claim, 0));
      expect(verdictSchema.parse(entry.verdict)).toEqual(entry.verdict);
      expect(claimSchema.parse(entry.claim)).toEqual(entry.claim);
    }
    expect(redactEntry(entryWith(null, 0)).claim).toBeNull();
  });

  it('still says where, what came of it, and what the producer said of itself', () => {
    const { verdict, claim, crops } = redactEntry(entryWith(CLAIMS[0] ?? null, 0));
    expect(verdict).toMatchObject({
      status: 'mismatch',
      reason: 'text_mismatch',
      evidence: { page_index: 17, page_label: '18', element_id: 'p17-e42', start: 3, end: 20 },
      proposal: { action: 'repoint', page_index: 18, evidence: { boxes: EVIDENCE.boxes } },
      checks: [{ check: 'comparison', outcome: 'fail', reason: 'text_mismatch' }],
      limitations: ['several_occurrences'],
      metadata: { producer: 'keeps this' },
    });
    expect(claim).toMatchObject({ ...LOCATORS, page_index_end: 18, expected_text: '[redacted]' });
    expect(crops).toEqual([]);
  });

  it('keeps a kind that there is', () => {
    const entry = { ...entryWith(null, 0), verdict: verdictOf({ kind: 'quote' }) };
    expect(redactEntry(entry).verdict.kind).toBe('quote');
  });
});

describe('a redacted report', () => {
  it('has no word of the document in any of its files, in any format, and no picture', async () => {
    const out = join(temporaryFolder(), 'report');
    const facts: ReportFacts = {
      ...FACTS,
      run: runOf({ claim_count: CLAIMS.length }),
      machine_outcomes: [
        {
          envelope_index: 0,
          claim_index: 0,
          request_id: 'r1',
          claim_id: 'q1',
          reason: 'parse_crashed',
          attempts: 2,
          detail: planted('crash'),
        },
      ],
    };
    const files = async (isRedacted: boolean): Promise<ReadonlyMap<string, string>> => {
      const artifacts = {
        put: () => Promise.resolve(DIGEST),
        get: () => Promise.resolve(Buffer.from(PLANTED)),
      };
      const contents = { formats: REPORT_FORMATS, isRedacted, artifacts };
      const writer = await createReportFolder(out, CONTEXT, contents).open();
      for (const [at, claim] of CLAIMS.entries()) await writer.write(entryWith(claim, at));
      await writer.finish(facts);
      const names = await readdir(out, { recursive: true, withFileTypes: true });
      const texts = names
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          return [name, await readFile(join(parentPath, name), 'utf8')] as const;
        });
      return new Map(await Promise.all(texts));
    };
    const whole = await files(false);
    const holding = [...whole].filter(([, text]) => text.includes('zebrawood'));
    expect(holding.map(([name]) => name).sort()).toEqual([
      `${'a'.repeat(64)}.png`,
      'report.html',
      'run.json',
      'summary.json',
      'summary.md',
      'verdicts.csv',
      'verdicts.jsonl',
    ]);
    // Written over the whole report: nothing of it may stay beside the redacted one.
    const redacted = await files(true);
    expect([...redacted.keys()].sort()).toEqual([
      'report.html',
      'run.json',
      'summary.json',
      'summary.md',
      'verdicts.csv',
      'verdicts.jsonl',
    ]);
    for (const [name, text] of redacted) {
      for (const word of WORDS) expect(text.includes(word), `${word} in ${name}`).toBe(false);
    }
  });
});
