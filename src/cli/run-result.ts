import { readFirstProblems, readSummary } from '../reporters/report-reader.ts';
import { summaryText } from '../reporters/terminal.ts';
import type { RunResult } from '../wiring/open.ts';
import { type Console, jsonText } from './console.ts';
import { EXIT, type ExitCode } from './exit.ts';

/** So many tell what kind of trouble there is; the report has them all. */
const PROBLEMS_SHOWN = 5;

/** Tells how a run ended, as text or JSON, and what that means for the exit code. */
export async function tellRunResult(
  { run, out }: RunResult,
  console: Console,
  isJson: boolean,
): Promise<ExitCode> {
  if (run.state !== 'completed' && run.state !== 'inconclusive') {
    if (isJson) console.out(jsonText({ run_id: run.run_id, state: run.state }));
    if (run.engine !== '' && run.state === 'running') {
      console.err(
        `Workers go on with run ${run.run_id}; "pagewitness status" shows how far it is.\n`,
      );
      return EXIT.ok;
    }
    console.err(
      run.state === 'cancelled'
        ? `Run ${run.run_id} was cancelled.\n`
        : `Run ${run.run_id} was interrupted; "pagewitness resume ${run.run_id}" takes it up again.\n`,
    );
    return EXIT.failed;
  }
  const summary = await readSummary(out);
  if (isJson) {
    console.out(jsonText({ run_id: run.run_id, state: run.state, report: out, summary }));
  } else {
    const problems = await readFirstProblems(out, PROBLEMS_SHOWN);
    console.out(summaryText(summary, problems, console));
    console.out(`\nReport: ${out}\n`);
  }
  if (run.readable_envelope_count === 0) {
    console.err('pagewitness: No envelope could be read; the report says why.\n');
    return EXIT.usage;
  }
  if (run.state === 'inconclusive') {
    console.err(
      'pagewitness: The machine kept some claims from being decided; run.json lists them. Verify them again.\n',
    );
    return EXIT.failed;
  }
  return summary.by_release.release === summary.claims ? EXIT.ok : EXIT.withheld;
}
