import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, envelopeFile, folderFor } from '../bench.ts';
import { isPlain, selectClaims } from '../claims.ts';
import { interleave, type Measured, measureCommand, wallOf } from '../measure.ts';
import { commandOf, runVerify } from '../product.ts';
import { type RowGroup, ratioRow } from '../row.ts';

/** Starting is short: more rounds than elsewhere cost little and steady the figures. */
const ROUNDS = 7;

/** What starting costs: the program's help, a run with nothing to verify, and a run with one claim. */
export async function measureStartUp(bench: Bench): Promise<RowGroup> {
  const empty = emptyRun(bench);
  const single = {
    envelopes: envelopeFile(bench, 'single', singleClaim(bench)),
    sources: bench.documents,
    folder: folderFor(bench, 'single'),
  };
  const runs = await interleave(bench.is_quick ? 3 : ROUNDS, {
    node: () => measureCommand([process.execPath, '-e', '0']),
    help: () => measureCommand(commandOf('--help')),
    empty: () => runVerify({ ...empty, is_cold: true }),
    cold: () => runVerify({ ...single, is_cold: true }),
    warm: () => runVerify({ ...single, is_cold: false }),
  });
  const node = wallOf(runs.node);
  const against = (name: string, measured: readonly Measured[]) =>
    ratioRow(name, wallOf(measured), [node[0], `\`node -e 0\`: ${node[1]}`]);
  return {
    title: 'Start-up',
    note: 'Wall time, median (least to most). The empty run has one unreadable claim and opens no document.',
    rows: [
      against('`--help`', runs.help),
      against('empty run, fresh home', runs.empty),
      against('one claim of a 9-page document, fresh home', runs.cold),
      against('the same again', runs.warm),
    ],
  };
}

/** A run that starts and reports but has no document to open, for rows that are net of starting. */
export function emptyRun(bench: Bench): {
  readonly envelopes: string;
  readonly sources: string;
  readonly folder: string;
} {
  const envelopes = join(bench.scratch, 'empty.jsonl');
  const nothing = { request_id: 'empty', source_id: 'none', claims: [{ id: 'empty' }] };
  writeFileSync(envelopes, `${JSON.stringify(nothing)}\n`);
  return { envelopes, sources: bench.documents, folder: folderFor(bench, 'empty') };
}

/** The first quote of the shortest document. */
function singleClaim({ envelopes }: Bench): ReturnType<typeof selectClaims> {
  const [shortest] = envelopes.toSorted((a, b) => a.page_count - b.page_count);
  const quotes = selectClaims(
    shortest === undefined ? [] : [shortest],
    (claim) => isPlain(claim) && claim.kind === 'quote',
  );
  return quotes.map((envelope) => ({ ...envelope, claims: envelope.claims.slice(0, 1) }));
}
