import type { Digest } from '../../contracts/fingerprint.ts';
import { keptFindingSchema } from '../../contracts/job.ts';
import { chunksOf } from '../../pipeline/chunks.ts';
import type { FindingStore, KeptPicture, PictureStore } from '../../pipeline/kept-ports.ts';
import type { ReadingDatabase } from './schema.ts';

/** As for page readings: nothing was gained with more values a statement. */
const KEYS_MAX = 500;

/**
 * Keeps outcomes by the digest of what they rest on. A record in another form than today's counts
 * as not kept: it is made again and replaced.
 */
export function createFindingStore(database: ReadingDatabase): FindingStore {
  return {
    kept: async (keys) => {
      const found = new Set<Digest>();
      for (const chunk of chunksOf(keys, KEYS_MAX)) {
        const rows = await database
          .selectFrom('finding')
          .select('key')
          .where('key', 'in', chunk)
          .execute();
        for (const { key } of rows) found.add(key);
      }
      return found;
    },
    known: async (keys) => {
      const found = new Map<Digest, ReturnType<typeof keptFindingSchema.parse>>();
      for (const chunk of chunksOf(keys, KEYS_MAX)) {
        const rows = await database
          .selectFrom('finding')
          .select(['key', 'finding_json'])
          .where('key', 'in', chunk)
          .execute();
        for (const row of rows) {
          const kept = keptFindingSchema.safeParse(JSON.parse(row.finding_json));
          if (kept.success) found.set(row.key, kept.data);
        }
      }
      return found;
    },
    keep: async (findings) => {
      for (const chunk of chunksOf([...findings], KEYS_MAX)) {
        const values = chunk.map(([key, finding]) => ({
          key,
          // Parsed before it is kept, so that a record of a wrong form fails where it is made.
          finding_json: JSON.stringify(keptFindingSchema.parse(finding)),
        }));
        await database
          .insertInto('finding')
          .values(values)
          .onConflict((conflict) =>
            conflict
              .column('key')
              .doUpdateSet((row) => ({ finding_json: row.ref('excluded.finding_json') })),
          )
          .execute();
      }
    },
  };
}

/** Keeps where the pictures are that were drawn before. */
export function createPictureStore(database: ReadingDatabase): PictureStore {
  return {
    known: async (keys) => {
      const found = new Map<Digest, KeptPicture>();
      for (const chunk of chunksOf(keys, KEYS_MAX)) {
        const rows = await database
          .selectFrom('picture')
          .select(['key', 'png_sha256', 'width', 'height'])
          .where('key', 'in', chunk)
          .execute();
        for (const { key, ...picture } of rows) found.set(key, picture);
      }
      return found;
    },
    keep: async (pictures) => {
      for (const chunk of chunksOf([...pictures], KEYS_MAX)) {
        await database
          .insertInto('picture')
          .values(chunk.map(([key, picture]) => ({ key, ...picture })))
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((row) => ({
              png_sha256: row.ref('excluded.png_sha256'),
              width: row.ref('excluded.width'),
              height: row.ref('excluded.height'),
            })),
          )
          .execute();
      }
    },
  };
}
