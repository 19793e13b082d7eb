import { LIMIT_ROWS } from '../config/limits.ts';
import { LIMITATIONS } from '../src/contracts/limitation.ts';
import { REASONS, STATUSES } from '../src/contracts/reason.ts';
import { CAPABILITY_TABLE } from '../src/verification/gates/capability.ts';

/** The pages of `docs/` that are made from tables in the code, by path. */
export function renderReference(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reasons.md', reasonsPage()],
    ['docs/settings.md', settingsPage()],
  ]);
}

function reasonsPage(): string {
  const parts = [
    '# Reasons and limitations\n\nMade from the tables in `src/contracts`; stable strings.\n',
  ];
  for (const status of STATUSES) {
    const rows = Object.entries(REASONS).filter(([, row]) => row.status === status);
    if (rows.length === 0) continue;
    parts.push(`\n## ${status}\n\n| reason | what was seen | what to do |\n|---|---|---|`);
    for (const [reason, row] of rows) {
      parts.push(`| \`${reason}\` | ${row.sentence} | ${row.remedy} |`);
    }
    parts.push('');
  }
  parts.push('\n## Limitations\n\nWhat a verdict did not prove, or proved in a weaker way.\n');
  parts.push('| limitation | meaning |\n|---|---|');
  for (const [name, sentence] of Object.entries(LIMITATIONS)) {
    parts.push(`| \`${name}\` | ${sentence} |`);
  }
  parts.push(
    '\n## Capabilities\n\nWhat a claim needs of the reading, and its reason where it is missing.\n',
  );
  parts.push('| kind | locator | needs | reason |\n|---|---|---|---|');
  for (const row of CAPABILITY_TABLE) {
    parts.push(`| ${row.kind} | ${row.locator} | ${row.capability} | \`${row.reason}\` |`);
  }
  return `${parts.join('\n')}\n`;
}

function settingsPage(): string {
  const parts = [
    '# Settings\n\nEnvironment variables; a misspelt name is an error. Command-line options win over them.\n',
    '| variable | meaning | standard |\n|---|---|---|',
    '| `PAGEWITNESS_HOME` | folder of the store and of kept page readings | `./.pagewitness` |',
    '| `PAGEWITNESS_THREADS` | threads that read and check | one a core, at most 8 |',
    '| `PAGEWITNESS_LOG_LEVEL` | `silent`, `error`, `warn`, `info` or `debug` | `info` |',
    '| `PAGEWITNESS_SOURCE_ROOTS` | further folders in which locations of manifests may lie | none |',
    '| `NO_COLOR` | any value: no colour on the terminal | not set |',
    '\n## Servers\n\nEach URL and each key may be given by a file instead: `REDIS_URL_FILE` names one that holds `REDIS_URL`.\n',
    '| variable | meaning | standard |\n|---|---|---|',
    '| `DATABASE_URL` | PostgreSQL as the store: `postgresql://user:password@host/database?sslmode=verify-full` | SQLite files in `PAGEWITNESS_HOME` |',
    '| `REDIS_URL` | Redis that workers get their work from: `redis://…`, `rediss://…` for TLS | none |',
    '| `ARTIFACTS_URL` | where pictures are kept: `file:///srv/pagewitness`, or `s3://bucket/prefix?endpoint=https://store&region=…` with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` | a folder in `PAGEWITNESS_HOME` |',
    '| `PAGEWITNESS_HEALTH` | address and port on which a worker tells its health and metrics, such as `0.0.0.0:9464` | none |',
    '\n## Limits\n\nEach is a variable of its own, `PAGEWITNESS_` and the name in capitals.\n',
    '| limit | standard | least | most | why |\n|---|---|---|---|---|',
  ];
  for (const [name, row] of Object.entries(LIMIT_ROWS)) {
    parts.push(`| \`${name}\` | ${row.standard} | ${row.least} | ${row.most} | ${row.why} |`);
  }
  return `${parts.join('\n')}\n`;
}
