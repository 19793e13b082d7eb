import { type Bench, envelopeFile, folderFor } from '../bench.ts';
import { type BenchEnvelope, isPlain, selectClaims } from '../claims.ts';
import { makeCorpus } from '../corpus.ts';
import type { Figure } from '../measure.ts';
import { BARE, type ProductRun, runVerify } from '../product.ts';
import { atMost, figureRow, type Row, type RowGroup, ratioRow } from '../row.ts';

/** How memory grows with documents, and with claims on one document. */
export async function measureMemory(bench: Bench): Promise<RowGroup> {
  const few = await documentsRun(bench, 10);
  const many = await documentsRun(bench, bench.is_quick ? 30 : 300);
  const thousand = await claimsRun(bench, 1_000);
  const most = bench.is_quick ? 5_000 : 100_000;
  const hundred = await claimsRun(bench, most);
  const extra = (1000 * (hundred.cpu_seconds - thousand.cpu_seconds)) / (most - 1_000);
  return {
    title: 'Memory',
    note:
      'Largest sum of the resident sets of all processes of a run, looked at 20 times a second; what they share counts in each. ' +
      'Fresh home, 2 threads, document-wide search, `--no-reuse` for the claims, which repeat those of one filing.',
    rows: [
      growthRow('documents, two claims each', [10, few], [bench.is_quick ? 30 : 300, many], 1.25),
      growthRow('claims on one document', [1_000, thousand], [most, hundred], null),
      figureRow('one claim more on a read document, CPU of the whole run', [
        extra,
        `${extra.toFixed(2)} ms`,
      ]),
    ],
  };
}

function growthRow(
  what: string,
  [fewer, before]: readonly [number, ProductRun],
  [more, after]: readonly [number, ProductRun],
  most: number | null,
): Row {
  return ratioRow(
    `${fewer.toLocaleString('en')} → ${more.toLocaleString('en')} ${what}`,
    peakOf(after),
    peakOf(before),
    most === null ? null : atMost(most, 'x'),
  );
}

function peakOf({ peak_megabytes }: ProductRun): Figure {
  const peak = peak_megabytes ?? Number.NaN;
  return [peak, `${Math.round(peak)} MB`];
}

async function documentsRun(bench: Bench, count: number): Promise<ProductRun> {
  const corpus = makeCorpus(bench, `documents-${count}`, 2, (documents) => documents >= count);
  return await runVerify({
    envelopes: corpus.envelopes,
    sources: corpus.documents,
    folder: folderFor(bench, `documents-${count}`),
    is_cold: true,
    options: BARE,
    is_memory_watched: true,
  });
}

/** Claims of one envelope: what one line holds is in memory at once. */
const CLAIMS_PER_ENVELOPE = 1_000;

async function claimsRun(bench: Bench, count: number): Promise<ProductRun> {
  const [original] = selectClaims(bench.envelopes, isPlain).toSorted(
    (a, b) => a.page_count - b.page_count,
  );
  if (original === undefined) throw new Error('the set has no documents');
  const envelopes = Array.from(
    { length: count / CLAIMS_PER_ENVELOPE },
    (_, number): BenchEnvelope => ({
      ...original,
      request_id: `claims-${number}`,
      claims: Array.from({ length: CLAIMS_PER_ENVELOPE }, (_each, position) => ({
        ...(original.claims[position % original.claims.length] ?? { kind: 'quote' }),
        id: `claim-${position}`,
      })),
    }),
  );
  return await runVerify({
    envelopes: envelopeFile(bench, `claims-${count}`, envelopes),
    sources: bench.documents,
    folder: folderFor(bench, `claims-${count}`),
    is_cold: true,
    options: [...BARE, '--no-reuse'],
    is_memory_watched: true,
  });
}
