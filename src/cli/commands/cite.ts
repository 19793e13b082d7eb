import type { Command } from 'commander';
import type { Envelope } from '../../contracts/envelope.ts';
import type { PlacedClaim } from '../../pipeline/ports.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { SingleDocument } from '../single-document.ts';

interface CiteOptions {
  readonly passwordEnv?: string;
  readonly json: boolean;
}

/** Where a text stands, as a claim that verifies. */
interface Citation {
  readonly page_index: number;
  readonly page_index_end?: number;
  readonly page_label: string | null;
  readonly match_method: string;
  readonly occurrences: number;
}

/** Makes a claim out of a text: finds the pages it stands on and prints an envelope that cites them. */
export function addCite(program: Command, run: RunCommand): void {
  program
    .command('cite')
    .description('Find a text in a document and print a ready claim with fingerprint and page.')
    .argument('<file>', 'a document')
    .argument('<text>', 'the words as they are printed')
    .option('--password-env <name>', 'environment variable that holds the password')
    .option('--json', 'print the envelope together with what was found', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness cite report.pdf "Revenue was $12.4 million for the quarter." >> answers.jsonl
  pagewitness cite report.pdf "90 days" --json

The envelope is one line; where the text stands on several pages it has one claim for each: keep the one that is
meant. Exit code 1 if the text was not found.`,
    )
    .action((file: string, text: string, options: CiteOptions) =>
      run(async ({ console, settings }) => {
        if (text.trim() === '') throw new UsageError('The text must not be blank.');
        const { locateFile, withDocument } = await import('../single-document.ts');
        const source = await locateFile(file, settings, options);
        const { found, unread } = await withDocument(source, settings, (single) =>
          findText(single, text),
        );
        if (unread > 0) console.err(`${unread} pages could not be read and were not searched.\n`);
        if (found.length === 0) {
          console.err(`The text was not found in ${source.name}.\n`);
          if (options.json) console.out(jsonText({ envelope: null, found }));
          return EXIT.withheld;
        }
        const envelope = envelopeOf(source.name, source.fingerprint, text, found);
        console.out(options.json ? jsonText({ envelope, found }) : `${JSON.stringify(envelope)}\n`);
        if (found.length > 1) {
          console.err(`The text stands on ${found.length} pages; keep the claim that is meant.\n`);
        }
        return EXIT.ok;
      }, options),
    );
}

/** The pages that hold the text whole; only if none does, the page breaks it runs over. */
async function findText(
  single: SingleDocument,
  text: string,
): Promise<{ readonly found: readonly Citation[]; readonly unread: number }> {
  const pages = await single.readAll();
  const unread = pages.unread.length;
  const indices = pages.pages.map(({ page_index }) => page_index);
  const verified = async (ends: readonly (number | null)[]): Promise<readonly Citation[]> => {
    const claims = indices.map((index, at) => placedQuote(single, text, index, ends[at] ?? null));
    const task = { document: single.document, labels: null, claims, pages: pages.pages };
    const checked = await single.checker.check(task);
    return checked.flatMap(({ finding }, at) => {
      const index = indices[at];
      if (finding.status !== 'verified' || finding.match_method === null || index === undefined) {
        return [];
      }
      const end = ends[at] ?? null;
      return [
        {
          page_index: index,
          ...(end === null ? {} : { page_index_end: end }),
          page_label: onlyLabel(pages.labels.labels, index),
          match_method: finding.match_method,
          occurrences: finding.occurrences,
        },
      ];
    });
  };
  const whole = await verified(indices.map(() => null));
  if (whole.length > 0) return { found: whole, unread };
  const readable = new Set(indices);
  const nexts = indices.map((index) => (readable.has(index + 1) ? index + 1 : null));
  return { found: await verified(nexts), unread };
}

function placedQuote(
  single: SingleDocument,
  text: string,
  pageIndex: number,
  pageIndexEnd: number | null,
): PlacedClaim {
  return {
    envelope_index: 0,
    claim_index: pageIndex,
    head: {
      request_id: 'cite',
      source_id: single.name,
      document_fingerprint: single.document.fingerprint,
    },
    claim: {
      id: 'cite',
      kind: 'quote',
      page_index: pageIndex,
      ...(pageIndexEnd === null ? {} : { page_index_end: pageIndexEnd }),
      expected_text: text,
    },
  };
}

/** The page's label where all sources agree on one. */
function onlyLabel(
  labels: readonly { readonly page_index: number; readonly label: string }[],
  pageIndex: number,
): string | null {
  const own = new Set(
    labels.filter((entry) => entry.page_index === pageIndex).map(({ label }) => label),
  );
  const [label] = own;
  return own.size === 1 && label !== undefined ? label : null;
}

function envelopeOf(
  name: string,
  fingerprint: string,
  text: string,
  found: readonly Citation[],
): Envelope {
  return {
    request_id: 'cite',
    source_id: name,
    document_fingerprint: fingerprint,
    claims: found.map(({ page_index, page_index_end, page_label }, at) => ({
      id: `cite-${at + 1}`,
      kind: 'quote',
      page_index,
      ...(page_index_end === undefined ? {} : { page_index_end }),
      ...(page_label === null ? {} : { page_label }),
      expected_text: text,
    })),
  };
}
