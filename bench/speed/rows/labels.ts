import { type Bench, envelopeFile, folderFor } from '../bench.ts';
import { countClaims, selectClaims } from '../claims.ts';
import { interleave, measureCommand, wallOf } from '../measure.ts';
import { BARE, runVerify } from '../product.ts';
import { atMost, type RowGroup, ratioRow } from '../row.ts';

/** Cold runs of claims that name printed labels: where a document has no map of them, all its pages are read. */
export async function measureLabels(bench: Bench): Promise<RowGroup> {
  const labelled = selectClaims(bench.envelopes, ({ page_label }) => page_label !== undefined);
  const request = {
    envelopes: envelopeFile(bench, 'labelled', labelled),
    sources: bench.documents,
    folder: folderFor(bench, 'labelled'),
    is_cold: true,
    options: [...BARE, '--search', 'none'],
  };
  const files = labelled.map(({ source_id }) => `${bench.documents}/${source_id}.pdf`);
  const runs = await interleave(bench.is_quick ? 1 : 3, {
    ours: () => runVerify(request),
    text: () => measureCommand(['sh', '-c', EACH, 'sh', ...files]),
  });
  const pages = labelled.reduce((sum, { page_count }) => sum + page_count, 0);
  const [wall, text] = wallOf(runs.text);
  return {
    title: 'Printed page labels',
    note:
      `${countClaims(labelled)} claims that name a page label. No document says it all in its dictionary, so that the ` +
      'printed labels of all pages must be read; no repair search.',
    rows: [
      ratioRow('cold run, wall', wallOf(runs.ours), [wall, `\`pdftotext -layout\`: ${text}`]),
      ...runs.ours
        .slice(0, 1)
        .map(({ report }) =>
          ratioRow(
            'pages',
            [report.pages.read, `${report.pages.read} read`],
            [pages, `${pages} needed`],
            atMost(1.05, 'x'),
          ),
        ),
    ],
  };
}

const EACH = 'for file; do pdftotext -layout "$file" - >/dev/null 2>&1; done';
