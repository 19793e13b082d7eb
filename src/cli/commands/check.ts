import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { RUN_STANDARD } from '../../contracts/run-options.ts';
import type { Verdict } from '../../contracts/verdict.ts';
import { invariant } from '../../evidence/invariant.ts';
import type { LocatedSource } from '../../evidence/ports.ts';
import { PipelineError } from '../../pipeline/failure.ts';
import type { ClaimOptions } from '../claim-options.ts';
import { jsonText } from '../console.ts';
import type { Context, RunCommand } from '../context.ts';
import { EXIT } from '../exit.ts';

interface CheckOptions extends ClaimOptions {
  readonly passwordEnv?: string;
  readonly json: boolean;
}

/** Checks one claim from the command line, without an envelope. */
export function addCheck(program: Command, run: RunCommand): void {
  program
    .command('check')
    .description('Check one claim about one document, without an envelope.')
    .argument('<file>', 'a document')
    .option('-p, --page <number>', 'the page, counted from 1 as a viewer does')
    .option('--page-index <number>', 'the page, counted from 0 as claims do')
    .option('--page-index-end <number>', 'the next page, for a quote over a page break')
    .option('-l, --label <label>', 'the page label, as printed or in the label dictionary')
    .option('-q, --quote <text>', 'the quote that must stand there')
    .option('-v, --value <text>', 'the number that must stand there, as printed')
    .option('--expected-value <decimal>', 'the number after scale, as in 12400000')
    .option('-r, --row <label>', 'label of the row that holds the value')
    .option('-u, --unit <unit>', 'unit of the value, as in USD or percent')
    .option('--scale <multiplier>', 'scale of the value, as in 1000000')
    .option('--bbox <x0,y0,x1,y1>', 'box it must stand in: points from the top left of the page')
    .option('--element <id>', 'element it must stand in, as "pagewitness inspect" prints it')
    .option('--password-env <name>', 'environment variable that holds the password')
    .option('--json', 'print the verdict as JSON', false)
    .addHelpText(
      'after',
      `
Examples:
  pagewitness check report.pdf --page 18 --quote "Revenue was $12.4 million for the quarter."
  pagewitness check report.pdf --label iv --quote "must not exceed 30 days"
  pagewitness check report.pdf --page 42 --row "Net sales" --value "(2.1)" --scale 1000000 --unit USD
  pagewitness check report.pdf --page-index 17 --label 18

Exit code 0 if the claim is verified, 1 if not.`,
    )
    .action((file: string, options: CheckOptions) =>
      run(async (context) => {
        const { locateFile } = await import('../single-document.ts');
        const { envelopeFrom } = await import('../claim-options.ts');
        const { verdictText } = await import('../../reporters/terminal.ts');
        const source = await locateFile(file, context.settings, options);
        const envelope = envelopeFrom(options, source.name, source.fingerprint);
        const verdict = await verifyAlone(context, source, envelope, options);
        context.console.out(
          options.json ? jsonText(verdict) : verdictText(verdict, context.console),
        );
        return verdict.release === 'release' ? EXIT.ok : EXIT.withheld;
      }, options),
    );
}

/** Runs the claim through the same engine as any batch, in a home of its own that is gone afterwards. */
async function verifyAlone(
  { settings, signal, console }: Context,
  source: LocatedSource,
  envelope: Readonly<Record<string, unknown>>,
  { passwordEnv }: CheckOptions,
): Promise<Verdict> {
  const { openEngine } = await import('../../wiring/engine.ts');
  const { readFirstVerdicts } = await import('../../reporters/report-reader.ts');
  const home = await mkdtemp(join(tmpdir(), 'pagewitness-check-'));
  try {
    const listed = { source_id: source.name, location: source.path, password_env: passwordEnv };
    const files = { sources: join(home, 'sources.json'), envelopes: join(home, 'envelope.json') };
    await writeFile(files.sources, JSON.stringify([listed]), { mode: 0o600 });
    await writeFile(files.envelopes, JSON.stringify(envelope), { mode: 0o600 });
    const roots = [...settings.source_roots, dirname(source.path)];
    const engine = await openEngine(
      { ...settings, home, source_roots: roots },
      { progress: () => {}, signal, onWait: () => {} },
    );
    try {
      const { run, out } = await engine.verify({
        envelopes: [files.envelopes],
        sources: [files.sources],
        out: join(home, 'report'),
        stdin: console.stdin,
        ...RUN_STANDARD,
        crops: 'none',
        formats: [],
      });
      if (run.report_digest === null) throw new PipelineError('run_not_finished');
      const [verdict] = await readFirstVerdicts(out, 1);
      invariant(verdict !== undefined, 'one claim gives one verdict');
      return verdict;
    } finally {
      await engine.close();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
