import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findRepeatedMember } from '../src/sources/repeated-member.ts';
import { SHOWN, shownWith } from '../test/support/hostile-case.ts';
import { documentCases } from '../test/support/hostile-document.ts';
import { fontCases } from '../test/support/hostile-fonts.ts';
import { type Breach, breachesOf, type GivenDocument } from '../test/support/hostile-laws.ts';
import {
  applyEdits,
  chooseEdits,
  createRandom,
  type Edit,
} from '../test/support/hostile-mutation.ts';
import {
  digestOf,
  envelopeLine,
  type HostileRun,
  isOfMachine,
  LOW_LIMITS,
  putCases,
  runHostile,
} from '../test/support/hostile-run.ts';
import { structureCases } from '../test/support/hostile-structure.ts';

/*
 * Damages documents and envelopes at random and has the built program verify them:
 *
 *     npm run fuzz -- --minutes 5 --seed 7
 *
 * What breaks a law (see `hostile-laws.ts`) is kept under `fuzz-findings/`, cut down to the edits that
 * are needed. The same seed gives the same rounds.
 */

/** Documents and lines of one run: enough that starting the program does not count. */
const DOCUMENTS_PER_ROUND = 24;
const LINES_PER_ROUND = 24;

/** Larger originals would make a round mostly reading. */
const ORIGINAL_BYTES_MAX = 20_000;

/** Twice what the program held over the hostile suite. */
const PROGRAM_MEGABYTES_MAX = 500;

/** What a worker takes between two looks of its guard. */
const WORKER_MARGIN_MEGABYTES = 250;

const FINDINGS = fileURLToPath(new URL('../fuzz-findings/', import.meta.url));

interface Mutant extends GivenDocument {
  readonly original: Uint8Array;
  readonly edits: readonly Edit[];
}

const HEALTHY: GivenDocument = { name: 'healthy', bytes: shownWith() };

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
});
const ended = await fuzz(Number(values.minutes), Number(values.seed));
process.exitCode = ended ? 0 : 1;

/** @returns whether all laws held. */
async function fuzz(minutes: number, seed: number): Promise<boolean> {
  if (!(minutes > 0) || !Number.isSafeInteger(seed))
    throw new Error('usage: fuzz --minutes N --seed S');
  const originals = originalsToDamage();
  const endMs = Date.now() + minutes * 60_000;
  let findings = 0;
  for (let round = 0; Date.now() < endMs; round += 1) {
    const random = createRandom(seed * 1_000_003 + round);
    const found = [...(await tryDocuments(originals, random)), ...(await tryEnvelopes(random))];
    for (const finding of found) keep(`${seed}-${round}-${findings++}`, finding);
  }
  say(`${findings} findings${findings > 0 ? ` in ${FINDINGS}` : ''}`);
  return findings === 0;
}

interface Finding {
  readonly law: string;
  /** What to give to the program to see it again, by file name. */
  readonly files: Readonly<Record<string, Uint8Array | string>>;
}

function originalsToDamage(): readonly Uint8Array[] {
  const sound = [HEALTHY.bytes, shownWith({ pageLabels: '0 << /S /r >>', page: { rotate: 90 } })];
  const odd = [...structureCases(), ...fontCases(), ...documentCases()].map(({ bytes }) => bytes);
  // Whether a document still holds the sentence is told from its bytes.
  const isOpen = (bytes: Uint8Array): boolean =>
    bytes.length < ORIGINAL_BYTES_MAX && Buffer.from(bytes).includes(SHOWN);
  return [...sound, ...sound, ...odd.filter(isOpen)];
}

async function tryDocuments(
  originals: readonly Uint8Array[],
  random: () => number,
): Promise<readonly Finding[]> {
  const mutants = Array.from({ length: DOCUMENTS_PER_ROUND }, (_, index): Mutant => {
    const original = originals[Math.floor(random() * originals.length)] ?? HEALTHY.bytes;
    const edits = chooseEdits(original, random);
    return { name: `mutant-${index}`, original, edits, bytes: applyEdits(original, edits) };
  });
  const { run, breaches } = await judge(mutants);
  const stopped = run.verdicts.filter(isOfMachine).length;
  const verified = run.verdicts.filter(({ status }) => status === 'verified').length;
  const { program, worker } = run.peak;
  say(
    `${mutants.length} documents: ${verified} claims verified, ${stopped} stopped, ` +
      `${Math.round(program)} and ${Math.round(worker)} MB, ${breaches.length} breaches`,
  );
  const findings: Finding[] = [];
  for (const { document, law } of breaches) {
    const mutant = mutants.find(({ name }) => name === document);
    if (mutant === undefined) {
      const files = Object.fromEntries(mutants.map(({ name, bytes }) => [`${name}.pdf`, bytes]));
      findings.push({ law, files });
    } else {
      const bytes = applyEdits(mutant.original, await neededEdits(mutant, law));
      findings.push({
        law,
        files: { 'document.pdf': bytes, 'before-cutting-down.pdf': mutant.bytes },
      });
    }
  }
  return findings;
}

/** Leaves out each edit without which the law is still broken. */
async function neededEdits(mutant: Mutant, law: string): Promise<readonly Edit[]> {
  let needed = mutant.edits;
  for (const edit of mutant.edits) {
    const fewer = needed.filter((other) => other !== edit);
    const bytes = applyEdits(mutant.original, fewer);
    const { breaches } = await judge([{ name: mutant.name, bytes }]);
    if (breaches.some((breach) => breach.law === law)) needed = fewer;
  }
  return needed;
}

interface Judged {
  readonly run: HostileRun;
  readonly breaches: readonly Breach[];
}

/** Runs the documents with a healthy one before and after them. */
async function judge(given: readonly GivenDocument[]): Promise<Judged> {
  const documents = [HEALTHY, ...given, { ...HEALTHY, name: 'healthy-too' }];
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  try {
    const run = await runHostile(folder, putCases(folder, documents), { threads: 2 });
    const neighbours = [...run.verdicts.slice(0, 2), ...run.verdicts.slice(-2)];
    const outcomes = neighbours.map(({ status }) => status).join(' ');
    const breaches = [...breachesOf(run, documents), ...memoryBreaches(run)];
    if (outcomes !== 'verified mismatch verified mismatch') {
      breaches.push({ document: null, law: `healthy documents are left alone (${outcomes})` });
    }
    return { run, breaches };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function memoryBreaches({ peak }: HostileRun): readonly Breach[] {
  const workerMax = Number(LOW_LIMITS.PAGEWITNESS_RSS_MEGABYTES) + WORKER_MARGIN_MEGABYTES;
  const isBounded = peak.program <= PROGRAM_MEGABYTES_MAX && peak.worker <= workerMax;
  if (isBounded) return [];
  return [{ document: null, law: `memory is bounded (${peak.program} and ${peak.worker} MB)` }];
}

/** Damaged lines between two healthy ones, over one healthy document. */
async function tryEnvelopes(random: () => number): Promise<readonly Finding[]> {
  const healthy = envelopeLine(HEALTHY.name, digestOf(HEALTHY.bytes));
  const original = Buffer.from(healthy, 'utf8');
  const damaged = Array.from({ length: LINES_PER_ROUND }, () =>
    Buffer.from(
      applyEdits(original, chooseEdits(original, random)).filter((byte) => byte !== 0x0a),
    ),
  );
  const lines = [healthy, ...damaged, healthy];
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  try {
    putCases(folder, [HEALTHY]);
    const run = await runHostile(folder, lines, { threads: 1 });
    const expected = lines.reduce((sum, line) => sum + claimCount(Buffer.from(line)), 0);
    const laws: string[] = [];
    if (run.exitCode !== 0 && run.exitCode !== 1)
      laws.push(`the run ends (exit code ${run.exitCode})`);
    if (run.errors !== '') laws.push(`nothing is told as an error: ${run.errors.slice(0, 200)}`);
    if (run.lines.length !== expected)
      laws.push(`each claim has one verdict (${run.lines.length} of ${expected})`);
    const ends = [...run.verdicts.slice(0, 2), ...run.verdicts.slice(-2)];
    const isUntouched =
      ends.map(({ status }) => status).join(' ') === 'verified mismatch verified mismatch';
    if (!isUntouched) laws.push('healthy lines are left alone');
    say(`${damaged.length} lines: ${run.lines.length} verdicts, ${laws.length} breaches`);
    const text = Buffer.concat(
      lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')])),
    );
    return laws.map((law) => ({ law, files: { 'envelopes.jsonl': text } }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many verdicts a line must get: one a claim where claims can be told apart, else one; none for a blank one. */
function claimCount(line: Buffer): number {
  if (/^[ \t\r]*$/.test(line.toString('latin1'))) return 0;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    if (findRepeatedMember(line.toString('utf8')) !== null) return 1;
    const own = typeof value === 'object' && value !== null ? Reflect.get(value, 'claims') : null;
    const claims: unknown = Array.isArray(value) ? value : own;
    return Array.isArray(claims) && claims.length > 0 ? claims.length : 1;
  } catch {
    return 1;
  }
}

function keep(name: string, { law, files }: Finding): void {
  const folder = join(FINDINGS, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'law.txt'), `${law}\n`);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  say(`broken: ${law}\n  ${folder}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
