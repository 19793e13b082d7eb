import { pageOf, type Report, rowBoxOf } from './build.ts';
import { type Example, wrong } from './example.ts';
import { BALANCE_PAGE, INCOME_PAGE, quote, SEGMENT_PAGE, value } from './right-claims.ts';

/** Citations that do not hold, one for each way to be wrong, and some that cannot be settled. */
export function wrongClaims(report: Report): readonly Example[] {
  return [
    ...wrongPages(report),
    ...wrongWords(report),
    ...wrongValues(report),
    ...wrongPlaces(report),
    ...unsettled(report),
  ];
}

function wrongPages(report: Report): readonly Example[] {
  const pilots = 'Tariffs for pilotage remain frozen until the authority has finished its review.';
  const market = pageOf(report, pilots);
  const letterEnd = pageOf(report, 'We welcomed two new directors.');
  return [
    wrong(
      { id: 'page-one-based', kind: 'quote', page_index: market + 1, expected_text: pilots },
      'mismatch',
      ['evidence_on_other_page'],
      'The page was counted from one.',
      market,
    ),
    wrong(
      { id: 'page-before', kind: 'quote', page_index: market - 2, expected_text: pilots },
      'mismatch',
      ['evidence_on_other_page'],
      'The quote stands two pages later.',
      market,
    ),
    wrong(
      { id: 'page-far', kind: 'quote', page_index: market + 8, expected_text: pilots },
      'mismatch',
      ['evidence_on_other_page'],
      'The quote stands eight pages earlier, and nowhere else.',
      market,
    ),
    wrong(
      { ...quote(report, 'label-wrong', pilots), page_label: 'iv' },
      'mismatch',
      ['page_label_mismatch'],
      'The page at this index carries another label.',
    ),
    wrong(
      { id: 'label-unknown', kind: 'quote', page_label: 'B-7', expected_text: pilots },
      'not_found',
      ['page_label_not_found'],
      'No page carries this label; the quote stands on one page.',
      market,
    ),
    wrong(
      { id: 'page-out-of-range', kind: 'page', page_index: report.page_count },
      'not_found',
      ['page_out_of_range'],
      'The index of the last page is one less.',
    ),
    wrong(
      {
        id: 'page-break-half',
        kind: 'quote',
        page_index: letterEnd - 1,
        expected_text:
          'within the range of 35% to 45% that the board considers prudent over a full cycle of trade.',
      },
      'mismatch',
      ['evidence_spans_pages'],
      'The quote runs over the page break, but one page is cited.',
    ),
  ];
}

function wrongWords(report: Report): readonly Example[] {
  const near = (id: string, text: string, known: string, why: string): Example =>
    wrong(
      quote(report, id, text, known),
      'mismatch',
      ['text_mismatch', 'text_partially_present'],
      why,
    );
  return [
    near(
      'words-negation',
      'No target of this company is worth a life, and a bonus was paid to the directors for the year.',
      'No target of this company is worth a life',
      'The page says that no bonus was paid.',
    ),
    near(
      'words-modal',
      'the ratio must not exceed 2.5 times in any year in which no new basin is built',
      'the ratio should not exceed 2.5 times',
      'The page says “should not”.',
    ),
    near(
      'words-number',
      'a rise of the mean sea level of 24 centimetres by 2070',
      'a rise of the mean sea level',
      'The page says 42 centimetres.',
    ),
    near(
      'words-percent',
      'emissions of nitrogen oxides inside the harbour fell by 1.8%',
      'emissions of nitrogen oxides',
      'The page says 18%.',
    ),
    near(
      'words-currency',
      'the board approved the purchase of two tugs for $9.6 million',
      'the board approved the purchase of two tugs',
      'The page says €9.6 million.',
    ),
    near(
      'words-direction',
      'the ratio of net debt to operating profit before depreciation rose to 1.7 times',
      'operating profit before depreciation fell to 1.7',
      'The page says that the ratio fell.',
    ),
    near(
      'words-gap-hides-negation',
      'the company … store dangerous goods of class 3 on the low quay',
      'the company must not store dangerous goods',
      'The ellipsis leaves out “must not”.',
    ),
    near(
      'words-spliced',
      'In June we completed the purchase of the inland terminal together with every lighthouse north of Osterholm',
      'In June we completed the purchase of the inland terminal',
      'The second half was made up.',
    ),
    wrong(
      {
        id: 'words-made-up',
        kind: 'quote',
        page_index: 6,
        expected_text: 'Icebreakers were sold to a museum in Valparaiso during the second quarter.',
      },
      'not_found',
      ['text_not_found'],
      'Nothing like it stands in the document.',
    ),
  ];
}

function wrongValues(report: Report): readonly Example[] {
  const income = (id: string, row: string, rest: Readonly<Record<string, unknown>>) =>
    value(report, id, INCOME_PAGE, row, rest);
  return [
    wrong(
      income('value-other-row', 'Revenue', { expected_text: '184.7' }),
      'mismatch',
      ['value_mismatch'],
      '184.7 is the gross profit, not the revenue.',
    ),
    wrong(
      income('value-sign', 'Share of result of associates', { expected_text: '2.1' }),
      'mismatch',
      ['sign_mismatch'],
      'The row says (2.1).',
    ),
    wrong(
      value(report, 'value-scale', BALANCE_PAGE, 'Inventories', {
        expected_text: '21,384',
        expected_value: '21384000000',
        scale: '1000000',
      }),
      'mismatch',
      ['scale_mismatch'],
      'The balance sheet is in thousands.',
    ),
    wrong(
      income('value-currency', 'Gross profit', { expected_text: '184.7', unit: 'EUR' }),
      'mismatch',
      ['currency_mismatch'],
      'The statement is in US dollars.',
    ),
    wrong(
      income('value-decimal-point', 'Profit for the year', { expected_text: '5.51' }),
      'mismatch',
      ['value_mismatch'],
      'The decimal point has moved.',
    ),
    wrong(
      income('value-no-such-row', 'Goodwill written off', { expected_text: '999.3' }),
      'not_found',
      ['row_not_found'],
      'The page has no such row, and no page has the number.',
    ),
  ];
}

function wrongPlaces(report: Report): readonly Example[] {
  const balance = pageOf(report, BALANCE_PAGE);
  const segments = pageOf(report, SEGMENT_PAGE);
  const box = rowBoxOf(report, balance, 'Inventories');
  return [
    wrong(
      {
        id: 'region-other-row',
        kind: 'region',
        page_index: balance,
        bbox: box,
        expected_text: '88,731',
      },
      'mismatch',
      ['evidence_elsewhere_on_page'],
      'The number stands one row below the region.',
    ),
    wrong(
      {
        id: 'region-outside',
        kind: 'region',
        page_index: balance,
        bbox: [40, 900, 300, 960],
        expected_text: '88,731',
      },
      'not_found',
      ['region_outside_page'],
      'The page is 842 points high.',
    ),
    wrong(
      { id: 'region-empty', kind: 'presence', page_index: balance, bbox: [200, 700, 400, 760] },
      'not_found',
      ['region_empty'],
      'Nothing is printed there.',
    ),
    wrong(
      {
        id: 'element-unknown',
        kind: 'presence',
        page_index: balance,
        element_id: `p${balance}-e999`,
      },
      'not_found',
      ['element_not_found'],
      'The page has no such element.',
    ),
    wrong(
      {
        id: 'region-before-rotation',
        kind: 'region',
        page_index: segments,
        bbox: [100, 60, 200, 400],
        bbox_space: {
          origin: 'top_left',
          unit: 'point',
          page_width: 595,
          page_height: 842,
          rotation: 0,
        },
        expected_text: '3,271',
      },
      'mismatch',
      ['geometry_mismatch'],
      'The page is displayed 842 points wide and turned by 90 degrees.',
    ),
  ];
}

function unsettled(report: Report): readonly Example[] {
  return [
    wrong(
      {
        id: 'limited-picture',
        kind: 'quote',
        page_index: report.page_count - 1,
        expected_text: 'NO VESSEL SHALL LEAVE ITS BERTH BEFORE A PILOT IS ON BOARD.',
      },
      'capability_limited',
      ['no_ocr', 'no_text_layer'],
      'The page is a picture of a telegram; its text is not read yet.',
    ),
    wrong(
      {
        id: 'limited-cell',
        kind: 'table_cell',
        page_index: pageOf(report, INCOME_PAGE),
        row_label: 'Revenue',
        column_label: '2025',
        expected_value: '486200000',
        unit: 'USD',
      },
      'capability_limited',
      ['unsupported_claim_kind', 'no_tables'],
      'Cells need the structure of the table, which is not read yet.',
    ),
    wrong(
      {
        id: 'limited-statement',
        kind: 'statement',
        page_index: pageOf(report, 'Two matters did not go well.'),
        statement: 'The cruise terminal opened late because of its passenger bridges.',
      },
      'capability_limited',
      ['unsupported_claim_kind'],
      'Statements need a judge.',
    ),
  ];
}
