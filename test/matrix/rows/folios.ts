import { put, putRight, type Sheet } from '../../../examples/report/typeset.ts';
import { fails, holds, limits, type MatrixCase, type MatrixRow } from '../case.ts';
import { pageClaim, quoteOn } from '../claims.ts';
import { type Look, lookOf, makeDocument } from '../document.ts';
import { dealer, fillPages } from '../sentences.ts';

/** Page numbers as they are printed in practice, without a label dictionary. */
export const printedFolios: MatrixRow = {
  name: 'printed folios',
  cases: () => [...FOLIOS.flatMap((folio, index) => folioCases(folio, index)), ...noFolios()],
};

interface Folio {
  readonly what: string;
  readonly count: number;
  /** What a reader calls the page. */
  readonly label: (index: number) => string;
  readonly draw: (sheet: Sheet, look: Look, index: number) => void;
}

const furniture = (look: Look) => ({ ...look.style, size: 8 });

const foot = (sheet: Sheet, look: Look, text: string): void => {
  put(sheet, look.width / 2 - 12, look.height - 26, text, furniture(look));
};

const FOLIOS: readonly Folio[] = [
  {
    what: '“Page 5 of 9” at the foot',
    count: 9,
    label: (index) => String(index + 1),
    draw: (sheet, look, index) => foot(sheet, look, `Page ${index + 1} of 9`),
  },
  {
    what: 'between dashes',
    count: 8,
    label: (index) => String(index + 11),
    draw: (sheet, look, index) => foot(sheet, look, `- ${index + 11} -`),
  },
  {
    what: 'in the outer corner, beside the title and the year',
    count: 8,
    label: (index) => String(index + 40),
    draw: (sheet, look, index) => {
      const text = String(index + 40);
      const y = look.height - 26;
      if (index % 2 === 0) put(sheet, look.margin, y, text, furniture(look));
      else putRight(sheet, look.width - look.margin, y, text, furniture(look));
      foot(sheet, look, 'Annual Report 2025');
    },
  },
  {
    what: 'with the letter of the section',
    count: 7,
    label: (index) => `F-${index + 1}`,
    draw: (sheet, look, index) => foot(sheet, look, `F-${index + 1}`),
  },
  {
    what: 'in the running head',
    count: 8,
    label: (index) => String(index + 3),
    draw: (sheet, look, index) =>
      putRight(
        sheet,
        look.width - look.margin,
        30,
        `Trustees’ Report | ${index + 3}`,
        furniture(look),
      ),
  },
];

function folioCases(folio: Folio, seed: number): readonly MatrixCase[] {
  const look = lookOf(seed % 2);
  const pages = fillPages(dealer(2500 + seed), folio.count, 3);
  const document = makeDocument(
    look,
    pages.map((paragraphs, index) => ({
      paragraphs,
      draw: (sheet) => folio.draw(sheet, look, index),
    })),
  );
  const cited = 4;
  const sentence = pages[cited]?.[1] ?? '';
  return [
    {
      title: `${folio.what}: index and label`,
      document,
      claim: quoteOn(cited, sentence, { page_label: folio.label(cited) }),
      expected: holds({ evidence_page: cited }),
    },
    {
      title: `${folio.what}: label alone`,
      document,
      claim: { id: 'c1', kind: 'quote', page_label: folio.label(cited), expected_text: sentence },
      expected: holds({ evidence_page: cited }),
    },
    {
      title: `${folio.what}: the label of the page before`,
      document,
      claim: pageClaim({ page_index: cited, page_label: folio.label(cited - 1) }),
      expected: fails(['page_label_mismatch']),
    },
    {
      title: `${folio.what}: the year is no label`,
      document,
      claim: pageClaim({ page_index: cited, page_label: '2025' }),
      expected: fails(['page_label_mismatch']),
    },
  ];
}

/** Numbers at the foot of pages that are not page numbers. */
function noFolios(): readonly MatrixCase[] {
  const look = lookOf(0);
  const totals = ['4,118', '97', '2,306', '58', '641', '7,720'];
  const pages = fillPages(dealer(2560), totals.length, 3);
  const document = makeDocument(
    look,
    pages.map((paragraphs, index) => ({
      paragraphs,
      draw: (sheet) => foot(sheet, look, totals[index] ?? ''),
    })),
  );
  return [
    {
      title: 'totals at the foot of each page are no folios',
      document,
      claim: pageClaim({ page_index: 1, page_label: '97' }),
      expected: limits(['no_page_labels']),
    },
  ];
}
