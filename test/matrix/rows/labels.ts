import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { pageClaim, quoteOn } from '../claims.ts';
import { lookOf, type MadeDocument, makeDocument } from '../document.ts';
import { dealer, fillPages } from '../sentences.ts';

type Labelling = 'dictionary' | 'printed' | 'both';

/** Page numbers that start again: roman front matter, a body, and an exhibit that restarts at 1. */
export const pageLabelRestarts: MatrixRow = {
  name: 'page-label restarts',
  cases: () =>
    (['dictionary', 'printed', 'both'] as const).flatMap((labelling, index) =>
      restarts(labelling, index),
    ),
};

/** The label dictionary counts from the cover, the printed folios do not. */
export const labelSourcesDisagree: MatrixRow = {
  name: 'label sources disagree',
  cases: () => [0, 1, 2, 3, 4].flatMap(disagreement),
};

const FRONT = ['i', 'ii', 'iii', 'iv'];
const BODY = ['1', '2', '3', '4', '5', '6'];
const EXHIBIT = ['1', '2', '3', '4', '5'];
const LABELS = [...FRONT, ...BODY, ...EXHIBIT];

function restarts(labelling: Labelling, seed: number): readonly MatrixCase[] {
  const pages = fillPages(dealer(300 + seed), LABELS.length, 3);
  const document = makeDocument(
    lookOf(seed),
    pages.map((paragraphs, index) => {
      const footer = labelling === 'dictionary' ? undefined : LABELS[index];
      return footer === undefined ? { paragraphs } : { paragraphs, footer };
    }),
    labelling === 'printed' ? {} : { pageLabels: `0 << /S /r >> 4 << /S /D >> 10 << /S /D >>` },
  );
  return [...rightLabels(document, pages), ...wrongLabels(document, pages)];
}

function rightLabels(document: MadeDocument, pages: string[][]): readonly MatrixCase[] {
  const sentence = (index: number): string => pages[index]?.[1] ?? '';
  const right = (title: string, claim: MatrixCase['claim'], page: number): MatrixCase => ({
    title,
    document,
    claim,
    expected: holds({ evidence_page: page }),
  });
  return [
    right('label 2 of the body, by index', quoteOn(5, sentence(5), { page_label: '2' }), 5),
    right('label 2 of the exhibit, by index', quoteOn(11, sentence(11), { page_label: '2' }), 11),
    right(
      'a roman label alone',
      { id: 'c1', kind: 'quote', page_label: 'ii', expected_text: sentence(1) },
      1,
    ),
    right(
      'the one label that the exhibit does not repeat, alone',
      { id: 'c1', kind: 'quote', page_label: '6', expected_text: sentence(9) },
      9,
    ),
    {
      title: 'a page claim with index and label',
      document,
      claim: pageClaim({ page_index: 12, page_label: '3' }),
      expected: holds(),
    },
  ];
}

function wrongLabels(document: MadeDocument, pages: string[][]): readonly MatrixCase[] {
  const sentence = (index: number): string => pages[index]?.[1] ?? '';
  return [
    {
      title: 'a label that two pages carry, alone',
      document,
      claim: { id: 'c1', kind: 'quote', page_label: '2', expected_text: sentence(5) },
      expected: fails(['page_label_ambiguous']),
    },
    {
      title: 'a label that no page carries',
      document,
      claim: { id: 'c1', kind: 'quote', page_label: '19', expected_text: sentence(5) },
      expected: fails(['page_label_not_found']),
    },
    {
      title: 'the right index with the label of the next page',
      document,
      claim: quoteOn(6, sentence(6), { page_label: '4' }),
      expected: fails(['page_label_mismatch']),
    },
    {
      title: 'the machine index plus one taken for the label',
      document,
      claim: quoteOn(7, sentence(7), { page_label: '8' }),
      expected: fails(['page_label_mismatch']),
    },
    {
      title: 'a page claim whose label is in other letters',
      document,
      claim: pageClaim({ page_index: 2, page_label: 'III' }),
      expected: fails(['page_label_mismatch']),
    },
  ];
}

function disagreement(seed: number): readonly MatrixCase[] {
  const front = 2 + (seed % 3);
  const count = front + 7;
  const pages = fillPages(dealer(400 + seed), count, 3);
  const printed = (index: number): string | undefined =>
    index < front ? undefined : String(index - front + 1);
  const document = makeDocument(
    lookOf(seed + 1),
    pages.map((paragraphs, index) => {
      const footer = printed(index);
      return footer === undefined ? { paragraphs } : { paragraphs, footer };
    }),
    { pageLabels: '0 << /S /D >>' },
  );
  const cited = front + 2;
  const sentence = pages[cited]?.[0] ?? '';
  const disagree = holds({ evidence_page: cited, limitations: ['label_sources_disagree'] });
  return [
    {
      title: 'the claim agrees with the label dictionary',
      document,
      claim: quoteOn(cited, sentence, { page_label: String(cited + 1) }),
      expected: disagree,
    },
    {
      title: 'the claim agrees with the printed folio',
      document,
      claim: quoteOn(cited, sentence, { page_label: printed(cited) }),
      expected: disagree,
    },
    {
      title: 'the claim agrees with neither',
      document,
      claim: quoteOn(cited, sentence, { page_label: '40' }),
      expected: fails(['page_label_mismatch']),
    },
    {
      title: 'the label alone names one page by the dictionary and another by the folios',
      document,
      claim: {
        id: 'c1',
        kind: 'quote',
        page_label: String(cited + 1),
        expected_text: sentence,
      },
      expected: fails(['page_label_ambiguous']),
    },
  ];
}
