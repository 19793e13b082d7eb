import { deflateSync } from 'node:zlib';
import type { Bbox } from '../../src/contracts/locator.ts';
import { makePdf, type StreamRecipe } from '../../test/support/pdf-maker.ts';
import { addPage, type Book, toRecipe } from './book.ts';
import { setFrontMatter } from './front.ts';
import { setNotes } from './notes.ts';
import { printLines } from './picture.ts';
import { setNarrative } from './prose.ts';
import { setFiveYears, setStatements } from './statements.ts';
import { FACES, type Run } from './typeset.ts';

/** A finished report: its bytes, and where things stand in it. */
export interface Report {
  readonly bytes: Uint8Array;
  readonly page_count: number;
  /** By page index, as printed and as in `/PageLabels`. */
  readonly labels: readonly string[];
  readonly runs: readonly (readonly Run[])[];
}

/** Builds one edition of the annual report. The same edition always has the same bytes. */
export function buildReport(edition: 'first' | 'revised'): Report {
  const draft = setBook(edition, () => '');
  const { book, telegram } = setBook(edition, (title) => labelOfHeading(draft.book, title));
  const bytes = makePdf({
    pages: book.pages
      .map(toRecipe)
      .map((page, index) =>
        index === book.pages.length - 1
          ? { ...page, resources: '/XObject << /Telegram @{telegram} >>' }
          : page,
      ),
    fonts: FACES,
    objects: { telegram },
    pageLabels: labelRanges(book),
    info: '<< /Title (Annual Report 2025) /Author (Northwind Harbour plc) >>',
  });
  return {
    bytes,
    page_count: book.pages.length,
    labels: book.pages.map((page) => page.label),
    runs: book.pages.map((page) => page.sheet.runs),
  };
}

/** Sets the whole book; the contents need the labels, so it is set once to learn them. */
function setBook(
  edition: 'first' | 'revised',
  labelOfTitle: (title: string) => string,
): { readonly book: Book; readonly telegram: StreamRecipe } {
  const book: Book = { pages: [], edition: edition === 'revised' ? ' (revised edition)' : '' };
  setFrontMatter(book, labelOfTitle);
  setNarrative(book);
  setStatements(book);
  setNotes(book);
  setFiveYears(book);
  return { book, telegram: setTelegram(book) };
}

/** The label of the last page that carries the heading: the contents come before it. */
function labelOfHeading(book: Book, title: string): string {
  const page = book.pages.findLast(({ sheet }) => sheet.runs.some((run) => run.text === title));
  if (page === undefined) throw new Error(`no page of the report has the heading: ${title}`);
  return page.label;
}

/** Index of the only page on which `text` stands. Throws where none or several do: the claim is wrong. */
export function pageOf(report: Report, text: string): number {
  const found = report.runs.flatMap((_, index) =>
    pageText(report, index).includes(text) ? [index] : [],
  );
  const [page] = found;
  if (page === undefined || found.length > 1) {
    throw new Error(`${found.length} pages of the report hold: ${text}`);
  }
  return page;
}

/** A box around all runs of the page that stand on the line of the run `text`, 2 points wider. */
export function rowBoxOf(report: Report, pageIndex: number, text: string): Bbox {
  const runs = report.runs[pageIndex] ?? [];
  const first = runs.find((run) => run.text.includes(text));
  if (first === undefined) throw new Error(`page ${pageIndex} has no run with: ${text}`);
  const row = runs.filter((run) => Math.abs(run.bbox[3] - first.bbox[3]) < 3);
  const round = (value: number): number => Math.round(value * 10) / 10;
  return [
    round(Math.min(...row.map((run) => run.bbox[0])) - 2),
    round(Math.min(...row.map((run) => run.bbox[1])) - 2),
    round(Math.max(...row.map((run) => run.bbox[2])) + 2),
    round(Math.max(...row.map((run) => run.bbox[3])) + 2),
  ];
}

/** Lines joined by spaces, hyphens at line ends closed, raised marks left out. */
function pageText(report: Report, pageIndex: number): string {
  let text = '';
  for (const run of report.runs[pageIndex] ?? []) {
    if (/^\d$/.test(run.text) && run.bbox[3] - run.bbox[1] < 8) continue;
    text = text.endsWith('-') ? text.slice(0, -1) + run.text : `${text} ${run.text}`;
  }
  return text.replace(/ +/g, ' ');
}

const TELEGRAM = [
  'TELEGRAM          PORT ALDER',
  '',
  'TO ALL MASTERS    3 NOVEMBER 1987',
  '',
  'HARBOUR CLOSED FROM 0440 HOURS.',
  'WIND NORTHWEST 11, SEA 6.4 METRES.',
  'NO VESSEL SHALL LEAVE ITS BERTH',
  'BEFORE A PILOT IS ON BOARD.',
  '',
  'HOLM, HARBOUR MASTER',
];

function setTelegram(book: Book): StreamRecipe {
  const { sheet } = addPage(book, 'appendix');
  const bitmap = printLines(TELEGRAM);
  const width = 467;
  const height = Math.round((width * bitmap.height) / bitmap.width);
  // The page is the picture alone: a scan has no running header and no folio either.
  sheet.operators.length = 0;
  sheet.runs.length = 0;
  sheet.operators.push(`q ${width} 0 0 ${height} 64 ${740 - height} cm /Telegram Do Q`);
  return {
    entries:
      `/Type /XObject /Subtype /Image /Width ${bitmap.width} /Height ${bitmap.height} ` +
      '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
    data: deflateSync(bitmap.data, { level: 9 }),
  };
}

/** The `/Nums` of `/PageLabels`: one range for each numbering, at its first page. */
function labelRanges(book: Book): string {
  const styles = {
    cover: '<< /P (Cover) >>',
    roman: '<< /S /r >>',
    arabic: '<< /S /D >>',
    appendix: '<< /S /D /P (A-) >>',
  } as const;
  return book.pages
    .flatMap((page, index) =>
      book.pages[index - 1]?.numbering === page.numbering
        ? []
        : [`${index} ${styles[page.numbering]}`],
    )
    .join(' ');
}
