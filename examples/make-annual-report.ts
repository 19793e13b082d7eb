import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildReport } from './report/build.ts';
import { exampleEnvelopes, FIRST, REVISED } from './report/envelopes.ts';
import type { Editions, Example, ExampleEnvelope } from './report/example.ts';

/** Every file of the examples by its path in this folder; the same bytes each time. */
export function exampleFiles(): ReadonlyMap<string, Uint8Array | string> {
  const editions = buildEditions();
  const envelopes = exampleEnvelopes(editions);
  return new Map<string, Uint8Array | string>([
    [`sources/${REVISED}.pdf`, editions.revised.bytes],
    [`sources/${FIRST}.pdf`, editions.first.bytes],
    ['envelopes.jsonl', envelopes.map(toLine).join('')],
    ['README.md', readme(envelopes)],
  ]);
}

/** Both editions with their fingerprints. */
export function buildEditions(): Editions {
  const first = buildReport('first');
  const revised = buildReport('revised');
  return {
    first,
    first_fingerprint: fingerprintOf(first.bytes),
    revised,
    revised_fingerprint: fingerprintOf(revised.bytes),
  };
}

function fingerprintOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function toLine({ head, examples }: ExampleEnvelope): string {
  return `${JSON.stringify({ ...head, claims: examples.map((example) => example.claim) })}\n`;
}

function readme(envelopes: readonly ExampleEnvelope[]): string {
  const sections = envelopes.map(({ head, examples }) =>
    [
      `## \`${head['request_id']}\` on \`${head['source_id']}\``,
      '',
      '| claim | verdict to expect | why |',
      '| --- | --- | --- |',
      ...examples.map(toRow),
      '',
    ].join('\n'),
  );
  return `${README_HEAD}\n${sections.join('\n')}`;
}

function toRow(example: Example): string {
  const reasons = example.reasons.map((reason) => `\`${reason}\``).join(' or ');
  const repoint =
    example.repoint_to === undefined ? '' : `; repoint to page index ${example.repoint_to}`;
  const verdict = reasons === '' ? `\`${example.status}\`` : `\`${example.status}\` / ${reasons}`;
  return `| \`${example.claim['id']}\` | ${verdict}${repoint} | ${example.why} |`;
}

const README_HEAD = `# Examples

\`sources/\` holds two editions of the annual report of Northwind Harbour plc, a company that does not
exist: ${'`annual-report-2025.pdf`'} is the revised edition, with one page more of front matter and one corrected
number. \`envelopes.jsonl\` cites them, rightly and wrongly. The tables below say which verdict a careful
reader gives each claim.

\`\`\`sh
node dist/src/cli/main.js verify examples/envelopes.jsonl --sources examples/sources --out example-report
\`\`\`

The command ends with exit code 1, since most of these claims are wrong on purpose.

Everything in this folder but the generator is written by it: \`npx tsx examples/make-annual-report.ts\`.
`;

const isMain = process.argv[1] === fileURLToPath(import.meta.url);
if (isMain) {
  mkdirSync(new URL('sources/', import.meta.url), { recursive: true });
  for (const [path, data] of exampleFiles()) writeFileSync(new URL(path, import.meta.url), data);
}
