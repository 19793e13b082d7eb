import type { Command } from 'commander';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';
import type { Inspection } from '../inspection.ts';
import { drawInspection } from '../inspection-pictures.ts';
import { readPages } from '../page-choice.ts';
import type { SingleDocument } from '../single-document.ts';

interface InspectOptions {
  readonly page?: string;
  readonly png?: string;
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
    .option(
      '--png <place>',
      'draw the pages with everything on them: a file (.png) for one page, or a folder',
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
  pagewitness inspect report.pdf --page 18 --png page.png
  pagewitness inspect report.pdf --page 18-20 --png pages

Without --page one line a page is shown; --json always holds the pages whole. Claims count pages
from zero: page_index 17 is --page 18. Boxes are [x0, y0, x1, y1] in points of the displayed page
from its top left corner.`,
    )
    .action((file: string, options: InspectOptions) =>
      run(async ({ console, settings }) => {
        const asked = options.page === undefined ? null : readPages(options.page);
        const { locateFile, withDocument } = await import('../single-document.ts');
        const source = await locateFile(file, settings, options);
        const { inspection, files } = await withDocument(source, settings, async (single) => {
          const seen = await inspect(single, asked);
          const { png } = options;
          return {
            inspection: seen,
            files: png === undefined ? [] : await drawInspection(seen, single, png),
          };
        });
        const { inspectionJson, inspectionText } = await import('../inspection.ts');
        console.out(
          options.json
            ? jsonText(inspectionJson(inspection))
            : inspectionText(inspection, asked !== null, console.width),
        );
        for (const name of files) console.err(`Drawn: ${name}\n`);
        return EXIT.ok;
      }, options),
    );
}

async function inspect(
  single: SingleDocument,
  asked: readonly number[] | null,
): Promise<Inspection> {
  const { requirePages } = await import('../single-document.ts');
  const { CAPABILITY_TABLE } = await import('../../verification/gates/capability.ts');
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
}
