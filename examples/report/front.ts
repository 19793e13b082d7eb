import {
  addPage,
  type Book,
  flowOver,
  heading,
  list,
  MARGIN,
  PAGE_WIDTH,
  paragraph,
  subheading,
} from './book.ts';
import { put, putRight, rule } from './typeset.ts';

/**
 * Cover and roman front matter. A revised edition carries one more page of it.
 * `labelOfTitle` gives the page label for a line of the contents.
 */
export function setFrontMatter(book: Book, labelOfTitle: (title: string) => string): void {
  setCover(book);
  if (book.edition !== '') setRevisionNote(book);
  setContents(book, labelOfTitle);
  setForwardLooking(book);
  setBasis(book);
}

function setCover(book: Book): void {
  const { sheet } = addPage(book, 'cover');
  sheet.operators.push('q 0.06 0.17 0.29 rg 0 420 595 422 re f Q');
  const white = { face: 'SansBold', size: 34, leading: 40, color: '1 1 1' } as const;
  put(sheet, MARGIN, 250, 'Northwind Harbour', white);
  put(sheet, MARGIN, 292, 'Annual Report 2025', { ...white, face: 'Sans', size: 26 });
  const line = { face: 'Serif', size: 12, leading: 16 } as const;
  put(sheet, MARGIN, 480, 'For the year ended 31 December 2025', line);
  put(sheet, MARGIN, 498, 'Registered in Port Alder, company number 0048213', line);
  if (book.edition !== '') put(sheet, MARGIN, 534, 'Revised edition, issued 9 April 2026', line);
}

function setRevisionNote(book: Book): void {
  const flow = flowOver(book, 'roman');
  heading(flow, 'About this revised edition');
  paragraph(
    flow,
    'This edition replaces the report issued on 2 March 2026. It adds this page, and it corrects the ' +
      'number of employees in the segment table, which had counted 14 seasonal pilots twice. No amount in ' +
      'the financial statements has changed. Page numbers of the front matter have moved by one.',
  );
  paragraph(
    flow,
    'Readers who have cited the first edition by page should check their references. The first edition ' +
      'remains available from the company secretary on request and carries its own date on every copy.',
  );
}

const CONTENTS = [
  "Chairman's letter",
  'Business review',
  'The market for harbour services',
  'Risk factors',
  'Financial review',
  'Consolidated income statement',
  'Consolidated balance sheet',
  'Consolidated cash flow statement',
  'Notes to the financial statements',
  'Segment information',
  'Five-year summary',
];

function setContents(book: Book, labelOfTitle: (title: string) => string): void {
  const flow = flowOver(book, 'roman');
  heading(flow, 'Contents');
  const style = { face: 'Serif', size: 11, leading: 20 } as const;
  for (const title of CONTENTS) {
    put(flow.sheet, MARGIN, flow.y, title, style);
    putRight(flow.sheet, PAGE_WIDTH - MARGIN, flow.y, labelOfTitle(title), style);
    flow.y += style.leading;
  }
  rule(flow.sheet, MARGIN, PAGE_WIDTH - MARGIN, flow.y);
  flow.y += 24;
  subheading(flow, 'The year at a glance');
  list(flow, [
    'Revenue rose by 7.6% to $486.2 million, with growth in all four operating segments.',
    'Operating profit was $87.1 million, after an impairment of $4.6 million on quay equipment.',
    'Net cash from operating activities reached $115.0 million, up from $84.9 million in 2024.',
    'The board proposes a final dividend of 19.5 cents per share, payable on 29 May 2026.',
  ]);
}

function setForwardLooking(book: Book): void {
  const flow = flowOver(book, 'roman');
  heading(flow, 'Forward-looking statements');
  paragraph(
    flow,
    'This report contains statements about expected volumes, tariffs, capital expenditure and results. ' +
      'They rest on assumptions that were reasonable when they were made, but they are not guarantees. ' +
      'Actual results may differ materially from those expressed or implied, and the company does not ' +
      'undertake to update any statement except where the law requires it.',
  );
  paragraph(
    flow,
    'Factors that could cause a difference include the weather on the northern approach, the timing of ' +
      'berth closures, decisions of shipping alliances about their routes, and the price of marine fuel. ' +
      'None of these factors is under the control of the company.',
  );
  subheading(flow, 'Terms used in this report');
  list(flow, [
    '“TEU” means a twenty-foot equivalent unit, the measure of a container.',
    '“Adjusted operating margin” means operating profit before impairment, divided by revenue.',
    '“Net debt” means borrowings and lease liabilities less cash and cash equivalents.',
  ]);
}

function setBasis(book: Book): void {
  const flow = flowOver(book, 'roman');
  heading(flow, 'Basis of preparation');
  paragraph(
    flow,
    'Amounts are in United States dollars. The income statement and the cash flow statement are presented ' +
      'in millions, the balance sheet in thousands, and amounts per share in dollars. Percentages are ' +
      'computed from unrounded amounts, so that sums of rounded amounts may differ in the last digit.',
  );
  paragraph(
    flow,
    'The financial year ends on 31 December. References to “the year” are to the year ended 31 December ' +
      '2025, and references to “the prior year” are to the year ended 31 December 2024.',
  );
  paragraph(
    flow,
    'The directors have not identified any material uncertainty about the ability of the group to continue ' +
      'as a going concern over a period of at least twelve months from the date of approval.',
  );
}
