import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/contracts/envelope.ts';
import { verify } from '../../src/index.ts';
import { makeWorkspace, SECOND, SENTENCE } from './workspace.ts';

describe('the library', { timeout: 120_000 }, () => {
  it('verifies envelopes that are given as values, and gives the verdicts back in order', async () => {
    const { folder, fingerprint } = makeWorkspace();
    const envelope: Envelope = {
      request_id: 'r1',
      source_id: 'report',
      document_fingerprint: fingerprint,
      claims: [
        { id: 'q1', kind: 'quote', page_index: 0, expected_text: SENTENCE },
        { id: 'q2', kind: 'quote', page_index: 0, expected_text: SECOND },
      ],
    };
    const seen: number[] = [];
    const outcome = await verify({
      envelopes: [envelope],
      sources: [join(folder, 'docs')],
      home: join(folder, 'home'),
      out: join(folder, 'out'),
      threads: 1,
      onProgress: ({ claims_done }) => seen.push(claims_done),
    });
    expect(outcome).toMatchObject({ state: 'completed', report: join(folder, 'out') });
    expect(outcome.summary?.by_status).toMatchObject({ verified: 1, mismatch: 1 });
    const ids: (string | null)[] = [];
    for await (const verdict of outcome.verdicts()) ids.push(verdict.claim_id);
    expect(ids).toEqual(['q1', 'q2']);
    expect(seen.at(-1)).toBe(2);
  });

  it('throws for options that cannot be used, before anything is opened', async () => {
    const { folder } = makeWorkspace();
    const options = { sources: [join(folder, 'docs')], home: join(folder, 'home') };
    await expect(verify({ ...options, envelopes: [join(folder, 'none.jsonl')] })).rejects.toThrow(
      'does not exist',
    );
    await expect(verify({ ...options, envelopes: [], threads: 0 })).rejects.toThrow(TypeError);
  });

  it('throws a failure with a code when the sources cannot be used', async () => {
    const { folder } = makeWorkspace();
    const options = { envelopes: [], sources: [join(folder, 'none')], home: join(folder, 'home') };
    await expect(verify(options)).rejects.toMatchObject({ code: 'sources_unusable' });
  });
});
