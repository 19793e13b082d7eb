import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HostileCase, hostile, SOUND, shownWith } from '../support/hostile-case.ts';
import { contentCases } from '../support/hostile-content.ts';
import { documentCases } from '../support/hostile-document.ts';
import { fontCases } from '../support/hostile-fonts.ts';
import {
  type HostileRun,
  isOfMachine,
  LOW_LIMITS,
  outcomeOf,
  putCases,
  runHostile,
} from '../support/hostile-run.ts';
import { structureCases } from '../support/hostile-structure.ts';

const healthy = (place: string): HostileCase =>
  hostile(`healthy-${place}`, shownWith({ info: `<< /Title (${place}) >>` }), SOUND, [
    'mismatch/text_mismatch',
  ]);

const CASES: readonly HostileCase[] = [
  healthy('first'),
  ...structureCases(),
  ...contentCases(),
  healthy('between'),
  ...fontCases(),
  ...documentCases(),
  healthy('last'),
];

/** Two runs with some thirty stops of two seconds; the machine may be busy with other tests. */
const RUNS_TIMEOUT_MS = 600_000;

let folder = '';
let envelopes: readonly string[] = [];
let run: HostileRun;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  envelopes = putCases(folder, CASES);
  run = await runHostile(folder, envelopes, { threads: 2 });
}, RUNS_TIMEOUT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a run over hostile and broken documents', () => {
  it('has more than sixty of them', () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(CASES.length).toBeGreaterThan(60);
  });

  it('comes to its end with exactly one verdict for every claim, in order, and says nothing odd', () => {
    expect(run.exitCode).toBe(1);
    expect(run.errors).toBe('');
    expect(run.verdicts.map(({ source_id, claim_id }) => `${source_id} ${claim_id}`)).toEqual(
      CASES.flatMap(({ name }) => [`${name} shown`, `${name} nowhere`]),
    );
  });

  it('holds its memory within bounds, whatever it read', () => {
    // What a worker takes between two looks of its guard comes on top of its bound.
    expect(run.peak.worker).toBeLessThan(Number(LOW_LIMITS.PAGEWITNESS_RSS_MEGABYTES) + 250);
    expect(run.peak.program).toBeLessThan(400);
  });

  it.each(CASES.map((each, index) => ({ ...each, index })))(
    'the document "$name" ends as it may',
    ({ index, shown, nowhere }) => {
      const outcomes = run.verdicts.slice(2 * index, 2 * index + 2).map(outcomeOf);
      expect(shown).toContain(outcomes[0]);
      expect(nowhere).toContain(outcomes[1]);
    },
  );

  it(
    'gives the same bytes in one thread, but for what the machine caused',
    async () => {
      // Every third document: the whole suite again would take as long again.
      const calm = CASES.map((_, index) => index).filter(
        (index) =>
          index % 3 === 0 &&
          run.verdicts.slice(2 * index, 2 * index + 2).every((verdict) => !isOfMachine(verdict)),
      );
      const single = await runHostile(
        folder,
        calm.map((index) => envelopes[index] ?? ''),
        { threads: 1 },
      );
      expect(single.lines).toEqual(
        calm.flatMap((index) => run.lines.slice(2 * index, 2 * index + 2)),
      );
    },
    RUNS_TIMEOUT_MS,
  );
});
