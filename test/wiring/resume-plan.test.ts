import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnvironment, type Settings } from '../../config/env.ts';
import { RUN_STANDARD } from '../../src/contracts/run-options.ts';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import { openEngine } from '../../src/wiring/engine.ts';
import type { Engine } from '../../src/wiring/open.ts';
import { profileOf } from '../../src/wiring/run-profile.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagewitness-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function settingsOf(home: string): Settings {
  const read = readEnvironment({ PAGEWITNESS_HOME: home, PAGEWITNESS_THREADS: '1' });
  if (!read.ok) throw new Error(read.problems.join(' '));
  return read.settings;
}

async function withEngine<T>(home: string, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(settingsOf(home), {
    progress: () => {},
    signal: new AbortController().signal,
    onWait: () => {},
  });
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** Two envelopes, one of them broken: the report does not depend on any document. */
const ENVELOPES = [
  '{"request_id":"r","source_id":"absent","claims":[{"id":"c1","kind":"page","page_index":0}]}',
  '{"request_id":"r","source_id":',
].join('\n');

test('a run that was killed while it was planned is planned anew and ends with the same report', async () => {
  const file = join(folder, 'envelopes.jsonl');
  await writeFile(file, ENVELOPES);
  const request = {
    envelopes: ['envelopes.jsonl'],
    sources: [folder],
    ...RUN_STANDARD,
  };
  const home = join(folder, 'home');
  const profile = profileOf(
    { is_fingerprint_optional: false, search: 'document' },
    settingsOf(home),
  );
  const store = await openSqliteStore(home);
  await store.runs.createRun({
    run_id: 'cut-short',
    profile: profile.digest,
    engine: '',
    settings: {
      envelopes: request.envelopes,
      folder,
      sources: request.sources,
      out: join(folder, 'resumed'),
      is_fingerprint_optional: false,
    },
    created_ms: 0,
  });
  await store.close();

  const resumed = await withEngine(home, (engine) => engine.resume(null, null));
  expect(resumed.run).toMatchObject({ run_id: 'cut-short', state: 'completed', claim_count: 2 });

  const whole = await withEngine(join(folder, 'other-home'), (engine) =>
    engine.verify({
      ...request,
      envelopes: [file],
      out: join(folder, 'whole'),
      stdin: process.stdin,
    }),
  );
  expect(whole.run.state).toBe('completed');
  const verdicts = await readFile(join(folder, 'resumed/verdicts.jsonl'), 'utf8');
  const expected = await readFile(join(folder, 'whole/verdicts.jsonl'), 'utf8');
  expect(verdicts).toBe(expected.replaceAll(file, 'envelopes.jsonl'));
});
