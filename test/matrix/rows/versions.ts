import { put } from '../../../examples/report/typeset.ts';
import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { pageClaim, quoteOn, regionOn, valueOn } from '../claims.ts';
import { boxOf, lookOf, makeDocument, type PageSpec } from '../document.ts';
import { dealer, fillPages } from '../sentences.ts';

/** Another version was cited than the one that lies there: nothing of it may be reused as proof. */
export const staleVersion: MatrixRow = {
  name: 'stale version',
  cases: () => [0, 1].flatMap(staleCases),
};

const OTHER_VERSION = `sha256:${'5e'.repeat(32)}`;

function staleCases(seed: number): readonly MatrixCase[] {
  const look = lookOf(seed);
  const pages = fillPages(dealer(600 + seed), 3, 4);
  const rows: NonNullable<PageSpec['draw']> = (sheet) => {
    put(sheet, look.margin, look.height - 120, '(in millions of dollars)', look.style);
    put(sheet, look.margin, look.height - 100, 'Order intake', look.style);
    put(sheet, look.width - look.margin - 60, look.height - 100, '310.4', look.style);
  };
  const document = makeDocument(
    look,
    pages.map((paragraphs) => ({ paragraphs, draw: rows })),
    { pageLabels: '0 << /S /D >>' },
  );
  const sentence = pages[1]?.[2] ?? '';
  const box = boxOf(document, 1, sentence);
  const value = valueOn(1, 'Order intake', { expected_text: '310.4' });
  const claims: readonly (readonly [string, MatrixCase['claim']])[] = [
    ['a quote that still stands', quoteOn(1, sentence)],
    ['a quote that never stood', quoteOn(1, 'Penguins unanimously rejected the merger.')],
    ['a value that still stands', value],
    ['a page that still exists', pageClaim({ page_index: 1, page_label: '2' })],
    ['a page that never existed', pageClaim({ page_index: 77 })],
    ['a label of another page', quoteOn(1, sentence, { page_label: '3' })],
    ['a region that still holds the text', regionOn(1, box, sentence)],
    ['the presence of a region', { id: 'c1', kind: 'presence', page_index: 1, bbox: box }],
    [
      'a table cell',
      {
        id: 'c1',
        kind: 'table_cell',
        page_index: 1,
        row_label: 'Order intake',
        column_label: '2025',
        expected_text: '310.4',
      },
    ],
    ['a statement', { id: 'c1', kind: 'statement', page_index: 1, statement: 'Orders came in.' }],
  ];
  return [
    ...claims.map(([what, claim]) => ({
      title: `${what}, cited from another version`,
      document,
      claim,
      head: { document_fingerprint: OTHER_VERSION },
      expected: fails(['fingerprint_mismatch']),
    })),
    {
      title: 'a placeholder stands in place of the fingerprint',
      document,
      claim: quoteOn(1, sentence),
      head: { document_fingerprint: 'sha256:governed-source-digest' },
      expected: fails(['fingerprint_mismatch']),
    },
    {
      title: 'the envelope names no version',
      document,
      claim: quoteOn(1, sentence),
      head: { document_fingerprint: null },
      expected: fails(['fingerprint_missing']),
    },
    {
      title: 'the very version that lies there is cited',
      document,
      claim: quoteOn(1, sentence),
      expected: holds({ evidence_page: 1 }),
    },
  ];
}
