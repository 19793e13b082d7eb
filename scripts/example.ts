import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Verifies the examples with the built command line. Many of their claims are wrong on purpose, so
 * "some claims do not meet the policy" (exit 1) is the outcome to expect here, and no failure.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(ROOT, 'example-report');

const run = spawnSync(
  process.execPath,
  [
    'dist/src/cli/main.js',
    'verify',
    'examples/envelopes.jsonl',
    '--sources',
    'examples/sources',
    '--out',
    REPORT,
  ],
  { cwd: ROOT, stdio: 'inherit' },
);

if ((run.status === 0 || run.status === 1) && existsSync(join(REPORT, 'verdicts.jsonl'))) {
  process.stdout.write(`\nThe report is in ${REPORT}\n`);
} else {
  process.stderr.write(`\nThe examples could not be verified (exit ${run.status}).\n`);
  process.exitCode = run.status ?? 3;
}
