import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictSchema } from '../../../src/contracts/verdict.ts';
import { type Bench, envelopeFile, folderFor } from '../bench.ts';
import { countClaims, isPlain, selectClaims } from '../claims.ts';
import { type Corpus, makeCorpus } from '../corpus.ts';
import { type Figure, interleave, measureCommand, wallOf } from '../measure.ts';
import { BARE, digestOfReport, type RunRequest, runVerify } from '../product.ts';
import { atLeast, atMost, type Row, type RowGroup, ratioRow, secondsText } from '../row.ts';
import { emptyRun } from './start-up.ts';

/** Below this a corpus says more of starting than of fingerprinting. */
const CORPUS_BYTES = 2e9;

/** Runs again over what has not changed, against the first run and against a digest of its bytes. */
export async function measureWarm(bench: Bench): Promise<RowGroup> {
  const plain = selectClaims(bench.envelopes, isPlain);
  const filings: RunRequest = {
    envelopes: envelopeFile(bench, 'warm', plain),
    sources: bench.documents,
    folder: folderFor(bench, 'warm'),
    is_cold: false,
    options: BARE,
  };
  const empty = { ...emptyRun(bench), is_cold: true };
  const cold = await runVerify({ ...filings, is_cold: true });
  const coldDigest = digestOfReport(filings.folder);
  const runs = await interleave(bench.is_quick ? 1 : 5, {
    warm: () => runVerify(filings),
    empty: () => runVerify(empty),
  });
  const warmDigest = digestOfReport(filings.folder);
  await runVerify({ ...filings, options: [...BARE, '--no-reuse'] });
  const anewDigest = digestOfReport(filings.folder);
  const start = wallOf(runs.empty)[0];
  const net = wallOf(runs.warm)[0] - start;
  const name = `${plain.length} filings, warm, net of the start-up of an empty run`;
  return {
    title: 'Runs again over an unchanged corpus',
    note:
      `${countClaims(plain)} claims of the filings, with document-wide repair search; and copies of the filings, each with bytes of its own ` +
      'behind its end, cited by one claim each, without search. `sha256sum` is one process over all files, which are in the page cache.',
    rows: [
      fasterRow(name, cold.seconds - start, net, null),
      ...(await corpusRows(bench, start)),
      sameRow('report of the warm run', coldDigest, warmDigest),
      sameRow('report with `--no-reuse`', coldDigest, anewDigest),
    ],
  };
}

async function corpusRows(bench: Bench, start: number): Promise<readonly Row[]> {
  const enough = bench.is_quick ? CORPUS_BYTES / 40 : CORPUS_BYTES;
  const corpus = makeCorpus(bench, 'corpus', 1, (_documents, bytes) => bytes >= enough);
  const folder = folderFor(bench, 'corpus');
  const { envelopes, documents: sources } = corpus;
  // A search would make the cold run many times longer, and the ratio better than it is.
  const options = [...BARE, '--search', 'none'];
  const request = { envelopes, sources, folder, is_cold: false, options };
  const cold = await runVerify({ ...request, is_cold: true });
  const runs = await interleave(bench.is_quick ? 1 : 3, {
    warm: () => runVerify(request),
    sums: () =>
      measureCommand([
        'sh',
        '-c',
        'find "$1" -type f -exec sha256sum {} + >/dev/null',
        'sh',
        sources,
      ]),
  });
  const size = `${(corpus.bytes / 1e9).toFixed(2)} GB in ${corpus.document_count} documents`;
  const [sums, sumsText] = wallOf(runs.sums);
  const [warm, warmText] = wallOf(runs.warm);
  const against: Figure = [sums, `\`sha256sum\`: ${sumsText}`];
  const stale = await staleRow(corpus, request);
  rmSync(corpus.documents, { recursive: true });
  return [
    fasterRow(`${size}, warm`, cold.seconds, warm, 50),
    ratioRow(`${size}, unchanged`, [warm, warmText], against, atMost(1.25, 'x')),
    ratioRow(
      'the same net of the start-up of an empty run',
      [warm - start, secondsText(warm - start)],
      against,
    ),
    stale,
  ];
}

/** How many times faster the warm run is. */
function fasterRow(name: string, cold: number, warm: number, least: number | null): Row {
  return {
    ...ratioRow(
      name,
      [cold, secondsText(warm)],
      [warm, `cold: ${secondsText(cold)}`],
      least === null ? null : atLeast(least, 'x'),
    ),
    name,
  };
}

function sameRow(name: string, first: string, again: string): Row {
  const is_met = first === again;
  const measured = is_met ? 'same bytes' : 'other bytes';
  return { name, measured, against: 'cold run', ratio: '', asked: 'same bytes', is_met };
}

/** One byte of one document is another: its claims alone must be stale, and all of them. */
async function staleRow(corpus: Corpus, request: RunRequest): Promise<Row> {
  const [path = ''] = corpus.files.slice(-1);
  const bytes = readFileSync(path);
  const last = bytes.length - 1;
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
  writeFileSync(path, bytes);
  await runVerify(request);
  const verdicts = readFileSync(join(request.folder, 'report/verdicts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => verdictSchema.parse(JSON.parse(line)));
  const stale = verdicts.filter(({ reason }) => reason === 'fingerprint_mismatch');
  const [source] = path.split('/').slice(-1);
  const own = verdicts.filter(({ source_id }) => `${source_id}.pdf` === source);
  const is_met = stale.length === own.length && own.every((verdict) => stale.includes(verdict));
  return {
    name: 'one byte of one document flipped, warm',
    measured: `${stale.length} claims stale`,
    against: `${own.length} claims of the document`,
    ratio: '',
    asked: 'all of them and no other',
    is_met,
  };
}
