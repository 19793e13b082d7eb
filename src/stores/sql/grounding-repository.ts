import {
  documentGroundingSchema,
  labelMapSchema,
  pageGeometrySchema,
  rawPageSchema,
} from '../../contracts/job.ts';
import type { PageGeometry, StoredPage } from '../../evidence/ports.ts';
import type { RawPageText } from '../../evidence/rendering.ts';
import { chunksOf } from '../../pipeline/chunks.ts';
import type { GroundingStore } from '../../pipeline/ports.ts';
import type { ReadingDatabase } from './schema.ts';

/**
 * Values a statement may carry, far below the 32,766 of SQLite and the 65,535 of PostgreSQL.
 * Above 1,000 rows a batch gained nothing when it was measured.
 */
const INDICES_MAX = 500;

/**
 * Keeps readings by fingerprint and reader profile. A record in another form than today's counts as
 * not kept: it is read again from the document and replaced.
 */
export function createGroundingStore(database: ReadingDatabase): GroundingStore {
  return {
    document: async (fingerprint, profile) => {
      const [row] = await database
        .selectFrom('document_grounding')
        .select('grounding_json')
        .where('fingerprint', '=', fingerprint)
        .where('profile', '=', profile)
        .execute();
      if (row === undefined) return null;
      const kept = documentGroundingSchema.safeParse(JSON.parse(row.grounding_json));
      return kept.success ? kept.data : null;
    },
    keepDocument: async (document) => {
      const grounding_json = JSON.stringify(document);
      await database
        .insertInto('document_grounding')
        .values({
          fingerprint: document.fingerprint,
          profile: document.reader_profile,
          grounding_json,
        })
        .onConflict((conflict) =>
          conflict.columns(['fingerprint', 'profile']).doUpdateSet({ grounding_json }),
        )
        .execute();
    },
    labels: async (fingerprint, profile) => {
      const [row] = await database
        .selectFrom('label_map')
        .select('labels_json')
        .where('fingerprint', '=', fingerprint)
        .where('profile', '=', profile)
        .execute();
      if (row === undefined) return null;
      const kept = labelMapSchema.safeParse(JSON.parse(row.labels_json));
      return kept.success ? kept.data : null;
    },
    keepLabels: async (fingerprint, profile, labels) => {
      const labels_json = JSON.stringify(labels);
      await database
        .insertInto('label_map')
        .values({ fingerprint, profile, labels_json })
        .onConflict((conflict) =>
          conflict.columns(['fingerprint', 'profile']).doUpdateSet({ labels_json }),
        )
        .execute();
    },
    ...pageReadings(database),
    ...rawReadings(database),
  };
}

function pageReadings(
  database: ReadingDatabase,
): Pick<GroundingStore, 'missingPages' | 'pages' | 'keepPages' | 'geometries'> {
  return {
    missingPages: async (fingerprint, profile, pageIndices) => {
      const kept = new Set<number>();
      for (const chunk of chunksOf(pageIndices, INDICES_MAX)) {
        const rows = await database
          .selectFrom('page_reading')
          .select('page_index')
          .where('fingerprint', '=', fingerprint)
          .where('profile', '=', profile)
          .where('page_index', 'in', chunk)
          .execute();
        for (const row of rows) kept.add(row.page_index);
      }
      const missing = new Set(pageIndices.filter((index) => !kept.has(index)));
      return [...missing].sort((a, b) => a - b);
    },
    pages: async (fingerprint, profile, pageIndices) => {
      const pages: StoredPage[] = [];
      for (const chunk of chunksOf(pageIndices, INDICES_MAX)) {
        const rows = await database
          .selectFrom('page_reading')
          .select(['page_index', 'geometry_json', 'payload'])
          .where('fingerprint', '=', fingerprint)
          .where('profile', '=', profile)
          .where('page_index', 'in', chunk)
          .execute();
        for (const row of rows) {
          pages.push({
            page_index: row.page_index,
            geometry: pageGeometrySchema.parse(JSON.parse(row.geometry_json)),
            payload: bytesOf(row.payload),
          });
        }
      }
      return pages.sort((a, b) => a.page_index - b.page_index);
    },
    geometries: async (fingerprint, profile, pageIndices) => {
      const geometries = new Map<number, PageGeometry>();
      for (const chunk of chunksOf([...new Set(pageIndices)], INDICES_MAX)) {
        const rows = await database
          .selectFrom('page_reading')
          .select(['page_index', 'geometry_json'])
          .where('fingerprint', '=', fingerprint)
          .where('profile', '=', profile)
          .where('page_index', 'in', chunk)
          .execute();
        for (const row of rows) {
          geometries.set(row.page_index, pageGeometrySchema.parse(JSON.parse(row.geometry_json)));
        }
      }
      return geometries;
    },
    keepPages: async (fingerprint, profile, pages) => {
      await database.transaction().execute(async (transaction) => {
        for (const page of pages) {
          await transaction
            .insertInto('page_reading')
            .values({
              fingerprint,
              profile,
              page_index: page.page_index,
              geometry_json: JSON.stringify(page.geometry),
              payload: page.payload,
            })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        }
      });
    },
  };
}

function rawReadings(database: ReadingDatabase): Pick<GroundingStore, 'rawPages' | 'keepRawPages'> {
  return {
    rawPages: async (fingerprint, profile, pageIndices) => {
      const pages: RawPageText[] = [];
      for (const chunk of chunksOf(pageIndices, INDICES_MAX)) {
        const rows = await database
          .selectFrom('raw_page')
          .select(['page_index', 'raw_json'])
          .where('fingerprint', '=', fingerprint)
          .where('profile', '=', profile)
          .where('page_index', 'in', chunk)
          .execute();
        for (const { page_index, raw_json } of rows) {
          pages.push({ page_index, ...rawPageSchema.parse(JSON.parse(raw_json)) });
        }
      }
      return pages.sort((a, b) => a.page_index - b.page_index);
    },
    keepRawPages: async (fingerprint, profile, pages) => {
      for (const chunk of chunksOf(pages, INDICES_MAX)) {
        await database
          .insertInto('raw_page')
          .values(
            chunk.map(({ page_index, text, is_complete }) => ({
              fingerprint,
              profile,
              page_index,
              raw_json: JSON.stringify({ text, is_complete }),
            })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },
  };
}

/** libsql 0.5.29 hands blobs out as `ArrayBuffer`, `pg` as `Buffer`. */
function bytesOf(payload: Uint8Array | ArrayBuffer): Uint8Array {
  if (payload instanceof ArrayBuffer) return new Uint8Array(payload);
  return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
}
