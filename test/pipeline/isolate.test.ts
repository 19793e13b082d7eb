import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Read, ReadFailure } from '../../src/evidence/ports.ts';
import { createGate } from '../../src/pipeline/gate.ts';
import { createCulpritBudget, isolateFailures } from '../../src/pipeline/isolate.ts';
import { inLanes } from '../../src/pipeline/lanes.ts';

const CRASH: ReadFailure = { reason: 'parse_crashed', detail: 'crash', is_of_machine: true };

/** Work that fails as a whole if any of the culprits is in it. */
function failingFor(culprits: ReadonlySet<number>) {
  return (items: readonly number[]): Promise<Read<readonly number[]>> =>
    Promise.resolve(
      items.some((item) => culprits.has(item))
        ? { ok: false, failure: CRASH }
        : { ok: true, value: items },
    );
}

it('up to three culprits cost no other item, and every item is answered or failed once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(50), { maxLength: 20 }),
      fc.uniqueArray(fc.nat(50), { maxLength: 3 }),
      async (items, culprits) => {
        const bad = new Set(culprits);
        const budget = createCulpritBudget();
        const done = await isolateFailures(createGate(2), items, failingFor(bad), budget);
        const answered = done.answers.flatMap(({ answer }) => answer);
        expect(answered.toSorted()).toEqual(items.filter((item) => !bad.has(item)).toSorted());
        expect(done.failed.map(({ item }) => item)).toEqual(items.filter((item) => bad.has(item)));
      },
    ),
  );
});

it('with many culprits the search for them ends, and the rest fail as the last of them', async () => {
  const items = Array.from({ length: 40 }, (_, index) => index);
  let calls = 0;
  const work = (some: readonly number[]) => {
    calls += 1;
    return failingFor(new Set(items))(some);
  };
  const budget = createCulpritBudget();
  const done = await isolateFailures(createGate(2), items, work, budget);
  expect(done.failed).toHaveLength(40);
  expect(calls).toBe(5);
  expect(budget.spentOn()).toEqual(CRASH);
});

it('a failure that the machine did not cause is not tried again', async () => {
  const failure: ReadFailure = { reason: 'encrypted', detail: 'no password', is_of_machine: false };
  let calls = 0;
  const work = (): Promise<Read<never>> => {
    calls += 1;
    return Promise.resolve({ ok: false, failure });
  };
  const done = await isolateFailures(createGate(2), [1, 2], work, createCulpritBudget());
  expect(done.failed.map(({ failure: { reason } }) => reason)).toEqual(['encrypted', 'encrypted']);
  expect(calls).toBe(1);
});

it('lanes give results in the order of the items, whatever ends first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5)), fc.integer({ min: 1, max: 4 }), async (items, lanes) => {
      let running = 0;
      const results = await inLanes(items, lanes, async (item) => {
        running += 1;
        expect(running).toBeLessThanOrEqual(lanes);
        for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
        running -= 1;
        return item * 2;
      });
      expect(results).toEqual(items.map((item) => item * 2));
    }),
  );
});
