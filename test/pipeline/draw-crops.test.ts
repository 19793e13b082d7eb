import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CropScope } from '../../src/contracts/run-options.ts';
import { createBatch, createCollectingSink, runBatch } from '../support/batch.ts';
import { createDrawnLibrary, fingerprintOf, type LibraryHooks } from '../support/drawn-library.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';
import { openStore, REPORT } from '../support/verify-drawn.ts';

const ENTRIES = [
  envelopeEntry('report', [
    quoteEntry('shown', 1, 'Costs were low and fell further.'),
    quoteEntry('moved', 0, 'Costs were low and fell further.'),
    quoteEntry('absent', 1, 'Nobody ever wrote this sentence anywhere.'),
    quoteEntry('beyond', 99, 'Nobody ever wrote this sentence anywhere.'),
  ]),
  envelopeEntry('gone', [quoteEntry('nowhere', 0)], 2),
];

let artifacts: string;

beforeEach(async () => {
  artifacts = await mkdtemp(join(tmpdir(), 'artifacts-'));
});

afterEach(() => rm(artifacts, { recursive: true }));

async function cropsOf(
  crops: CropScope,
  hooks: LibraryHooks = {},
  store?: Awaited<ReturnType<typeof openStore>>,
  runId = 'run',
) {
  const sink = createCollectingSink();
  const library = createDrawnLibrary({ report: REPORT }, hooks);
  const opened = store ?? (await openStore());
  const batch = createBatch({ store: opened, library, sink, crops, artifacts });
  await runBatch(batch, ENTRIES, runId);
  return { crops: sink.crops(), lines: sink.lines(), batch };
}

describe('the pictures of a run', () => {
  it('show what failed, and where a proposal says the evidence is', async () => {
    const { crops, batch } = await cropsOf('failed');
    expect(crops.map(({ claim_id, role, page_index }) => [claim_id, role, page_index])).toEqual([
      ['moved', 'page', 0],
      ['moved', 'proposal', 1],
      ['absent', 'page', 1],
    ]);
    const proposal = crops[1];
    expect(proposal).toMatchObject({
      document_fingerprint: fingerprintOf(REPORT),
      origin: 'top_left',
      unit: 'point',
      renderer: 'drawn',
      check: 'comparison',
      width: 2,
    });
    expect(proposal?.boxes.length).toBeGreaterThan(0);
    const kept = await batch.parts.artifacts.get(proposal?.png_sha256 ?? '');
    const asked: unknown = JSON.parse(new TextDecoder().decode(kept ?? new Uint8Array()));
    expect(asked).toMatchObject({ area: { page_index: 1 }, outlines: proposal?.boxes });
  });

  it('show everything that is located if all are asked for, and nothing if none is', async () => {
    const all = await cropsOf('all');
    expect(all.crops.map(({ claim_id }) => claim_id)).toEqual([
      'shown',
      'moved',
      'moved',
      'absent',
    ]);
    expect(all.crops[0]).toMatchObject({
      role: 'evidence',
      evidence_text_sha256: expect.stringMatching(/^sha256:/),
    });
    const none = await cropsOf('none');
    expect(none.crops).toEqual([]);
    expect(none.lines).toEqual(all.lines);
  });

  it('are drawn once, however many claims and runs show them', async () => {
    const store = await openStore();
    const before = await cropsOf('failed', {}, store, 'first');
    const drawn: number[] = [];
    const onDraw = (pages: readonly number[]) => {
      drawn.push(...pages);
      return Promise.resolve(null);
    };
    const after = await cropsOf('failed', { onDraw }, store, 'second');
    expect(drawn).toEqual([]);
    expect(after.crops).toEqual(before.crops);
  });

  it('that cannot be drawn are left out, and change no verdict', async () => {
    const onDraw = () =>
      Promise.resolve({ reason: 'parse_crashed', detail: 'gone', is_of_machine: true } as const);
    const { crops, lines } = await cropsOf('failed', { onDraw });
    expect(crops).toEqual([]);
    expect(lines).toEqual((await cropsOf('none')).lines);
  });
});
