import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProduct } from '../../bench/accuracy/product.ts';
import type { Verdict } from '../../src/contracts/verdict.ts';
import { MATRIX, placedCases } from './cases.ts';
import { judge } from './judge.ts';
import { layOut } from './lay-out.ts';

/** One run of the built program over all documents; 55 s on one loaded core. */
const RUN_MS = 400_000;

const cases = placedCases();
const verdicts = new Map<string, Verdict>();
let surplus = -1;
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pagewitness-matrix-'));
  const run = await runProduct({ ...layOut(cases, folder), out: join(folder, 'out') });
  surplus = run.surplus;
  for (const { request_id, verdict } of run.answers) {
    if (verdict !== null) verdicts.set(request_id, verdict);
  }
}, RUN_MS);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('every row of the matrix has at least twenty cases, each with its own id', () => {
  const small = MATRIX.filter((row) => row.cases().length < 20).map((row) => row.name);
  expect(small).toEqual([]);
  expect(new Set(cases.map((one) => one.id)).size).toBe(cases.length);
});

it('the report answers every case once and nothing else', () => {
  expect(surplus).toBe(0);
  expect(cases.filter((one) => !verdicts.has(one.id)).map((one) => one.id)).toEqual([]);
});

for (const row of MATRIX) {
  describe(row.name, () => {
    for (const matrixCase of cases.filter((one) => one.row === row.name)) {
      it(`${matrixCase.id}: ${matrixCase.title}`, () => {
        const { differences } = judge(matrixCase.expected, verdicts.get(matrixCase.id) ?? null);
        expect(differences).toEqual([]);
      });
    }
  });
}
