import { pageOf, type Report, rowBoxOf } from './build.ts';
import { type Example, right } from './example.ts';
import { NOTES_SENTENCE } from './statements.ts';

/** Citations that hold, of every kind that is decided from text. */
export function rightClaims(report: Report): readonly Example[] {
  return [...plainQuotes(report), ...foldedQuotes(report), ...values(report), ...places(report)];
}

/** A quote on the only page that holds its first words, by index and by label. */
export function quote(report: Report, id: string, text: string, known = text): Example['claim'] {
  const page = pageOf(report, known);
  return {
    id,
    kind: 'quote',
    page_index: page,
    page_label: report.labels[page],
    expected_text: text,
  };
}

/** A number of a statement's row; the page is the one that carries `title`. */
export function value(
  report: Report,
  id: string,
  title: string,
  row: string,
  rest: Readonly<Record<string, unknown>>,
): Example['claim'] {
  return { id, kind: 'value', page_index: pageOf(report, title), row_label: row, ...rest };
}

export const INCOME_PAGE = '(in millions of US dollars, except per share amounts)';
export const BALANCE_PAGE = '(in thousands of US dollars)';
export const SEGMENT_PAGE = '(in millions of US dollars, except number of employees)';

function plainQuotes(report: Report): readonly Example[] {
  return [
    right(
      quote(
        report,
        'quote-exact',
        'The rate of lost-time injuries fell to 1.9 for each million hours worked, from 2.7 in 2024.',
      ),
      'The words stand on the page as quoted, over a line end.',
    ),
    right(
      quote(
        report,
        'quote-line-end-hyphen',
        'Imports of furniture and household goods recovered first; exports of machinery followed',
      ),
      '“furni-ture” and “ex-ports” are broken at line ends.',
    ),
    right(
      quote(report, 'quote-two-columns', 'Freight rates fell by 22% over the year.'),
      'The page has two columns; the quote stands inside one of them.',
    ),
    right(
      {
        id: 'quote-boilerplate',
        kind: 'quote',
        page_index: pageOf(report, BALANCE_PAGE),
        expected_text: NOTES_SENTENCE,
      },
      'The sentence stands on three pages; the cited one is among them.',
    ),
  ];
}

/** Quotes that need a step of the reading order or of normalization. */
function foldedQuotes(report: Report): readonly Example[] {
  const letterEnd = pageOf(report, 'We welcomed two new directors.');
  return [
    right(
      {
        id: 'quote-page-break',
        kind: 'quote',
        page_index: letterEnd - 1,
        page_index_end: letterEnd,
        expected_text:
          'within the range of 35% to 45% that the board considers prudent over a full cycle of trade.',
      },
      'The quote runs over the page break, and both pages are cited.',
    ),
    right(
      quote(
        report,
        'quote-ellipsis',
        'Cost of sales rose by 5.8%, less than revenue, … less energy for each move.',
        'Cost of sales rose by 5.8%',
      ),
      'Both segments stand in order in one sentence, and the gap hides no negation.',
    ),
    right(
      quote(
        report,
        'quote-footnote-mark',
        'reached 31.2 moves an hour. Two shipping alliances renewed their contracts for five years',
        'moves an hour. Two shipping alliances',
      ),
      'A raised footnote mark stands between the two sentences.',
    ),
    right(
      quote(
        report,
        'quote-straight-marks',
        '"Net debt" means borrowings and lease liabilities less cash and cash equivalents.',
        'means borrowings and lease liabilities',
      ),
      'The page prints curly quotation marks.',
    ),
    right(
      {
        id: 'quote-label-only',
        kind: 'quote',
        page_label: report.labels[pageOf(report, 'Forward-looking statements This report')],
        expected_text: 'they are not guarantees',
      },
      'Only one page carries the roman label.',
    ),
    right(
      quote(
        report,
        'quote-turned',
        'Transactions between segments are priced as between strangers.',
      ),
      'The file turns this page by 90 degrees.',
    ),
    right(
      quote(report, 'quote-cropped', 'Both covenants were met throughout the year.'),
      'The page has a CropBox inside its MediaBox.',
    ),
    right(
      quote(
        report,
        'quote-after-modal',
        'exceed 2.5 times in any year in which no new basin is built',
      ),
      'Verified, with the limitation that a negation stands just before the quote.',
    ),
  ];
}

function values(report: Report): readonly Example[] {
  const dollars = { unit: 'USD', scale: '1000000' };
  return [
    right(
      value(report, 'value-millions', INCOME_PAGE, 'Revenue', {
        ...dollars,
        expected_text: '486.2',
        expected_value: '486200000',
      }),
      'The page says “in millions of US dollars”.',
    ),
    right(
      value(report, 'value-parentheses', INCOME_PAGE, 'Share of result of associates', {
        ...dollars,
        expected_text: '(2.1)',
        expected_value: '-2100000',
      }),
      'Parentheses are negative.',
    ),
    right(
      value(report, 'value-thousands', BALANCE_PAGE, 'Other reserves', {
        unit: 'USD',
        scale: '1000',
        expected_value: '-9852000',
      }),
      'The balance sheet is in thousands.',
    ),
    right(
      value(report, 'value-percent', INCOME_PAGE, 'Effective tax rate', {
        expected_text: '25.0%',
        unit: 'percent',
      }),
      'A percentage is not scaled.',
    ),
    right(
      value(report, 'value-row-repeated', BALANCE_PAGE, 'Borrowings', { expected_text: '231,500' }),
      'Two rows are called “Borrowings”; exactly one holds the number.',
    ),
    right(
      value(report, 'value-turned', SEGMENT_PAGE, 'Number of employees', {
        expected_text: '3,271',
      }),
      'A row of a turned page.',
    ),
    right(
      {
        id: 'value-in-prose',
        kind: 'value',
        page_index: pageOf(report, 'purchase of the inland terminal at Marrow Ford'),
        expected_text: '$27.4 million',
      },
      'No row is named: the number may stand anywhere on the page, and the verdict says so.',
    ),
  ];
}

function places(report: Report): readonly Example[] {
  const income = pageOf(report, INCOME_PAGE);
  const balance = pageOf(report, BALANCE_PAGE);
  const segments = pageOf(report, SEGMENT_PAGE);
  const assets = rowBoxOf(report, balance, 'Total assets');
  const [x0, y0, x1, y1] = assets;
  const round = (part: number): number => Math.round(part * 1e5) / 1e5;
  return [
    right({ id: 'page-index', kind: 'page', page_index: 0 }, 'The document has a first page.'),
    right(
      { id: 'page-label', kind: 'page', page_index: income, page_label: report.labels[income] },
      'The page carries the label, printed and in the label dictionary.',
    ),
    right(
      { id: 'presence-region', kind: 'presence', page_index: balance, bbox: assets },
      'Something stands in the region.',
    ),
    right(
      {
        id: 'region-row',
        kind: 'region',
        page_index: balance,
        bbox: assets,
        expected_text: '823,417',
      },
      'The number stands inside the region.',
    ),
    right(
      {
        id: 'region-fraction',
        kind: 'region',
        page_index: balance,
        bbox: [round(x0 / 595), round(y0 / 842), round(x1 / 595), round(y1 / 842)],
        bbox_space: 'display_fraction_top_left',
        expected_text: '823,417',
      },
      'The same region as fractions of the page.',
    ),
    right(
      {
        id: 'region-turned',
        kind: 'region',
        page_index: segments,
        bbox: rowBoxOf(report, segments, 'Number of employees'),
        expected_text: '3,271',
      },
      'Points of the page as it is displayed, after rotation.',
    ),
  ];
}
