import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFailure } from '../../src/pipeline/failure.ts';
import type { ArtifactStore } from '../../src/pipeline/kept-ports.ts';

/** An empty artifact store whose bytes the suite can damage, and one that cannot be used. */
export interface ArtifactsUnderTest {
  readonly artifacts: ArtifactStore;
  /** Replaces the bytes kept under a digest by others. */
  readonly damage: (digest: string, bytes: Uint8Array) => Promise<void>;
  readonly unusable: ArtifactStore;
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The suite every artifact store must pass. */
export function describeArtifacts(name: string, open: () => Promise<ArtifactsUnderTest>): void {
  describe(`${name}: artifacts`, () => {
    it('whatever bytes are put come back under their digest, once or twice', async () => {
      const { artifacts } = await open();
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
          const digest = await artifacts.put(bytes);
          expect(digest).toBe(digestOf(bytes));
          expect(await artifacts.put(bytes)).toBe(digest);
          expect(Buffer.from((await artifacts.get(digest)) ?? []).equals(bytes)).toBe(true);
        }),
        { numRuns: 20 },
      );
    });

    it('bytes that were never put are not there', async () => {
      const { artifacts } = await open();
      expect(await artifacts.get(digestOf(new Uint8Array([1])))).toBeNull();
    });

    it('damaged bytes count as not kept, and are put again', async () => {
      const { artifacts, damage } = await open();
      const bytes = new Uint8Array([1, 2, 3, 4]);
      const digest = await artifacts.put(bytes);
      await damage(digest, new Uint8Array([1, 2, 3]));
      expect(await artifacts.get(digest)).toBeNull();
      await artifacts.put(bytes);
      expect(Buffer.from((await artifacts.get(digest)) ?? []).equals(bytes)).toBe(true);
    });

    it('two that put the same bytes at the same time both succeed', async () => {
      const { artifacts } = await open();
      const bytes = new Uint8Array(50_000).fill(7);
      const digests = await Promise.all(Array.from({ length: 8 }, () => artifacts.put(bytes)));
      expect(new Set(digests).size).toBe(1);
    });

    it('a store that refuses is named as such', async () => {
      const { unusable } = await open();
      await expect(unusable.put(new Uint8Array([1]))).rejects.toSatisfy((error) =>
        isFailure(error, 'artifacts_unusable'),
      );
    });
  });
}
