import { z } from 'zod';
import { digestSchema } from './fingerprint.ts';

/** Grows when a program of before could not read a backup. */
export const BACKUP_FORMAT = 1;

const count = z.number().int().nonnegative();

/** What tells whether a program can read a backup; whatever else it holds. */
export const backupVersionSchema = z.looseObject({ format: count, ledger_schema: count });

/**
 * `manifest.json`: what a backup holds, written last. Tables are `tables/<name>.jsonl.gz`, artifacts
 * `artifacts/ab/abcd…`.
 */
export const backupManifestSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** Version of the program that made it. */
  program: z.string(),
  made_at: z.string(),
  /** Migrations of the ledger it was made of, counted. */
  ledger_schema: count,
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_]{1,64}$/),
      rows: count,
      /** Of the file as it lies there. */
      sha256: digestSchema,
    }),
  ),
  artifacts: z.strictObject({
    count,
    /** Pictures that the store names and no longer had. */
    missing: count,
    /** Of their digests, ascending, one a line. */
    sha256: digestSchema,
  }),
});

export type BackupManifest = Readonly<z.infer<typeof backupManifestSchema>>;

/** One row of a table; bytes are never backed up. */
export const backupRowSchema = z.record(
  z.string(),
  z.union([z.string(), z.number().int(), z.null()]),
);

export type BackupRow = Readonly<z.infer<typeof backupRowSchema>>;
