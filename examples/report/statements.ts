import {
  addPage,
  BODY,
  type Book,
  type Flow,
  flowOver,
  heading,
  paragraph,
  SMALL,
} from './book.ts';
import { type Statement, type StatementRow, statement } from './table.ts';
import { put } from './typeset.ts';

/** The sentence at the foot of each statement; it stands on several pages, word for word. */
export const NOTES_SENTENCE =
  'The accompanying notes form an integral part of these consolidated financial statements.';

export function setStatements(book: Book): void {
  const years = ['2025', '2024'];
  setStatement(book, 'Consolidated income statement', 'Year ended 31 December', INCOME_SCALE, {
    columns: years,
    has_notes: true,
    rows: INCOME,
  });
  setStatement(book, 'Consolidated balance sheet', 'At 31 December', BALANCE_SCALE, {
    columns: years,
    has_notes: true,
    rows: BALANCE,
  });
  setStatement(book, 'Consolidated cash flow statement', 'Year ended 31 December', CASH_SCALE, {
    columns: years,
    has_notes: false,
    rows: CASH,
  });
}

/** The wide page with the segments; the file holds it upright and turns it for display. */
export function setSegments(book: Book): void {
  const { sheet } = addPage(book, 'arabic', { kind: 'turned' });
  const flow: Flow = { sheet, x: 64, y: 92, width: 714, bottom: 500, turn: () => undefined };
  heading(flow, 'Segment information');
  put(sheet, flow.x, flow.y, '(in millions of US dollars, except number of employees)', BODY);
  flow.y += 26;
  statement(flow, SEGMENT_TABLE(book.edition !== ''));
  paragraph(
    flow,
    'Segment results are those reported to the chief executive. Transactions between segments are priced as ' +
      'between strangers. No single customer accounted for more than 14% of revenue.',
  );
}

export function setFiveYears(book: Book): void {
  const flow = flowOver(book, 'appendix');
  heading(flow, 'Five-year summary');
  put(
    flow.sheet,
    flow.x,
    flow.y,
    '(in millions of US dollars, except per share data and volume)',
    BODY,
  );
  flow.y += 26;
  statement(flow, {
    columns: ['2025', '2024', '2023', '2022', '2021'],
    has_notes: false,
    rows: [
      row('Revenue', '486.2', '451.7', '427.5', '402.9', '388.4'),
      row('Operating profit', '87.1', '78.6', '71.3', '66.0', '59.8'),
      row('Operating margin', '17.9%', '17.4%', '16.7%', '16.4%', '15.4%'),
      row('Profit for the year', '55.1', '48.8', '43.9', '(3.2)', '36.5'),
      row('Net debt', '229.4', '264.1', '271.8', '289.5', '274.0'),
      row('Dividend per share (cents)', '27.5', '25.0', '22.0', '—', '18.5'),
      row('Volume (thousand TEU)', '2,840', '2,677', '2,598', '2,431', '2,465'),
    ],
  });
  paragraph(
    flow,
    'The loss of 2022 was caused by the write-off of the container barge project. Volumes before 2023 include ' +
      'empty containers moved between the two basins, which are no longer counted.',
  );
}

function setStatement(
  book: Book,
  title: string,
  period: string,
  scale: string,
  table: Statement,
): void {
  const flow = flowOver(book, 'arabic');
  heading(flow, title);
  put(flow.sheet, flow.x, flow.y, period, BODY);
  put(flow.sheet, flow.x, flow.y + 14, scale, BODY);
  flow.y += 38;
  statement(flow, table);
  paragraph(flow, NOTES_SENTENCE, SMALL);
}

const INCOME_SCALE = '(in millions of US dollars, except per share amounts)';
const BALANCE_SCALE = '(in thousands of US dollars)';
const CASH_SCALE = '(in millions of US dollars)';

function row(label: string, ...cells: readonly string[]): StatementRow {
  return { label, cells };
}

function total(label: string, ...cells: readonly string[]): StatementRow {
  return { label, cells, look: 'total' };
}

function section(label: string): StatementRow {
  return { label, cells: [], look: 'section' };
}

const INCOME: readonly StatementRow[] = [
  { label: 'Revenue', note: '3', cells: ['$ 486.2', '$ 451.7'] },
  row('Cost of sales', '(301.5)', '(284.9)'),
  total('Gross profit', '184.7', '166.8'),
  row('Distribution costs', '(38.4)', '(36.1)'),
  { label: 'Administrative expenses', note: '4', cells: ['(61.9)', '(58.3)'] },
  { label: 'Impairment of quay equipment', note: '5', cells: ['(4.6)', '—'] },
  row('Other operating income', '7.3', '6.2'),
  total('Operating profit', '87.1', '78.6'),
  row('Finance income', '2.8', '1.9'),
  { label: 'Finance costs', note: '6', cells: ['(14.3)', '(15.6)'] },
  row('Share of result of associates', '(2.1)', '0.8'),
  total('Profit before tax', '73.5', '65.7'),
  { label: 'Income tax expense', note: '7', cells: ['(18.4)', '(16.9)'] },
  total('Profit for the year', '$ 55.1', '$ 48.8'),
  section('Attributable to:'),
  row('Owners of the parent', '53.6', '47.5'),
  row('Non-controlling interests', '1.5', '1.3'),
  section('Earnings per share (in dollars)'),
  row('Basic', '$ 0.67', '$ 0.59'),
  row('Diluted', '$ 0.66', '$ 0.58'),
  row('Effective tax rate', '25.0%', '25.7%'),
];

const BALANCE: readonly StatementRow[] = [
  section('Assets'),
  { label: 'Property, plant and equipment', note: '5', cells: ['$ 512,480', '$ 498,115'] },
  row('Right-of-use assets', '64,207', '70,931'),
  row('Intangible assets', '38,940', '41,275'),
  row('Investments in associates', '17,655', '19,742'),
  row('Deferred tax assets', '6,118', '5,804'),
  total('Total non-current assets', '639,400', '635,867'),
  row('Inventories', '21,384', '19,962'),
  row('Trade and other receivables', '88,731', '82,446'),
  row('Cash and cash equivalents', '73,902', '58,617'),
  total('Total current assets', '184,017', '161,025'),
  total('Total assets', '$ 823,417', '$ 796,892'),
  section('Equity and liabilities'),
  row('Share capital', '80,000', '80,500'),
  row('Retained earnings', '318,264', '286,910'),
  row('Other reserves', '(9,852)', '(7,431)'),
  row('Non-controlling interests', '12,240', '11,115'),
  total('Total equity', '400,652', '371,094'),
  section('Non-current liabilities'),
  { label: 'Borrowings', note: '6', cells: ['231,500', '246,000'] },
  row('Lease liabilities', '55,318', '61,204'),
  row('Provisions', '14,876', '13,950'),
  section('Current liabilities'),
  row('Trade and other payables', '96,407', '81,383'),
  row('Current tax liabilities', '8,164', '7,761'),
  { label: 'Borrowings', note: '6', cells: ['16,500', '15,500'] },
  total('Total liabilities', '422,765', '425,798'),
  total('Total equity and liabilities', '$ 823,417', '$ 796,892'),
];

const CASH: readonly StatementRow[] = [
  section('Operating activities'),
  row('Profit before tax', '$ 73.5', '$ 65.7'),
  row('Depreciation and amortisation', '46.8', '44.1'),
  row('Impairment of quay equipment', '4.6', '—'),
  row('Finance costs, net', '11.5', '13.7'),
  row('Share of result of associates', '2.1', '(0.8)'),
  row('Change in receivables', '(6.3)', '(4.2)'),
  row('Change in payables', '15.0', '(2.7)'),
  total('Cash generated from operations', '147.2', '115.8'),
  row('Interest paid', '(13.9)', '(15.1)'),
  row('Income taxes paid', '(18.3)', '(15.8)'),
  total('Net cash from operating activities', '115.0', '84.9'),
  section('Investing activities'),
  row('Purchase of property, plant and equipment', '(58.7)', '(49.4)'),
  row('Proceeds from disposals', '3.2', '1.1'),
  row('Dividends from associates', '—', '0.9'),
  total('Net cash used in investing activities', '(55.5)', '(47.4)'),
  section('Financing activities'),
  row('Dividends paid', '(21.6)', '(19.3)'),
  row('Repayment of borrowings', '(15.5)', '(15.5)'),
  row('Lease payments', '(7.1)', '(6.8)'),
  total('Net cash used in financing activities', '(44.2)', '(41.6)'),
  total('Net increase (decrease) in cash', '15.3', '(4.1)'),
  row('Cash at the beginning of the year', '58.6', '62.7'),
  total('Cash at the end of the year', '$ 73.9', '$ 58.6'),
];

const SEGMENT_TABLE = (isRevised: boolean): Statement => ({
  columns: ['Containers', 'Bulk and energy', 'Cruise, ferry', 'Logistics', 'Corporate', 'Group'],
  has_notes: false,
  rows: [
    row('Revenue 2025', '248.6', '121.3', '58.9', '57.4', '—', '486.2'),
    row('Revenue 2024', '231.4', '118.6', '49.2', '52.5', '—', '451.7'),
    row('Operating profit 2025', '51.2', '24.7', '8.3', '14.6', '(11.7)', '87.1'),
    row('Operating profit 2024', '44.9', '25.8', '4.1', '13.5', '(9.7)', '78.6'),
    row('Capital expenditure 2025', '31.5', '10.8', '6.2', '9.4', '0.8', '58.7'),
    isRevised
      ? row('Number of employees', '1,842', '611', '274', '388', '156', '3,271')
      : row('Number of employees', '1,856', '611', '274', '388', '156', '3,285'),
  ],
});
