import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runReportSchema, summarySchema } from '../../src/contracts/report.ts';
import { verdictSchema } from '../../src/contracts/verdict.ts';
import { PipelineError } from '../../src/pipeline/failure.ts';
import type { ReportFacts } from '../../src/pipeline/ports.ts';
import { verdictLine } from '../../src/reporters/jsonl.ts';
import type { ReportContents } from '../../src/reporters/report-draft.ts';
import { createReportFolder } from '../../src/reporters/report-folder.ts';
import { readFirstProblems, readSummary } from '../../src/reporters/report-reader.ts';
import { CONTEXT, DIGEST, entryOf, runOf, verdictOf } from './verdicts.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagewitness-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const FACTS: ReportFacts = {
  run: runOf(),
  counters: { pages_read: 7, claims_decided: 2, verify_items: 1, verify_busy_ms: 12.4 },
  machine_outcomes: [],
};

const CONTENTS: ReportContents = {
  formats: [],
  isRedacted: false,
  artifacts: { put: () => Promise.reject(new Error('unused')), get: () => Promise.resolve(null) },
};

const VERDICTS = [
  verdictOf(),
  verdictOf({
    claim_id: 'q2',
    status: 'mismatch',
    reason: 'text_mismatch',
    match_method: null,
    proposal: { action: 'remove' },
    release: 'block',
  }),
];

async function report(out: string, verdicts = VERDICTS, facts = FACTS): Promise<string> {
  const writer = await createReportFolder(out, CONTEXT, CONTENTS).open();
  for (const verdict of verdicts) await writer.write(entryOf(verdict));
  return writer.finish(facts);
}

describe('a report', () => {
  it('is three files that fit their schemas, one line a verdict in order', async () => {
    const out = join(folder, 'new', 'report');
    await report(out);
    expect((await readdir(out)).sort()).toEqual(['run.json', 'summary.json', 'verdicts.jsonl']);
    const lines = (await readFile(join(out, 'verdicts.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => verdictSchema.parse(JSON.parse(line)).claim_id)).toEqual([
      'q1',
      'q2',
    ]);
    summarySchema.parse(JSON.parse(await readFile(join(out, 'summary.json'), 'utf8')));
    const run = runReportSchema.parse(JSON.parse(await readFile(join(out, 'run.json'), 'utf8')));
    expect(run).toMatchObject({
      started_at: '1970-01-01T00:00:01.000Z',
      finished_at: '1970-01-01T00:00:03.500Z',
    });
    expect(run.pages.read).toBe(7);
    expect(run.stages.find(({ stage }) => stage === 'verify')).toMatchObject({
      items: 1,
      busy_ms: 12,
    });
  });

  it('can be read by its owner only', async () => {
    const out = join(folder, 'report');
    await report(out);
    expect((await stat(out)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(out))
      expect((await stat(join(out, name))).mode & 0o777).toBe(0o600);
  });

  it('keeps the rights of a folder that is there already', async () => {
    await chmod(folder, 0o755);
    await report(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('has the same bytes and digest for the same verdicts, and another digest for others', async () => {
    const first = await report(join(folder, 'a'));
    const later = {
      ...FACTS,
      run: runOf({ run_id: 'run-2', started_ms: 9000, finished_ms: 9500 }),
    };
    expect(await report(join(folder, 'b'), VERDICTS, later)).toBe(first);
    for (const name of ['verdicts.jsonl', 'summary.json']) {
      const [a, b] = await Promise.all(
        ['a', 'b'].map((out) => readFile(join(folder, out, name), 'utf8')),
      );
      expect(a).toBe(b);
    }
    expect(await report(join(folder, 'c'), VERDICTS.slice(1))).not.toBe(first);
  });

  it('replaces an older one, and leaves other files alone', async () => {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await report(folder);
    await report(folder, VERDICTS.slice(0, 1));
    expect(await readdir(folder)).toHaveLength(4);
    expect((await readSummary(folder)).claims).toBe(1);
  });

  it('that is abandoned leaves no trace', async () => {
    const writer = await createReportFolder(folder, CONTEXT, CONTENTS).open();
    await writer.write(entryOf(verdictOf()));
    await writer.abandon();
    expect(await readdir(folder)).toEqual([]);
  });

  it('that was killed in the middle is swept away by the next one', async () => {
    const writer = await createReportFolder(folder, CONTEXT, CONTENTS).open();
    await writer.write(entryOf(verdictOf()));
    expect(await readdir(folder)).toHaveLength(1);
    await report(folder);
    expect(await readdir(folder)).toHaveLength(3);
    await writer.abandon();
  });

  it('is never half of an old and half of a new one with a run.json beside it', async () => {
    await report(folder);
    await rm(join(folder, 'summary.json'));
    await mkdir(join(folder, 'summary.json', 'in-the-way'), { recursive: true });
    await expect(report(folder)).rejects.toThrow(PipelineError);
    expect(await readdir(folder)).not.toContain('run.json');
  });

  it('that cannot be written fails by its name', async () => {
    await writeFile(join(folder, 'file'), '');
    const out = join(folder, 'file', 'report');
    await expect(report(out)).rejects.toMatchObject({ code: 'report_unwritable' });
  });

  it('holds many verdicts without changing a byte of any', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => verdictOf({ claim_id: `ü${index}` }));
    await report(folder, many);
    const text = await readFile(join(folder, 'verdicts.jsonl'), 'utf8');
    expect(text).toBe(many.map((verdict) => `${verdictLine(verdict)}\n`).join(''));
  });
});

describe('reading a report', () => {
  it('gives the first verdicts that are not verified', async () => {
    await report(folder, [
      ...VERDICTS,
      verdictOf({ claim_id: 'q3', status: 'stale', reason: 'fingerprint_mismatch' }),
    ]);
    const problems = await readFirstProblems(folder, 5);
    expect(problems.map(({ claim_id }) => claim_id)).toEqual(['q2', 'q3']);
    expect(await readFirstProblems(folder, 1)).toHaveLength(1);
    expect((await readSummary(folder)).profile).toBe(DIGEST);
  });
});
