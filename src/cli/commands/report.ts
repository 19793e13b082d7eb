import type { Command } from 'commander';
import { REPORT_FORMATS, type ReportFormat } from '../../contracts/run-options.ts';
import { jsonText } from '../console.ts';
import type { RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';
import { readFormats } from '../formats.ts';

interface ReportOptions {
  readonly out?: string;
  readonly format?: readonly ReportFormat[];
  readonly redact: boolean;
  readonly json: boolean;
}

/** Makes the report of an ended run again, in any form. */
export function addReport(program: Command, run: RunCommand): void {
  program
    .command('report')
    .description('Make the report of an ended run again from the store, in any form.')
    .argument('<run>', 'run id, or a beginning of it that no other run has')
    .option(
      '-o, --out <folder>',
      'folder of the report; the one the run was begun with if left out',
    )
    .option(
      '-f, --format <formats>',
      `views beside the JSON files: ${REPORT_FORMATS.join(', ')}, or none; those of the run if left out`,
      readFormats,
    )
    .option('--redact', 'leave document text and pictures out; needs another folder', false)
    .option('--json', 'print where the report is and what it holds as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness report 20260102t030405-1a2b3c4d5e6f --out report
  pagewitness report 20260102 --format csv,md
  pagewitness report 20260102 --format html --redact --out for-the-supplier

"pagewitness runs" lists the runs. The verdicts are those of the run, byte for byte. In the run's
own folder the views asked for come beside those that are there.`,
    )
    .action((runId: string, options: ReportOptions) =>
      run(async ({ console, settings: ours }) => {
        const { remakeReport } = await import('../../wiring/reports.ts');
        const report = await remakeReport(ours, {
          run: runId,
          out: options.out ?? null,
          formats: options.format ?? null,
          isRedacted: options.redact,
        });
        const { settings, pictures } = report;
        const { run_id, state } = report.run;
        const { out, formats, is_redacted } = settings;
        console.out(
          options.json
            ? jsonText({ run_id, state, report: out, formats, is_redacted, pictures })
            : `Report: ${out}\n`,
        );
        if (pictures.missing > 0) {
          const lost = pictures.missing === 1 ? '1 picture is' : `${pictures.missing} pictures are`;
          console.err(`pagewitness: ${lost} no longer kept and left out.\n`);
        }
        return EXIT.ok;
      }, options),
    );
}
