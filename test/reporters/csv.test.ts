import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../src/contracts/claim.ts';
import type { ReportEntry } from '../../src/pipeline/ports.ts';
import { CSV_COLUMNS, createCsvView } from '../../src/reporters/csv.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cropOf, entryOf, FACTS, summaryOf, verdictOf } from './verdicts.ts';

async function csvOf(entries: readonly ReportEntry[]): Promise<string> {
  const path = join(temporaryFolder(), 'x.csv');
  const writer = await createCsvView().open(path);
  for (const entry of entries) await writer.write(entry);
  await writer.finish(FACTS, summaryOf(entries.map(({ verdict }) => verdict)));
  return readFile(path, 'utf8');
}

/** Reads RFC 4180 as it is written there: quoted cells, doubled quotes, CRLF. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*")(,|\r\n)/gy;
  cell.lastIndex = 1;
  let end = 1;
  for (let match = cell.exec(csv); match !== null; match = cell.exec(csv)) {
    end = cell.lastIndex;
    rows.at(-1)?.push((match[1] ?? '').slice(1, -1).replaceAll('""', '"'));
    if (match[2] === '\r\n') rows.push([]);
  }
  expect(end).toBe(csv.length);
  return rows.slice(0, -1);
}

/** The cells of one entry by column. */
async function cellsOf(entry: ReportEntry): Promise<Record<string, string>> {
  const [head, row, ...more] = parse(await csvOf([entry]));
  expect(more).toEqual([]);
  expect(head).toEqual([...CSV_COLUMNS]);
  expect(row).toHaveLength(CSV_COLUMNS.length);
  return Object.fromEntries(CSV_COLUMNS.map((column, at) => [column, row?.[at] ?? '']));
}

const quote = (expected_text: string): Claim => ({
  id: 'q1',
  kind: 'quote',
  page_index: 17,
  page_label: '18',
  expected_text,
});

async function expectedCell(text: string): Promise<string> {
  return (await cellsOf({ ...entryOf(verdictOf()), claim: quote(text) }))['expected_text'] ?? '';
}

describe('verdicts.csv', () => {
  it('has one row a claim under the header, and says what was expected and what was found', async () => {
    const verdict = verdictOf({
      status: 'mismatch',
      reason: 'value_mismatch',
      kind: 'value',
      match_method: null,
      release: 'block',
      limitations: ['several_occurrences', 'degraded_parse'],
      checks: [
        { check: 'claim', outcome: 'pass' },
        { check: 'comparison', outcome: 'fail', reason: 'value_mismatch', detail: 'It says 13.' },
      ],
      observed: {
        displayed: '(2.1)',
        value: '-2100000',
        scale: '1000000',
        scale_text: 'in millions',
        unit: 'USD',
        unit_text: '$',
        row_path: ['Net sales'],
        column_path: [],
      },
      proposal: { action: 'flag' },
    });
    const claim: Claim = {
      id: 'v1',
      kind: 'value',
      page_index: 3,
      expected_value: '-2200000',
      scale: '1000000',
      unit: 'USD',
    };
    const crop = cropOf('c');
    expect(await cellsOf({ ...entryOf(verdict), claim, crops: [crop] })).toMatchObject({
      envelope_index: '0',
      claim_id: 'q1',
      status: 'mismatch',
      reason: 'value_mismatch',
      release: 'block',
      action: 'flag',
      cited_page_index: '3',
      cited_page_label: '',
      expected_text: '',
      expected_value: '-2200000',
      expected_scale: '1000000',
      found_text: '(2.1)',
      found_value: '-2100000',
      found_unit: 'USD',
      limitations: 'several_occurrences degraded_parse',
      detail: 'It says 13.',
      picture: `crops/${'c'.repeat(64)}.png`,
    });
  });

  it('has a row also for what could not be read', async () => {
    const verdict = verdictOf({
      request_id: null,
      claim_id: null,
      kind: null,
      status: 'invalid',
      reason: 'schema',
      input: { file: 'a.jsonl', line: 7 },
    });
    expect(await cellsOf(entryOf(verdict))).toMatchObject({
      request_id: '',
      status: 'invalid',
      cited_page_index: '',
      input_file: 'a.jsonl',
      input_line: '7',
    });
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-2+3+cmd', "'-2+3+cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "' =1"],
    ['\u00a0 =1', "'\u00a0 =1"],
    ['\u200b\ufeff=1', "'\u200b\ufeff=1"],
    ['\u0000=1', "'\ufffd=1"],
    ['\uff1dHYPERLINK("http://x")', '\'\uff1dHYPERLINK("http://x")'],
    ['-2.1', '-2.1'],
    ['(2.1)', '(2.1)'],
    ['a=1', 'a=1'],
    ['He said "no", twice', 'He said "no", twice'],
    ['one\r\ntwo\nthree\u2028four', 'one two three four'],
    ['\ud800x', '\ufffdx'],
  ])('shows %j as %j', async (text, cell) => {
    expect(await expectedCell(text)).toBe(cell);
  });

  it('cuts a text that no spreadsheet holds, and says so by an ellipsis', async () => {
    const cell = await expectedCell('x'.repeat(40_000));
    expect(cell).toHaveLength(32_001);
    expect(cell.endsWith('x…')).toBe(true);
  });

  it('begins with a byte order mark, ends rows with CRLF and quotes every cell', async () => {
    const csv = await csvOf([entryOf(verdictOf())]);
    expect(csv.startsWith('\ufeff"envelope_index","claim_index"')).toBe(true);
    expect(csv.endsWith('"\r\n')).toBe(true);
    expect(csv.split('\r\n')).toHaveLength(3);
  });

  it('can be read back, one line a claim, and never holds what a spreadsheet would run', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc
        .array(
          fc.constantFrom('=', '+', '-', '@', '"', ',', '\n', '\r', '\t', ' ', '\u200b', '1', 'a'),
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (claim_id, expected) => {
        const entry = { ...entryOf(verdictOf({ claim_id })), claim: quote(`${expected}.`) };
        const csv = await csvOf([entry, entry]);
        expect(csv.split(/\r\n|[\r\n\u2028\u2029]/u)).toHaveLength(4);
        for (const cell of parse(csv).flat()) {
          const first = cell.replace(/^[\s\p{Cf}\ufffd]+/u, '').at(0) ?? '';
          const isRun = '=+-@'.includes(first) && first !== '' && Number.isNaN(Number(cell));
          expect(isRun).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves nothing behind when it is abandoned', async () => {
    const path = join(temporaryFolder(), 'x.csv');
    const writer = await createCsvView().open(path);
    await writer.write(entryOf(verdictOf()));
    await writer.abandon();
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});
