import type { Command } from 'commander';
import { CAPABILITY_TABLE } from '../../verification/gates/capability.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT, UsageError } from '../exit.ts';
import { type Inspection, inspectionJson, inspectionText } from '../inspection.ts';
import { readPages } from '../page-choice.ts';
import { locateFile, withDocument } from '../single-document.ts';

interface InspectOptions {
  readonly page?: string;
  readonly passwordEnv?: string;
  readonly json: boolean;
}

/** Shows what the verifier sees of a document. */
export function addInspect(program: Command, run: RunCommand): void {
  program
    .command('inspect')
    .description('Show what the verifier sees: text, elements, ids, labels, boxes, capabilities.')
    .argument('<file>', 'a document')
    .option(
      '-p, --page <pages>',
      'only these pages, counted from 1 as a viewer does: 18, 3-5, 1,4-6',
    )
    .option('--password-env <name>', 'environment variable that holds the password')
    .option('--json', 'print everything as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness inspect report.pdf
  pagewitness inspect report.pdf --page 18
  pagewitness inspect report.pdf --page 18 --json

Without --page one line a page is shown; --json always holds the pages whole. Claims count pages
from zero: page_index 17 is --page 18. Boxes are [x0, y0, x1, y1] in points of the displayed page
from its top left corner.`,
    )
    .action((file: string, options: InspectOptions) =>
      run(async ({ console, settings }) => {
        const asked = options.page === undefined ? null : readPages(options.page);
        const source = await locateFile(file, settings, options);
        const inspection = await withDocument(
          source,
          settings,
          async (single): Promise<Inspection> => {
            requirePages(asked, single.document.page_count);
            const { groundings, labels, unread } = await single.readAll();
            return {
              name: single.name,
              document: single.document,
              labels,
              pages: groundings(asked),
              unread: unread.filter(({ page_index }) => asked?.includes(page_index) !== false),
              capability_table: CAPABILITY_TABLE,
            };
          },
        );
        console.out(
          options.json
            ? jsonText(inspectionJson(inspection))
            : inspectionText(inspection, asked !== null, console.width),
        );
        return EXIT.ok;
      }, options),
    );
}

function requirePages(asked: readonly number[] | null, pageCount: number): void {
  const beyond = asked?.find((index) => index >= pageCount);
  if (beyond === undefined) return;
  throw new UsageError(`There is no page ${beyond + 1}; the document has ${pageCount}.`);
}
