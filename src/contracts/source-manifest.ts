import { z } from 'zod';
import { digestSchema } from './fingerprint.ts';
import { findUnsafe } from './safe-json.ts';
import { pathText, schemaProblems } from './schema-problem.ts';

const text = z.string().refine((value) => value.trim() !== '', 'must not be blank');

/**
 * One source of a manifest: `sources.json` (a list of these, or `{ "sources": [...] }`) or
 * `sources.jsonl` (one a line). `location` and `password_file` are file paths, relative to the
 * folder of the manifest. `fingerprint` is the version that was registered and `versions` are older
 * ones kept apart; a verdict always compares what was cited with the bytes that are there now.
 * `languages`: BCP 47 tags of the text on its pages. A password is never written here: `password_env`
 * names an environment variable, `password_file` a file that holds it.
 */
export const sourceEntrySchema = z
  .strictObject({
    source_id: text,
    location: text,
    fingerprint: digestSchema.optional(),
    versions: z.array(z.strictObject({ fingerprint: digestSchema, location: text })).optional(),
    languages: z.array(text).optional(),
    password_env: text.optional(),
    password_file: text.optional(),
  })
  .refine(
    (entry) => entry.password_env === undefined || entry.password_file === undefined,
    'has password_env and password_file; keep one',
  );

export type SourceEntry = z.infer<typeof sourceEntrySchema>;

/** Reads one entry of a manifest; every problem names its field. Never throws. */
export function readSourceEntry(
  value: unknown,
):
  | { readonly entry: SourceEntry; readonly problems: null }
  | { readonly entry: null; readonly problems: readonly string[] } {
  const unsafe = findUnsafe(value);
  if (unsafe !== null) {
    return { entry: null, problems: [`${pathText(unsafe.path) || 'the entry'} ${unsafe.problem}`] };
  }
  const parsed = sourceEntrySchema.safeParse(value);
  if (parsed.success) return { entry: parsed.data, problems: null };
  const names = Object.keys(sourceEntrySchema.shape);
  const problems = schemaProblems(parsed.error.issues, value, (path) =>
    path.length === 0 ? names : ['fingerprint', 'location'],
  );
  return {
    entry: null,
    problems: problems.map((each) => `${pathText(each.path) || 'the entry'} ${each.text}`),
  };
}
