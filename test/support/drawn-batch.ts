import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import type { DrawnDocument } from './drawn-library.ts';
import { brokenEntry, envelopeEntry, quoteEntry } from './plan.ts';

/** Made documents and claims about them, the same in every process that asks for as many. */
export interface DrawnBatch {
  readonly documents: Readonly<Record<string, DrawnDocument>>;
  readonly entries: readonly EnvelopeEntry[];
}

const PAGES = 6;

/** One envelope of three claims for each of so many documents; some claims fail, some cannot be read. */
export function drawnBatch(sourceCount: number): DrawnBatch {
  const documents = Object.fromEntries(
    Array.from({ length: sourceCount }, (_, source) => [
      `source-${source}`,
      Array.from({ length: PAGES }, (_unused, page) => pageText(source, page)),
    ]),
  );
  const entries = Array.from({ length: sourceCount }, (_, source) => {
    const page = source % PAGES;
    return envelopeEntry(
      `source-${source}`,
      [
        quoteEntry('c1', page, `Source ${source} says on page ${page} what it says.`),
        quoteEntry('c2', (page + 1) % PAGES, `Source ${source} says on page ${page} what it says.`),
        source % 7 === 0 ? brokenEntry('x') : quoteEntry('c3', page, 'Nobody ever said a thing.'),
      ],
      source + 1,
    );
  });
  return { documents, entries };
}

function pageText(source: number, page: number): string {
  return `Source ${source} says on page ${page} what it says.\n\n${page + 1}`;
}
