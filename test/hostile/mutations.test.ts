import { describe, expect, it } from 'vitest';
import { shownWith } from '../support/hostile-case.ts';
import { breachesOf, type GivenDocument } from '../support/hostile-laws.ts';
import { applyEdits, chooseEdits, createRandom } from '../support/hostile-mutation.ts';
import { outcomeOf, putCases, runHostile } from '../support/hostile-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SOUND: readonly Uint8Array[] = [
  shownWith(),
  shownWith({ pageLabels: '0 << /S /r >>', info: '<< /Title (x) >>' }),
  shownWith({ content: 'q 0 0 612 792 re W n 1 0 0 rg 9 9 90 90 re f Q', page: { rotate: 90 } }),
];

describe('documents that were damaged at random', () => {
  it('break no law and touch no other document', async () => {
    const random = createRandom(20_251_130);
    const mutants = Array.from({ length: 60 }, (_, index): GivenDocument => {
      const original = SOUND[index % SOUND.length] ?? new Uint8Array();
      return {
        name: `mutant-${index}`,
        bytes: applyEdits(original, chooseEdits(original, random)),
      };
    });
    const healthy = { name: 'healthy', bytes: shownWith() };
    const documents = [...mutants.slice(0, 30), healthy, ...mutants.slice(30)];
    const folder = temporaryFolder();
    const lines = putCases(folder, documents);
    const run = await runHostile(folder, lines, { threads: 2 });
    expect(breachesOf(run, documents)).toEqual([]);
    expect(run.verdicts.slice(60, 62).map(outcomeOf)).toEqual([
      'verified',
      'mismatch/text_mismatch',
    ]);
    // Some are read in spite of the damage, some are refused: the damage is neither too small nor too great.
    const statuses = new Set(run.verdicts.map(({ status }) => status));
    expect([...statuses]).toEqual(
      expect.arrayContaining(['verified', 'source_error', 'capability_limited']),
    );
  }, 300_000);
});

describe('mutations', () => {
  it('are the same for the same seed', () => {
    const original = shownWith();
    const once = applyEdits(original, chooseEdits(original, createRandom(7)));
    expect(applyEdits(original, chooseEdits(original, createRandom(7)))).toEqual(once);
    expect(applyEdits(original, chooseEdits(original, createRandom(8)))).not.toEqual(once);
  });
});
