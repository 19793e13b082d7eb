import type { Verdict } from '../../src/contracts/verdict.ts';
import { SHOWN } from './hostile-case.ts';
import type { HostileRun } from './hostile-run.ts';

/** A document as it was given to a run, each with the two claims of `envelopeLine`. */
export interface GivenDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A law that a run broke, and the document it broke it on; null where it is of the run as a whole. */
export interface Breach {
  readonly document: string | null;
  readonly law: string;
}

/**
 * What must hold for any documents whose text stands in them as it is, one operator a sentence:
 * the run ends; each claim has one verdict, in order; what no document shows is never verified; what
 * one does not hold (any more) is not verified either.
 */
export function breachesOf(
  run: HostileRun,
  documents: readonly GivenDocument[],
): readonly Breach[] {
  const breaches: Breach[] = [];
  const isEnded = run.exitCode === 0 || run.exitCode === 1;
  if (!isEnded) breaches.push({ document: null, law: `the run ends (exit code ${run.exitCode})` });
  if (run.errors !== '')
    breaches.push({
      document: null,
      law: `nothing is told as an error: ${run.errors.slice(0, 200)}`,
    });
  const expected = documents.flatMap(({ name }) => [`${name} shown`, `${name} nowhere`]);
  const found = run.verdicts.map(({ source_id, claim_id }) => `${source_id} ${claim_id}`);
  if (found.join('\n') !== expected.join('\n')) {
    breaches.push({
      document: null,
      law: `each claim has one verdict (${found.length} of ${expected.length})`,
    });
    return breaches;
  }
  for (const [index, document] of documents.entries()) {
    const [shown, nowhere] = run.verdicts.slice(2 * index, 2 * index + 2);
    if (nowhere?.status === 'verified')
      breaches.push({ document: document.name, law: 'what is shown nowhere is not verified' });
    if (isVerified(shown) && !holds(document.bytes, SHOWN)) {
      breaches.push({
        document: document.name,
        law: 'what the document does not hold is not verified',
      });
    }
  }
  return breaches;
}

function isVerified(verdict: Verdict | undefined): boolean {
  return verdict?.status === 'verified';
}

/** Whether all words of the sentence stand in the bytes: a mutation may have put a comment or a line end between them. */
function holds(bytes: Uint8Array, sentence: string): boolean {
  const text = Buffer.from(bytes).toString('latin1');
  return sentence.split(' ').every((word) => text.includes(word));
}
