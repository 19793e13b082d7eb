import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CropRecord, cropRecordSchema } from '../../src/contracts/crop.ts';
import { runReportSchema, summarySchema } from '../../src/contracts/report.ts';
import { verdictSchema } from '../../src/contracts/verdict.ts';
import { PipelineError } from '../../src/pipeline/failure.ts';
import type { ReportEntry } from '../../src/pipeline/ports.ts';
import { verdictLine } from '../../src/reporters/jsonl.ts';
import type { ReportContents } from '../../src/reporters/report-draft.ts';
import { createReportFolder } from '../../src/reporters/report-folder.ts';
import {
  readFirstProblems,
  readRunReport,
  readSummary,
} from '../../src/reporters/report-reader.ts';
import { CONTEXT, cropOf, DIGEST, entryOf, FACTS, runOf, verdictOf } from './verdicts.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagewitness-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

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

describe('the views and pictures of a report', () => {
  /** Keeps the bytes that have the digest of a crop; `cropOf('c')` is not kept. */
  const artifacts: ReportContents['artifacts'] = {
    ...CONTENTS.artifacts,
    get: async (digest) => (digest.endsWith('c') ? null : Buffer.from(`png ${digest}`)),
  };
  const write = async (
    entries: readonly ReportEntry[],
    contents: Partial<ReportContents> = {},
  ): Promise<string> => {
    const sink = createReportFolder(folder, CONTEXT, { ...CONTENTS, artifacts, ...contents });
    const writer = await sink.open();
    for (const entry of entries) await writer.write(entry);
    return writer.finish(FACTS);
  };
  const withCrops = (...crops: CropRecord[]): ReportEntry => ({ ...entryOf(verdictOf()), crops });

  it('are the files asked for and no others, and change nothing of the rest', async () => {
    const plain = await write([entryOf(verdictOf())]);
    const bytes = await readFile(join(folder, 'verdicts.jsonl'), 'utf8');
    const all = await write([entryOf(verdictOf())], { formats: ['html', 'csv', 'md'] });
    expect((await readdir(folder)).sort()).toEqual([
      'report.html',
      'run.json',
      'summary.json',
      'summary.md',
      'verdicts.csv',
      'verdicts.jsonl',
    ]);
    expect(all).toBe(plain);
    expect(await readFile(join(folder, 'verdicts.jsonl'), 'utf8')).toBe(bytes);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('list each crop of each claim, and hold each picture once', async () => {
    const second = { ...cropOf('a'), claim_index: 1 };
    await write([withCrops(cropOf('a'), cropOf('b')), withCrops(second)]);
    const lines = (await readFile(join(folder, 'crops.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => cropRecordSchema.parse(JSON.parse(line)))).toEqual([
      cropOf('a'),
      cropOf('b'),
      second,
    ]);
    expect((await readdir(join(folder, 'crops'))).sort()).toEqual([
      `${'a'.repeat(64)}.png`,
      `${'b'.repeat(64)}.png`,
    ]);
    expect((await stat(join(folder, 'crops'))).mode & 0o777).toBe(0o700);
    const picture = join(folder, 'crops', `${'a'.repeat(64)}.png`);
    expect(await readFile(picture, 'utf8')).toBe(`png sha256:${'a'.repeat(64)}`);
    expect((await stat(picture)).mode & 0o777).toBe(0o600);
    expect((await readRunReport(folder)).pictures).toEqual({ listed: 3, missing: 0 });
  });

  it('go without a picture whose bytes are no longer kept, and say so', async () => {
    await write([withCrops(cropOf('c'), cropOf('a'))], { formats: ['csv', 'md'] });
    expect((await readRunReport(folder)).pictures).toEqual({ listed: 1, missing: 1 });
    expect(await readFile(join(folder, 'crops.jsonl'), 'utf8')).not.toContain('c'.repeat(64));
    const csv = await readFile(join(folder, 'verdicts.csv'), 'utf8');
    expect(csv).toContain(`crops/${'a'.repeat(64)}.png`);
    expect(csv).not.toContain('c'.repeat(64));
  });

  it('of an older report never stand beside a newer one; files of others do', async () => {
    await write([withCrops(cropOf('a'))], { formats: ['html', 'csv', 'md'] });
    await writeFile(join(folder, 'crops', 'mine.png'), 'mine');
    await write([withCrops(cropOf('b'))], { formats: ['md'] });
    expect((await readdir(folder)).sort()).toEqual([
      'crops',
      'crops.jsonl',
      'run.json',
      'summary.json',
      'summary.md',
      'verdicts.jsonl',
    ]);
    expect((await readdir(join(folder, 'crops'))).sort()).toEqual([
      `${'b'.repeat(64)}.png`,
      'mine.png',
    ]);
    await rm(join(folder, 'crops', 'mine.png'));
    await write([entryOf(verdictOf())]);
    expect((await readdir(folder)).sort()).toEqual(['run.json', 'summary.json', 'verdicts.jsonl']);
  });

  it('do not push out a file of the same name where no report has been', async () => {
    await writeFile(join(folder, 'summary.md'), 'mine');
    await write([entryOf(verdictOf())], { formats: ['csv'] });
    expect(await readFile(join(folder, 'summary.md'), 'utf8')).toBe('mine');
  });

  it('leave no trace when they are abandoned, or were killed and swept', async () => {
    const sink = createReportFolder(folder, CONTEXT, {
      ...CONTENTS,
      artifacts,
      formats: ['html', 'csv', 'md'],
    });
    const abandoned = await sink.open();
    await abandoned.write(withCrops(cropOf('a')));
    expect((await readdir(folder)).length).toBeGreaterThan(4);
    await abandoned.abandon();
    expect(await readdir(folder)).toEqual([]);
    const killed = await sink.open();
    await killed.write(withCrops(cropOf('a')));
    await write([entryOf(verdictOf())]);
    expect(await readdir(folder)).toHaveLength(3);
    await killed.abandon();
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
