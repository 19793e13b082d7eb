import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PipelineError } from '../../src/pipeline/failure.ts';
import type { SourceResolution } from '../../src/pipeline/ports.ts';
import { createFileSources } from '../../src/sources/file.ts';
import { digestOfFile } from '../../src/sources/file-digest.ts';

let folder = '';
let docs = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagewitness-'));
  docs = join(folder, 'docs');
  await mkdir(docs);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function put(name: string, content = `content of ${name}`): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

interface Options {
  readonly places?: readonly string[];
  readonly roots?: readonly string[];
  readonly bytesMax?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

async function resolve(
  sourceId: string,
  document: string | null = null,
  options: Options = {},
): Promise<SourceResolution> {
  const sources = await createFileSources({
    places: [docs],
    roots: [],
    bytesMax: 1000,
    digest: digestOfFile,
    environment: {},
    ...options,
  });
  return sources.resolve(sourceId, document);
}

/** The name of the file, or the reason why there is none. */
async function tell(...args: Parameters<typeof resolve>): Promise<string> {
  const found = await resolve(...args);
  return found.outcome === 'located' ? found.source.name : found.reason;
}

describe('a sources folder', () => {
  it('gives a document by its name with or without extension, with its fingerprint and size', async () => {
    await put('docs/annual-report-2025.pdf', 'report');
    for (const id of ['annual-report-2025', 'annual-report-2025.pdf']) {
      expect(await resolve(id)).toEqual({
        outcome: 'located',
        source: {
          name: 'annual-report-2025.pdf',
          path: join(docs, 'annual-report-2025.pdf'),
          bytes: 6,
          fingerprint: `sha256:${createHash('sha256').update('report').digest('hex')}`,
          password: null,
        },
      });
    }
  });

  it('is searched with its subfolders, by name or by path', async () => {
    await put('docs/2025/q3/report.pdf');
    expect(await tell('report')).toBe('2025/q3/report.pdf');
    expect(await tell('2025/q3/report')).toBe('2025/q3/report.pdf');
    expect(await tell('q3/report')).toBe('source_missing');
  });

  it('with two files that fit is ambiguous, unless document names one', async () => {
    await put('docs/a/report.pdf');
    await put('docs/b/report.pdf');
    await put('docs/report.png');
    expect(await tell('report')).toBe('source_ambiguous');
    expect(await tell('report', 'b/report.pdf')).toBe('b/report.pdf');
    expect(await tell('report', 'report.png')).toBe('report.png');
    expect(await tell('report', 'report.pdf')).toBe('source_ambiguous');
  });

  it('passes over notes beside a document, but not where there is nothing else', async () => {
    await put('docs/report.pdf');
    await put('docs/report.json');
    await put('docs/other.docx');
    expect(await tell('report')).toBe('report.pdf');
    expect(await tell('report.json')).toBe('report.json');
    expect(await tell('other')).toBe('other.docx');
  });

  it('keeps case, and knows composed and decomposed names as one', async () => {
    await put('docs/Bilanz-u\u0308ber.pdf');
    expect(await tell('Bilanz-\u00fcber')).toBe('Bilanz-u\u0308ber.pdf');
    expect(await tell('bilanz-\u00fcber')).toBe('source_missing');
  });

  it('hints at a near name when there is none', async () => {
    await put('docs/annual-report-2025.pdf');
    const found = await resolve('annual_report_2025');
    expect(found).toMatchObject({ reason: 'source_missing' });
    expect(found).toMatchObject({
      detail: expect.stringContaining('did you mean "annual-report-2025"'),
    });
  });

  it('that does not exist cannot be used', async () => {
    await expect(resolve('x', null, { places: [join(folder, 'none')] })).rejects.toThrow(
      PipelineError,
    );
    await expect(resolve('x', null, { places: [await put('x.pdf')] })).rejects.toThrow(
      'neither a folder nor a manifest',
    );
  });
});

describe('document', () => {
  it('must agree with source_id where both resolve', async () => {
    await put('docs/a.pdf');
    await put('docs/b.pdf');
    expect(await tell('a', 'a.pdf')).toBe('a.pdf');
    expect(await tell('a', 'b.pdf')).toBe('locator_conflict');
    expect(await tell('unknown-id', 'b.pdf')).toBe('b.pdf');
  });

  it('that is not there is missing, whatever source_id resolves to', async () => {
    await put('docs/a.pdf');
    expect(await tell('a', 'c.pdf')).toBe('source_missing');
  });
});

describe('locations outside the sources', () => {
  const unsafe = [
    '../secret',
    '/etc/passwd',
    'a/../../secret',
    'https://host/a.pdf',
    'file:/etc/passwd',
    'C:\\a.pdf',
    '..\\secret',
    '\\\\host\\a',
    'a\u0000b',
    '',
  ];

  it.each(unsafe)('%j is denied as source_id and as document', async (name) => {
    await put('secret.pdf');
    await put('docs/a.pdf');
    expect(await tell(name)).toBe('source_not_authorized');
    expect(await tell('a', name)).toBe('source_not_authorized');
  });

  it('are denied through links, with the same answer whether or not anything is there', async () => {
    await put('secret/there.pdf');
    await symlink(join(folder, 'secret'), join(docs, 'link'));
    await symlink(join(folder, 'secret', 'there.pdf'), join(docs, 'one.pdf'));
    await symlink(join(folder, 'secret', 'absent.pdf'), join(docs, 'two.pdf'));
    const there = await resolve('one');
    expect(there).toMatchObject({ reason: 'source_not_authorized' });
    expect(await resolve('two')).toEqual(there);
    const list = [
      { source_id: 'a', location: 'link/there.pdf' },
      { source_id: 'b', location: 'link/absent.pdf' },
      { source_id: 'c', location: '../secret/there.pdf' },
      { source_id: 'd', location: '../secret/absent.pdf' },
      { source_id: 'e', location: '../nowhere/at/all.pdf' },
      { source_id: 'f', location: 'https://host/a.pdf' },
    ];
    const manifest = await put('docs/sources.json', JSON.stringify(list));
    for (const { source_id } of list) {
      expect(await resolve(source_id, null, { places: [manifest] })).toEqual(there);
    }
  });

  it('are never opened, whatever the name', async () => {
    await put('docs/a.pdf');
    const names = fc.array(
      fc.constantFrom('..', '.', '/', '\\', 'a', 'a.pdf', 'docs', '%2e', '\u0000', '~'),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(names, async (parts) => {
        const found = await resolve(parts.join(''), parts.toReversed().join(''));
        if (found.outcome === 'located') expect(found.source.path).toBe(join(docs, 'a.pdf'));
      }),
      { numRuns: 60 },
    );
  });

  it('may be links inside', async () => {
    await put('docs/a.pdf');
    await symlink(join(docs, 'a.pdf'), join(docs, 'alias.pdf'));
    expect(await tell('alias')).toBe('alias.pdf');
    expect(await tell('a', 'alias.pdf')).toBe('alias.pdf');
  });
});

describe('a manifest', () => {
  it('names locations from its own folder, and further roots when they are allowed', async () => {
    await put('docs/2025/x.pdf');
    await put('archive/old.pdf');
    const list = [
      { source_id: 'urn:report:2025', location: '2025/x.pdf' },
      { source_id: 'old', location: '../archive/old.pdf' },
      { source_id: 'gone', location: 'gone.pdf' },
    ];
    const lines = await put(
      'docs/sources.jsonl',
      list.map((entry) => JSON.stringify(entry)).join('\n'),
    );
    const wrapped = await put('docs/sources.json', JSON.stringify({ sources: list }));
    for (const manifest of [lines, wrapped]) {
      const places = [manifest];
      expect(await tell('urn:report:2025', null, { places })).toBe('2025/x.pdf');
      expect(await tell('urn:report:2025', 'x.pdf', { places })).toBe('2025/x.pdf');
      expect(await tell('gone', null, { places })).toBe('source_missing');
      expect(await tell('unlisted', null, { places })).toBe('source_missing');
      expect(await tell('old', null, { places })).toBe('source_not_authorized');
      const roots = [join(folder, 'archive')];
      expect(await tell('old', null, { places, roots })).toBe('../archive/old.pdf');
    }
  });

  it('decides for its ids even where a folder has a file of that name', async () => {
    await put('docs/a.pdf');
    await put('other/a.pdf');
    const manifest = await put(
      'other/sources.json',
      JSON.stringify([{ source_id: 'a', location: 'a.pdf' }]),
    );
    const found = await resolve('a', null, { places: [docs, manifest] });
    expect(found).toMatchObject({ source: { path: join(folder, 'other', 'a.pdf') } });
  });

  it('that lists an id twice is ambiguous, unless both are one file', async () => {
    await put('docs/a.pdf');
    await put('docs/b.pdf');
    const list = (second: string): string =>
      JSON.stringify([
        { source_id: 's', location: 'a.pdf' },
        { source_id: 's', location: second },
      ]);
    const two = await put('docs/two.json', list('b.pdf'));
    expect(await tell('s', null, { places: [two] })).toBe('source_ambiguous');
    const one = await put('docs/one.json', list('./a.pdf'));
    expect(await tell('s', null, { places: [one] })).toBe('a.pdf');
  });

  it('gives passwords from the environment or from a file', async () => {
    await put('docs/a.pdf');
    await put('docs/a.password', 'open sesame\n');
    const list = [
      { source_id: 'env', location: 'a.pdf', password_env: 'A_PASSWORD' },
      { source_id: 'file', location: 'a.pdf', password_file: 'a.password' },
      { source_id: 'out', location: 'a.pdf', password_file: '../secret' },
      { source_id: 'gone', location: 'a.pdf', password_file: 'b.password' },
    ];
    const options = {
      places: [await put('docs/sources.json', JSON.stringify(list))],
      digest: digestOfFile,
      environment: { A_PASSWORD: 'pw' },
    };
    expect(await resolve('env', null, options)).toMatchObject({ source: { password: 'pw' } });
    expect(await resolve('file', null, options)).toMatchObject({
      source: { password: 'open sesame' },
    });
    expect(await resolve('out', null, options)).toMatchObject({ reason: 'source_not_authorized' });
    expect(await resolve('gone', null, options)).toMatchObject({ reason: 'unreadable' });
  });

  it.each([
    ['[{"source_id": "a"}]', '[0]: location is missing'],
    ['[{"source_id": "a", "locaton": "b", "location": "c"}]', 'did you mean "location"'],
    ['{"a": 1}', 'must be a list of sources'],
    ['[', 'is not valid JSON'],
    [
      '[{"source_id": "a", "location": "b", "password_env": "C", "password_file": "d"}]',
      'keep one',
    ],
  ])('%s cannot be used, and says why', async (content, why) => {
    const manifest = await put('docs/sources.json', content);
    await expect(resolve('a', null, { places: [manifest] })).rejects.toThrow(why);
  });
});

describe('a document', () => {
  it('over the size limit is not read', async () => {
    await put('docs/a.pdf', 'x'.repeat(1001));
    expect(await resolve('a')).toMatchObject({
      reason: 'too_large',
      detail: 'a.pdf has 1001 bytes; the limit is 1000',
    });
  });

  it('that is no regular file is unreadable', async () => {
    const manifest = await put(
      'docs/sources.json',
      JSON.stringify([{ source_id: 'a', location: 'sub' }]),
    );
    await mkdir(join(docs, 'sub'));
    expect(await tell('a', null, { places: [manifest] })).toBe('unreadable');
  });

  it('larger than one piece has the fingerprint of all its bytes', async () => {
    const content = 'y'.repeat(2_500_000);
    await put('docs/a.pdf', content);
    const digest = createHash('sha256').update(content).digest('hex');
    expect(await resolve('a', null, { bytesMax: 3_000_000 })).toMatchObject({
      source: { fingerprint: `sha256:${digest}`, bytes: 2_500_000 },
    });
  });

  it('that was replaced between two requests has its new fingerprint', async () => {
    await put('docs/a.pdf', 'one');
    const sources = await createFileSources({
      places: [docs],
      roots: [],
      bytesMax: 1000,
      digest: digestOfFile,
      environment: {},
    });
    const before = await sources.resolve('a', null);
    await put('docs/a.pdf', 'three');
    const after = await sources.resolve('a', null);
    const digest = createHash('sha256').update('three').digest('hex');
    expect(after).toMatchObject({ source: { fingerprint: `sha256:${digest}` } });
    expect(after).not.toEqual(before);
  });
});
