import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, envelopeFile, folderFor } from './bench.ts';
import { type BenchEnvelope, isPlain, selectClaims } from './claims.ts';

/** A corpus of copies: documents in a folder, and the envelopes that cite them. */
export interface Corpus {
  readonly documents: string;
  readonly envelopes: string;
  readonly document_count: number;
  readonly claim_count: number;
  readonly bytes: number;
  /** Paths of the documents, in the order of their envelopes. */
  readonly files: readonly string[];
}

/**
 * Copies the documents of the set in turn until `isEnough`, each with a comment of its own behind its
 * end, so that each copy is a version of its own, and cites each by its first plain claims.
 */
export function makeCorpus(
  bench: Bench,
  name: string,
  claimsEach: number,
  isEnough: (documents: number, bytes: number) => boolean,
): Corpus {
  const documents = join(folderFor(bench, name), 'documents');
  mkdirSync(documents);
  const originals = selectClaims(bench.envelopes, isPlain);
  const contents = originals.map(({ source_id }) =>
    readFileSync(join(bench.documents, `${source_id}.pdf`)),
  );
  const envelopes: BenchEnvelope[] = [];
  let bytes = 0;
  while (!isEnough(envelopes.length, bytes)) {
    const position = envelopes.length % originals.length;
    const original = originals[position];
    const content = contents[position];
    if (original === undefined || content === undefined)
      throw new Error('the set has no documents');
    const copy = Buffer.concat([content, Buffer.from(`\n% copy ${envelopes.length}\n`)]);
    const source_id = `copy-${String(envelopes.length).padStart(5, '0')}`;
    writeFileSync(join(documents, `${source_id}.pdf`), copy);
    const digest = createHash('sha256').update(copy).digest('hex');
    const claims = original.claims.slice(0, claimsEach);
    const document_fingerprint = `sha256:${digest}`;
    envelopes.push({ ...original, request_id: source_id, source_id, document_fingerprint, claims });
    bytes += copy.length;
  }
  return {
    documents,
    envelopes: envelopeFile(bench, name, envelopes),
    document_count: envelopes.length,
    claim_count: envelopes.reduce((sum, { claims }) => sum + claims.length, 0),
    bytes,
    files: envelopes.map(({ source_id }) => join(documents, `${source_id}.pdf`)),
  };
}
