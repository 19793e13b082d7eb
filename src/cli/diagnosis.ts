import { constants } from 'node:fs';
import { access, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Settings } from '../../config/env.ts';
import { digestOfFile } from '../sources/file-digest.ts';
import { findHomeHolder } from '../stores/sql/home-lock.ts';
import { openSqliteStore } from '../stores/sql/sqlite.ts';
import { decodePage } from '../wiring/page-codec.ts';
import { createPdfReader } from '../wiring/reader.ts';
import { openThreads } from '../wiring/threads.ts';
import { installedVersion } from '../wiring/versions.ts';
import { makeSamplePdf, SAMPLE_TEXT } from './sample-pdf.ts';
import { serverChecks } from './server-checks.ts';

/** One thing that was tried, and how it went. */
export interface Diagnosis {
  readonly check: string;
  readonly ok: boolean;
  /** What was found; where it is not well, also what to do. */
  readonly detail: string;
}

/** The oldest Node.js that everything here is tested with. */
const NODE_LEAST = [20, 19] as const;

/** Tries every part that a run needs: runtime, store, reader in its threads, home folder, servers. */
export async function diagnose(settings: Settings): Promise<readonly Diagnosis[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pagewitness-doctor-'));
  try {
    const diagnoses = [
      nodeVersion(),
      await tried('store', 'Install the package anew for this platform.', () => tryStore(folder)),
      await tried('reader', 'Install the package anew.', () => tryReader(folder, settings)),
      await tried('home', 'Give a PAGEWITNESS_HOME that can be written.', () => tryHome(settings)),
      await tried('lock', 'Give a PAGEWITNESS_HOME that can be written.', () => tellLock(settings)),
    ];
    for (const { check, remedy, attempt } of serverChecks(settings)) {
      diagnoses.push(await tried(check, remedy, attempt));
    }
    return diagnoses;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tried(
  check: string,
  remedy: string,
  attempt: () => Promise<string>,
): Promise<Diagnosis> {
  try {
    return { check, ok: true, detail: await attempt() };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown error';
    return { check, ok: false, detail: `${message} ${remedy}` };
  }
}

function nodeVersion(): Diagnosis {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = NODE_LEAST;
  const ok = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  const found = `Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  const remedy = ` Install Node.js ${leastMajor}.${leastMinor} or later.`;
  return { check: 'node', ok, detail: ok ? found : `${found}.${remedy}` };
}

async function tryStore(folder: string): Promise<string> {
  const store = await openSqliteStore(folder);
  await store.runs.runs();
  await store.close();
  return 'the embedded store keeps and finds runs';
}

/** Reads a made document through the same threads, reader and layout as a run does. */
async function tryReader(folder: string, settings: Settings): Promise<string> {
  const path = join(folder, 'sample.pdf');
  const sample = makeSamplePdf();
  await writeFile(path, sample);
  const threads = openThreads({ threads: 1, limits: settings.limits });
  try {
    const reader = createPdfReader(threads, settings.limits);
    const fingerprint = await digestOfFile(path);
    const source = { name: 'sample.pdf', path, bytes: sample.length, fingerprint, password: null };
    const read = await reader.readPages(source, [0]);
    if (!read.ok) throw new Error(`The sample document could not be read: ${read.failure.detail}.`);
    const [page] = read.value.pages;
    const text = page === undefined ? null : decodePage(page).text;
    if (text !== SAMPLE_TEXT) throw new Error('The sample document was read wrongly.');
    return `${reader.name} ${installedVersion('pdfjs-dist') ?? 'of unknown version'} reads a sample document`;
  } finally {
    await threads.close();
  }
}

/** The home need not be there yet; then its nearest folder must be writable. */
async function tryHome(settings: Settings): Promise<string> {
  let folder = resolve(settings.home);
  while (!(await isThere(folder))) folder = dirname(folder);
  await access(folder, constants.W_OK);
  const isMade = folder === resolve(settings.home);
  return `${settings.home} ${isMade ? 'can be written' : 'is not there yet and can be made'}`;
}

async function tellLock(settings: Settings): Promise<string> {
  const home = resolve(settings.home);
  if (!(await isThere(home))) return 'nobody works on this home';
  const holder = findHomeHolder(home);
  return holder === null
    ? 'nobody works on this home'
    : `process ${holder} works on this home; another run waits for it`;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
