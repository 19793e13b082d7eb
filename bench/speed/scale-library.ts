import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { createDrawnLibrary, type DrawnLibrary } from '../../test/support/drawn-library.ts';
import { envelopeEntry, quoteEntry } from '../../test/support/plan.ts';

/** Claims about each document of the dry run. */
export const CLAIMS_PER_DOCUMENT = 10;

/**
 * Stands in for the rooms that read files: each document is one page of made text, made when it is asked
 * for, so that a hundred thousand of them take no memory. All that is done with it is real.
 */
export function createScaleLibrary(): DrawnLibrary {
  const libraryOf = (name: string) => createDrawnLibrary({ [name]: [pageText(name)] });
  const any = createDrawnLibrary({});
  return {
    sources: { resolve: (id, document) => libraryOf(id).sources.resolve(id, document) },
    reader: {
      name: any.reader.name,
      profile: any.reader.profile,
      open: (source) => libraryOf(source.name).reader.open(source),
      readPages: (source, pages) => libraryOf(source.name).reader.readPages(source, pages),
    },
    checker: any.checker,
    renderer: {
      ...any.renderer,
      readRaw: (source, pages) => libraryOf(source.name).renderer.readRaw(source, pages),
    },
  };
}

/** One envelope a document; nine claims in ten stand on the page. */
export async function* scaleEntries(documents: number): AsyncGenerator<EnvelopeEntry> {
  for (let document = 0; document < documents; document += 1) {
    const name = `document-${document}`;
    const claims = Array.from({ length: CLAIMS_PER_DOCUMENT }, (_, claim) =>
      quoteEntry(`c${claim}`, 0, claim === 9 ? 'Nobody ever said a thing.' : sentence(name, claim)),
    );
    yield envelopeEntry(name, claims, document + 1);
  }
}

function sentence(name: string, claim: number): string {
  return `The report ${name} states under point ${claim} what it states.`;
}

function pageText(name: string): string {
  const lines = Array.from({ length: CLAIMS_PER_DOCUMENT }, (_, claim) => sentence(name, claim));
  return `${lines.join('\n\n')}\n\n1`;
}
