import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, envelopeFile } from '../bench.ts';
import { countCitedPages, countClaims, isPlain, selectClaims } from '../claims.ts';
import { type Figure, measureCommand } from '../measure.ts';
import type { PartTimes } from '../parts.ts';
import { atMost, figureRow, type RowGroup, ratioRow } from '../row.ts';

const PARTS = fileURLToPath(new URL('../parts.ts', import.meta.url));

/** What each reader and each step costs by itself, in one process that begins cold. */
export async function measureParts(bench: Bench): Promise<RowGroup> {
  const plain = selectClaims(bench.envelopes, isPlain);
  const files = plain.map(({ source_id }) => join(bench.documents, `${source_id}.pdf`));
  const whole = await measureCommand(['sh', '-c', WHOLE, 'sh', ...files]);
  const paged = await measureCommand(['sh', '-c', PAGED, 'sh', ...pageWords(plain, bench)]);
  const run = [process.execPath, '--import', 'tsx', PARTS];
  const parts = await measureCommand([
    ...run,
    envelopeFile(bench, 'parts', plain),
    bench.documents,
  ]);
  if (parts.exit_code !== 0) throw new Error(`the parts could not be measured:\n${parts.stderr}`);
  const times: PartTimes = JSON.parse(parts.stdout);
  const all = plain.reduce((sum, { page_count }) => sum + page_count, 0);
  const cited = countCitedPages(plain);
  const [wholePage, wholeText] = each((1000 * whole.cpu_seconds) / all, 'page');
  const base: Figure = [wholePage, `\`pdftotext -layout\`, whole documents: ${wholeText}`];
  const pages = (milliseconds: number): Figure => each(milliseconds / times.pages, 'page');
  return {
    title: 'Parts',
    note:
      `CPU time; the ${cited} pages that the ${countClaims(plain)} claims of the cold runs cite, one process that begins cold, ` +
      'opening and loading included. What a reader of the cited pages costs shows what a run would cost with it.',
    rows: [
      ratioRow(
        'pdftotext, one process a page',
        each((1000 * paged.cpu_seconds) / cited, 'page'),
        base,
      ),
      ratioRow('PDFium, raw text', pages(times.raw_ms), base),
      ratioRow('pdf.js, all that is drawn', pages(times.pdfjs_ms), base),
      ratioRow('layout of what pdf.js read', pages(times.layout_ms), base),
      ratioRow('pdf.js and layout', pages(times.pdfjs_ms + times.layout_ms), base),
      figureRow(
        'proof by the picture that evidence is seen',
        each(times.ablation_ms / times.verified, 'verified claim'),
        atMost(1.5, ' ms'),
      ),
      figureRow(
        'the same with opening the documents and loading their pages',
        each((times.ablation_ms + times.load_ms) / times.verified, 'verified claim'),
      ),
    ],
  };
}

const WHOLE = 'for file; do pdftotext -layout "$file" - >/dev/null 2>&1; done';
const PAGED =
  'while [ $# -gt 0 ]; do pdftotext -layout -f "$2" -l "$2" "$1" - >/dev/null 2>&1; shift 2; done';

/** File and page number, from 1, of each cited page. */
function pageWords(plain: ReturnType<typeof selectClaims>, bench: Bench): readonly string[] {
  return plain.flatMap(({ source_id, page_count, claims }) => {
    const pages = new Set(claims.map(({ page_index = 0 }) => page_index));
    return [...pages]
      .filter((index) => index < page_count)
      .flatMap((index) => [join(bench.documents, `${source_id}.pdf`), String(index + 1)]);
  });
}

function each(milliseconds: number, unit: string): Figure {
  return [milliseconds, `${milliseconds.toFixed(milliseconds < 1 ? 3 : 1)} ms a ${unit}`];
}
