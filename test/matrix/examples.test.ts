import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readLines, runProduct } from '../../bench/accuracy/product.ts';
import { buildEditions, exampleFiles } from '../../examples/make-annual-report.ts';
import { exampleEnvelopes } from '../../examples/report/envelopes.ts';
import { verdictSchema } from '../../src/contracts/verdict.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pagewitness-examples-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the examples', () => {
  it.each([...exampleFiles()])('%s is just what the generator writes', (path, data) => {
    const committed = readFileSync(join(EXAMPLES, path));
    expect(committed.equals(Buffer.from(data))).toBe(true);
  });

  it('get the verdicts that their list says', async () => {
    const out = join(folder, 'out');
    await runProduct({
      envelopes: join(EXAMPLES, 'envelopes.jsonl'),
      sources: join(EXAMPLES, 'sources'),
      out,
    });
    const verdicts = readLines(join(out, 'verdicts.jsonl')).map((line) =>
      verdictSchema.parse(line),
    );
    const examples = exampleEnvelopes(buildEditions()).flatMap((one) => one.examples);
    expect(verdicts).toHaveLength(examples.length);
    const surprises = examples.flatMap((example, index) => {
      const verdict = verdicts[index];
      const isRight =
        verdict?.claim_id === example.claim['id'] &&
        verdict?.status === example.status &&
        (verdict.reason === null
          ? example.reasons.length === 0
          : example.reasons.includes(verdict.reason)) &&
        verdict.proposal.page_index === example.repoint_to;
      return isRight ? [] : [`${example.claim['id']}: ${verdict?.status} / ${verdict?.reason}`];
    });
    expect(surprises).toEqual([]);
  }, 120_000);
});
