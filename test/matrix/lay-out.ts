import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatrixDocument } from './case.ts';
import type { PlacedCase } from './cases.ts';

/** Where the documents and the envelopes of the matrix were written. */
export interface LaidOut {
  readonly envelopes: string;
  readonly sources: string;
}

/**
 * Writes each document once and one envelope a case, in order. Each document is named after the
 * first case that uses it; `{name}` in a case stands for that name.
 */
export function layOut(cases: readonly PlacedCase[], folder: string): LaidOut {
  const sources = join(folder, 'sources');
  mkdirSync(sources, { recursive: true });
  const names = new Map<MatrixDocument, string>();
  const lines = cases.map((matrixCase) => {
    const { document } = matrixCase;
    // A case with files beside it has a document of its own: they must not disturb the others.
    const known = document === null || matrixCase.beside ? undefined : names.get(document);
    const name = known ?? matrixCase.id;
    if (document !== null && known === undefined) {
      if (matrixCase.beside === undefined) names.set(document, name);
      writeFileSync(join(sources, `${name}${document.extension ?? '.pdf'}`), document.bytes);
    }
    for (const [path, data] of Object.entries(matrixCase.beside ?? {})) {
      writeFileSync(join(sources, path.replace('{name}', name)), data);
    }
    return `${JSON.stringify(envelopeOf(matrixCase, name))}\n`;
  });
  const envelopes = join(folder, 'envelopes.jsonl');
  writeFileSync(envelopes, lines.join(''));
  return { envelopes, sources };
}

function envelopeOf(matrixCase: PlacedCase, name: string): unknown {
  const { head, document } = matrixCase;
  const own = document === null ? null : fingerprintOf(document.bytes);
  const fingerprint = head?.document_fingerprint === undefined ? own : head.document_fingerprint;
  return {
    request_id: matrixCase.id,
    source_id: head?.source_id ?? name,
    ...(fingerprint === null ? {} : { document_fingerprint: fingerprint }),
    ...(head?.document === undefined ? {} : { document: head.document.replace('{name}', name) }),
    claims: [matrixCase.claim],
  };
}

function fingerprintOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
