import { deflateSync } from 'node:zlib';
import { printLines } from '../../../examples/report/picture.ts';
import { FACES } from '../../../examples/report/typeset.ts';
import type { Reason } from '../../../src/contracts/reason.ts';
import { pdfString } from '../../support/pdf-maker.ts';
import { holds, limits, type MatrixCase, type MatrixRow } from '../case.ts';
import { pageClaim, quoteOn, regionOn, valueOn } from '../claims.ts';
import { lookOf, type MadeDocument, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** The document cannot prove the claim either way: that is said, and nobody is accused. */
export const missingCapability: MatrixRow = {
  name: 'missing capability',
  cases: () =>
    [0, 1].flatMap((seed) => [
      ...pictures(seed),
      ...outlines(seed),
      ...undecidedKinds(seed),
      ...withoutLabels(seed),
      ...unmapped(seed),
    ]),
};

const NO_TEXT: readonly Reason[] = ['no_ocr', 'no_text_layer'];

function pictures(seed: number): readonly MatrixCase[] {
  const look = lookOf(seed);
  const bitmap = printLines(['WEIGH NOTE 4417', 'NET WEIGHT 812.5 TONNES', 'SEALED BY THE MASTER']);
  const scan = {
    entries:
      `/Type /XObject /Subtype /Image /Width ${bitmap.width} /Height ${bitmap.height} ` +
      '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
    data: deflateSync(bitmap.data),
  };
  const typed = take(dealer(1500 + seed), 4);
  const document = makeDocument(
    look,
    [
      {
        resources: '/XObject << /Scan @{scan} >>',
        draw: (sheet) =>
          sheet.operators.push(`q ${look.width} 0 0 ${look.height} 0 0 cm /Scan Do Q`),
      },
      { paragraphs: typed },
    ],
    { objects: { scan } },
  );
  const limited = limits(NO_TEXT);
  return [
    {
      title: 'a quote that the picture shows',
      document,
      claim: quoteOn(0, 'SEALED BY THE MASTER'),
      expected: limited,
    },
    {
      title: 'a quote that the picture does not show',
      document,
      claim: quoteOn(0, 'Sealed by the customs officer of the port'),
      expected: limited,
    },
    {
      title: 'a value on a picture',
      document,
      claim: valueOn(0, 'NET WEIGHT', { expected_text: '812.5' }),
      expected: limited,
    },
    {
      title: 'a region of a picture',
      document,
      claim: regionOn(0, [10, 10, 400, 300], 'NET WEIGHT'),
      expected: limited,
    },
    {
      title: 'the picture does not hinder a quote on the typed page beside it',
      document,
      claim: quoteOn(1, typed[1] ?? ''),
      expected: holds({ evidence_page: 1 }),
    },
  ];
}

/** Letters drawn as paths: a reader sees them, the text layer has nothing. */
function outlines(seed: number): readonly MatrixCase[] {
  const look = lookOf(seed + 3);
  const document = makeDocument(look, [
    {
      draw: (sheet) =>
        sheet.operators.push('q 3 w 100 300 m 100 360 l 130 330 l 160 360 l 160 300 l S Q'),
    },
    { paragraphs: take(dealer(1520 + seed), 4) },
  ]);
  return [
    {
      title: 'a quote on a page whose letters are paths',
      document,
      claim: quoteOn(0, 'The seal of the guild was broken.'),
      expected: limits(NO_TEXT),
    },
  ];
}

function undecidedKinds(seed: number): readonly MatrixCase[] {
  const look = lookOf(seed + 1);
  const document = makeDocument(look, [
    {
      lines: ['(in millions)', 'Fares 61.8', 'Freight 12.4'],
      paragraphs: take(dealer(1540 + seed), 3),
    },
  ]);
  const undecided = limits(['unsupported_claim_kind', 'no_tables']);
  const cell = { id: 'c1', kind: 'table_cell', page_index: 0, row_label: 'Freight' };
  return [
    {
      title: 'the digits of a cell stand in flat text',
      document,
      claim: { ...cell, column_label: '2025', expected_text: '12.4' },
      expected: undecided,
    },
    {
      title: 'the digits of a cell stand nowhere',
      document,
      claim: { ...cell, column_label: '2025', expected_text: '99.9' },
      expected: undecided,
    },
    {
      title: 'a statement in other words than the page',
      document,
      claim: { id: 'c1', kind: 'statement', page_index: 0, statement: 'Fares exceed freight.' },
      expected: limits(['unsupported_claim_kind']),
    },
  ];
}

function withoutLabels(seed: number): readonly MatrixCase[] {
  const look = lookOf(seed + 4);
  const deal = dealer(1560 + seed);
  const pages = Array.from({ length: 4 }, () => take(deal, 3));
  const document = makeDocument(
    look,
    pages.map((paragraphs) => ({ paragraphs })),
  );
  const sentence = pages[2]?.[1] ?? '';
  return [
    {
      title: 'a label alone, where the document has none at all',
      document,
      claim: { id: 'c1', kind: 'quote', page_label: '3', expected_text: sentence },
      expected: limits(['no_page_labels']),
    },
    {
      title: 'a label beside the right index, where the document has none at all',
      document,
      claim: pageClaim({ page_index: 2, page_label: '3' }),
      expected: limits(['no_page_labels']),
    },
    {
      title: 'the index alone needs no labels',
      document,
      claim: quoteOn(2, sentence),
      expected: holds({ evidence_page: 2 }),
    },
  ];
}

/** A font that maps every code to the private use area: letters without known meaning. */
function unmapped(seed: number): readonly MatrixCase[] {
  const document = privateUse(seed);
  return [
    {
      title: 'the characters of the page have no known meaning',
      document,
      claim: quoteOn(0, 'The keys were handed over at dawn.'),
      expected: limits(['glyphs_unmapped', 'no_text_layer', 'no_ocr']),
    },
  ];
}

function privateUse(seed: number): MadeDocument {
  const look = lookOf(seed);
  const toUnicode = Object.fromEntries(
    Array.from({ length: 96 }, (_, at) => [32 + at, String.fromCharCode(0xe020 + at)]),
  );
  const text = pdfString('The keys were handed over at dawn.');
  return makeDocument(
    look,
    [
      {
        draw: (sheet) =>
          sheet.operators.push(
            `BT 0 g /Odd 12 Tf 1 0 0 1 70 ${look.height - 150} Tm ${text} Tj ET`,
          ),
      },
    ],
    { fonts: { ...FACES, Odd: { base: 'Helvetica', toUnicode } } },
  );
}
