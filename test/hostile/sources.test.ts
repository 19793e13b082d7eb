import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../config/env.ts';
import { createFileSources } from '../../src/sources/file.ts';
import { digestOfFile } from '../../src/sources/file-digest.ts';
import { createPdfReader } from '../../src/wiring/reader.ts';
import { openThreads } from '../../src/wiring/threads.ts';
import { shownWith } from '../support/hostile-case.ts';
import { digestOf, envelopeLine, outcomeOf, runHostile } from '../support/hostile-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DOCUMENT = shownWith();
const DENIED = ['denied/source_not_authorized', 'denied/source_not_authorized'];
const MISSING = ['source_error/source_missing', 'source_error/source_missing'];
const UNREADABLE = ['source_error/unreadable', 'source_error/unreadable'];
const READ = ['verified', 'mismatch/text_mismatch'];

/** How the two claims about a source end, by source id; the names are looked up in the folder `docs`. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  healthy: READ,
  '../outside': DENIED,
  'docs/../../outside': DENIED,
  '..\\outside': DENIED,
  '/etc/passwd': DENIED,
  '//host/share/a': DENIED,
  'C:\\windows\\win.ini': DENIED,
  'file:///etc/passwd': DENIED,
  'http://127.0.0.1:9/a.pdf': DENIED,
  'data:application/pdf;base64,AAAA': DENIED,
  '%2e%2e%2foutside': MISSING,
  '~/outside': MISSING,
  'link-out': DENIED,
  'link-to-nothing': DENIED,
  'link-to-itself': DENIED,
  'links-in-a-circle': DENIED,
  'link-to-a-device': DENIED,
  'link-inside': READ,
  'hard-link': READ,
  pipe: UNREADABLE,
  socket: UNREADABLE,
  'folder-with-a-name': MISSING,
  'named with\nline ends': MISSING,
  [`${'n'.repeat(5_000)}`]: MISSING,
  __proto__x: MISSING,
  constructor: MISSING,
};

/** A folder with everything that a path can lead to. */
async function makeFolder(): Promise<{ folder: string; docs: string; close: () => void }> {
  const folder = temporaryFolder();
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  const at = (name: string): string => join(docs, `${name}.pdf`);
  writeFileSync(at('healthy'), DOCUMENT);
  writeFileSync(join(folder, 'outside.pdf'), DOCUMENT);
  symlinkSync('../outside.pdf', at('link-out'));
  symlinkSync('../nothing.pdf', at('link-to-nothing'));
  symlinkSync('link-to-itself.pdf', at('link-to-itself'));
  symlinkSync('circle.pdf', at('links-in-a-circle'));
  symlinkSync('links-in-a-circle.pdf', at('circle'));
  symlinkSync('/dev/zero', at('link-to-a-device'));
  symlinkSync('healthy.pdf', at('link-inside'));
  symlinkSync('..', join(docs, 'up'));
  linkSync(at('healthy'), at('hard-link'));
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder-with-a-name'));
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(at('socket'), resolve);
  });
  return { folder, docs, close: () => server.close() };
}

describe('names and places that mean harm', () => {
  it('end each in its own verdict, and nothing is opened that waits or has no end', async () => {
    const { folder, close } = await makeFolder();
    const ids = Object.keys(NAMED);
    const lines = ids.map((id) => envelopeLine(id, digestOf(DOCUMENT)));
    const run = await runHostile(folder, lines, { threads: 2 });
    close();
    expect(run.errors).toBe('');
    const outcomes = run.verdicts.map(outcomeOf);
    const found = ids.map((id, index) => [id, outcomes.slice(2 * index, 2 * index + 2)]);
    expect(Object.fromEntries(found)).toEqual(NAMED);
    expect(run.exitCode).toBe(1);
  }, 300_000);

  it('a manifest opens no device, no pipe and no password beside it', async () => {
    const { folder, docs, close } = await makeFolder();
    execFileSync('mkfifo', [join(docs, 'password')]);
    const list = [
      { source_id: 'device', location: '/dev/zero' },
      { source_id: 'process', location: '/proc/self/environ' },
      { source_id: 'pipe', location: 'pipe.pdf' },
      { source_id: 'key-in-a-pipe', location: 'healthy.pdf', password_file: 'password' },
      { source_id: 'key-elsewhere', location: 'healthy.pdf', password_file: '/etc/passwd' },
      { source_id: 'healthy', location: 'healthy.pdf' },
    ];
    const manifest = join(docs, 'sources.json');
    writeFileSync(manifest, JSON.stringify(list));
    const lines = list.map(({ source_id }) => envelopeLine(source_id, digestOf(DOCUMENT)));
    const run = await runHostile(folder, lines, { threads: 1, sources: [manifest] });
    close();
    const shown = run.verdicts.map(outcomeOf).filter((_, index) => index % 2 === 0);
    expect(shown).toEqual([
      DENIED[0],
      DENIED[0],
      UNREADABLE[0],
      UNREADABLE[0],
      DENIED[0],
      'verified',
    ]);
  }, 300_000);

  it.skipIf(process.getuid?.() === 0)('a document that may not be read is unreadable', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.pdf');
    writeFileSync(path, DOCUMENT);
    chmodSync(path, 0o000);
    const sources = await sourcesOf(folder);
    expect(await sources.resolve('a', null)).toMatchObject({ reason: 'unreadable' });
  });
});

describe('a document that is not the same when it is read', () => {
  const settings = readEnvironment({ PAGEWITNESS_THREADS: '1' });
  if (!settings.ok) throw new Error(settings.problems.join(' '));
  const threads = openThreads(settings.settings);
  const reader = createPdfReader(threads, settings.settings.limits);
  afterAll(() => threads.close());

  const changes: Readonly<Record<string, (path: string) => void>> = {
    vanished: (path) => rmSync(path),
    'was written to': (path) => appendFileSync(path, ' '),
    'was replaced by a folder': (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    'was replaced by another of the same size': (path) => {
      writeFileSync(path, Buffer.alloc(statSync(path).size, '%PDF-1.7 '));
    },
  };

  it.each(Object.entries(changes))(
    'because it %s is unreadable, by the machine',
    async (_, change) => {
      const folder = temporaryFolder();
      const path = join(folder, 'a.pdf');
      writeFileSync(path, DOCUMENT);
      const found = await (await sourcesOf(folder)).resolve('a', null);
      if (found.outcome !== 'located') throw new Error(found.detail);
      change(path);
      const failure = { reason: 'unreadable', is_of_machine: true };
      expect(await reader.open(found.source)).toMatchObject({ ok: false, failure });
      expect(await reader.readPages(found.source, [0])).toMatchObject({ ok: false, failure });
    },
    120_000,
  );

  it('is fingerprinted without waiting where a pipe has come into its place', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.pdf');
    writeFileSync(path, DOCUMENT);
    const sources = await sourcesOf(folder);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    expect(await sources.resolve('a', null)).toMatchObject({ reason: 'unreadable' });
  });
});

function sourcesOf(folder: string) {
  return createFileSources({
    places: [folder],
    roots: [],
    bytesMax: 1_000_000,
    digest: digestOfFile,
    environment: {},
  });
}
