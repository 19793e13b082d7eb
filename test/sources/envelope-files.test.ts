import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { splitLines } from '../../src/sources/byte-lines.ts';
import { type EnvelopeFiles, readEnvelopeFiles } from '../../src/sources/envelope-files.ts';
import { listEnvelopeInputs } from '../../src/sources/envelope-inputs.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagewitness-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function envelope(id: string): string {
  const claims = [{ id: 'c1', kind: 'quote', page_index: 0, expected_text: 'Sales grew.' }];
  return JSON.stringify({ request_id: id, source_id: 's', claims });
}

async function* streamOf(...chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

function open(
  files: readonly string[],
  stdin: AsyncIterable<Uint8Array> = streamOf(),
): EnvelopeFiles {
  return readEnvelopeFiles(files, { stdin, lineBytesMax: 2000, jsonBytesMax: 20_000 });
}

async function entriesOf(files: AsyncIterable<EnvelopeEntry>): Promise<EnvelopeEntry[]> {
  const entries: EnvelopeEntry[] = [];
  for await (const entry of files) entries.push(entry);
  return entries;
}

/** Request id or problem and line of each entry: `r1@1`, `!schema@2: detail`. */
function told(entries: readonly EnvelopeEntry[]): string[] {
  return entries.map(({ head, claims, place }) => {
    if (head !== null) return `${head.request_id}@${place.line}`;
    const [claim] = claims;
    const problem = claim !== undefined && !claim.readable ? claim.problem : null;
    return `!${problem?.reason}@${place.line}: ${problem?.detail}`;
  });
}

async function tell(name: string, content: string | Uint8Array): Promise<string[]> {
  return told(await entriesOf(open([await put(name, content)])));
}

describe('a file of lines', () => {
  it('gives one entry a line with its number, blank lines passed over', async () => {
    const content = `${envelope('r1')}\n\n  \r\n${envelope('r2')}\r\n${envelope('r3')}`;
    expect(await tell('a.jsonl', content)).toEqual(['r1@1', 'r2@4', 'r3@5']);
  });

  it('loses nothing but the line that is broken', async () => {
    const content = `${envelope('r1')}\n{"request_id": "r2", \n[]\n${envelope('r4')}\n`;
    const entries = await tell('a.jsonl', content);
    expect(entries).toHaveLength(4);
    expect(entries[1]).toMatch(/^!schema@2: the line is not valid JSON/);
    expect(entries[2]).toMatch(/^!schema@3/);
    expect(entries[3]).toBe('r4@4');
  });

  it('names a broken line without ids and without showing its text', async () => {
    const path = await put('a.jsonl', '{"request_id": secret}\n');
    const [entry] = await entriesOf(open([path]));
    expect(entry).toMatchObject({
      place: { file: path, line: 1 },
      head: null,
      claims: [{ readable: false, problem: { request_id: null, claim_id: null, kind: null } }],
    });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it('passes over a line beyond the limit without holding it', async () => {
    const content = `${envelope('r1')}\n{"x":"${'x'.repeat(5000)}"}\n${envelope('r3')}\n`;
    const entries = await tell('a.jsonl', content);
    expect(entries[1]).toMatch(/^!schema@2: the line is longer than 2000 bytes/);
    expect(entries[2]).toBe('r3@3');
  });

  it('tells the line that is not UTF-8', async () => {
    const bad = Buffer.concat([
      Buffer.from(`${envelope('r1')}\n"`),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(`"\n${envelope('r3')}`),
    ]);
    const entries = await tell('a.jsonl', bad);
    expect(entries[1]).toBe('!schema@2: the line is not valid UTF-8; save it as UTF-8');
    expect(entries[2]).toBe('r3@3');
  });
});

describe('encodings', () => {
  it('a byte order mark of UTF-8 is no obstacle', async () => {
    expect(await tell('a.jsonl', `\ufeff${envelope('r1')}\n`)).toEqual(['r1@1']);
    expect(await tell('b.json', `\ufeff${envelope('r1')}`)).toEqual(['r1@null']);
  });

  it.each([
    ['with a mark', Buffer.from(`\ufeff${envelope('r1')}\n`, 'utf16le')],
    ['without a mark', Buffer.from(`${envelope('r1')}\n`, 'utf16le')],
    ['of the other byte order', Buffer.from(`\ufeff${envelope('r1')}\n`, 'utf16le').swap16()],
  ])('UTF-16 %s is one entry that says so', async (_name, content) => {
    expect(await tell('a.jsonl', content)).toEqual([
      '!schema@null: the file is UTF-16; save it as UTF-8',
    ]);
  });
});

describe('a file that is one JSON value', () => {
  it('is one envelope, or a list of them with their positions in every detail', async () => {
    const pretty = JSON.stringify(JSON.parse(envelope('r1')), null, 2);
    expect(await tell('a.json', pretty)).toEqual(['r1@null']);
    const entries = await tell('b.json', `[${envelope('r1')}, 5, ${envelope('r3')}]`);
    expect(entries).toEqual([
      'r1@null',
      '!schema@null: [1] must hold one envelope, an object, not a number',
      'r3@null',
    ]);
  });

  it('is one entry when it is broken, and tells where', async () => {
    const entries = await tell('a.json', '{\n  "request_id": "r1",\n  "claims": [}\n');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatch(/^!schema@null: the file is not valid JSON/);
  });

  it('is told to be written as lines when it is too long to hold', async () => {
    const entries = await tell('a.json', `[${' '.repeat(30_000)}]`);
    expect(entries[0]).toMatch(/^!schema@null: the file is longer than 20000 bytes/);
  });

  it('that is a list of Ethos citations is refused citation by citation', async () => {
    const entries = await entriesOf(
      open([
        await put('a.json', '[{"kind":"quote","citation":{}},{"kind":"value","citation":{}}]'),
      ]),
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]?.claims).toHaveLength(2);
  });

  it('may in truth be a file of lines', async () => {
    expect(await tell('a.json', `${envelope('r1')}\n${envelope('r2')}\n`)).toEqual([
      'r1@1',
      'r2@2',
    ]);
    const entries = await tell('b.txt', `{"broken\n${envelope('r2')}\n`);
    expect(entries[0]).toMatch(/^!schema@1/);
    expect(entries[1]).toBe('r2@2');
  });
});

describe('files that hold nothing', () => {
  it.each(['', '\n \n', '\ufeff'])('%j is a named problem', async (content) => {
    for (const name of ['a.jsonl', 'a.json']) {
      expect(await tell(name, content)).toEqual([
        '!schema@null: the file is empty; it holds no envelope',
      ]);
    }
  });

  it('an empty list is a named problem', async () => {
    expect(await tell('a.json', '[]')).toEqual([
      '!schema@null: the file is an empty list; it holds no envelope',
    ]);
  });

  it('a file that is gone is one entry with the code of the system', async () => {
    const entries = told(await entriesOf(open([join(folder, 'gone.jsonl')])));
    expect(entries).toEqual(['!schema@null: the file could not be read (ENOENT)']);
  });
});

describe('standard input', () => {
  it('may be lines, however they are cut into pieces', async () => {
    const lines = `${envelope('r1')}\n${envelope('r2')}\n`;
    const entries = await entriesOf(
      open(['-'], streamOf(lines.slice(0, 2), lines.slice(2, 50), lines.slice(50))),
    );
    expect(told(entries)).toEqual(['r1@1', 'r2@2']);
    expect(entries[0]?.place.file).toBe('-');
  });

  it('may be one pretty-printed value', async () => {
    const pretty = JSON.stringify([JSON.parse(envelope('r1'))], null, 2);
    expect(told(await entriesOf(open(['-'], streamOf(pretty))))).toEqual(['r1@null']);
  });

  it('may be one line without a line end', async () => {
    expect(told(await entriesOf(open(['-'], streamOf(envelope('r1')))))).toEqual(['r1@null']);
  });
});

describe('what was read', () => {
  it('is named with the digest of its bytes and its counts, in order', async () => {
    const content = `${envelope('r1')}\nbroken\n`;
    const files = open([await put('b.jsonl', content), '-'], streamOf(envelope('r2')));
    await entriesOf(files);
    const digest = createHash('sha256').update(content).digest('hex');
    expect(files.inputs()).toMatchObject([
      { file: join(folder, 'b.jsonl'), sha256: `sha256:${digest}`, envelopes: 2, claims: 2 },
      { file: '-', envelopes: 1, claims: 1 },
    ]);
  });
});

describe('arguments', () => {
  it('name files in the order given, folders by code point order of their paths', async () => {
    for (const name of [
      'd/b.jsonl',
      'd/B.json',
      'd/sub/a.jsonl',
      'd/\u{1f600}.jsonl',
      'd/\uff5e.jsonl',
      'd/.hidden.jsonl',
      'd/notes.txt',
      'z.jsonl',
    ]) {
      await put(name, envelope(name));
    }
    const { files, problems } = await listEnvelopeInputs(
      [join(folder, 'z.jsonl'), join(folder, 'd')],
      [],
    );
    expect(problems).toEqual([]);
    const names = [
      'z.jsonl',
      'd/B.json',
      'd/b.jsonl',
      'd/sub/a.jsonl',
      'd/\uff5e.jsonl',
      'd/\u{1f600}.jsonl',
    ];
    expect(files).toEqual(names.map((name) => join(folder, name)));
  });

  it('do not follow links to folders', async () => {
    await put('d/a.jsonl', envelope('r1'));
    await symlink(join(folder, 'd'), join(folder, 'd', 'again'));
    expect((await listEnvelopeInputs([join(folder, 'd')], [])).files).toHaveLength(1);
  });

  it('never take the report of an earlier run or a manifest for envelopes', async () => {
    await put('d/a.jsonl', envelope('r1'));
    await put('d/report/verdicts.jsonl', '{}');
    await put('d/sources.json', '[]');
    const passedOver = [join(folder, 'd', 'report'), join(folder, 'd', 'sources.json')];
    const { files } = await listEnvelopeInputs([join(folder, 'd')], passedOver);
    expect(files).toEqual([join(folder, 'd', 'a.jsonl')]);
  });

  it('that cannot be used are all told', async () => {
    await mkdir(join(folder, 'empty'));
    const given = [join(folder, 'no.jsonl'), join(folder, 'empty'), '-', '-'];
    const { problems } = await listEnvelopeInputs(given, []);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain('no.jsonl does not exist');
  });
});

describe('splitting into lines', () => {
  it('gives the same lines wherever the stream is cut', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b\r', '\n', '\r\n', 'é'), { maxLength: 40 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(40), { maxLength: 5 }), async (content, cuts) => {
        const bytes = Buffer.from(content);
        const bounds = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
          (a, b) => a - b,
        );
        const chunks = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
        const lines: string[] = [];
        for await (const line of splitLines(streamOf(...chunks), 1000)) {
          expect(line.number).toBe(lines.length + 1);
          lines.push(Buffer.from(line.bytes ?? []).toString());
        }
        const expected = content.split('\n').map((line) => line.replace(/\r$/, ''));
        if (content === '' || content.endsWith('\n')) expected.pop();
        expect(lines).toEqual(expected);
      }),
    );
  });
});

describe('a line that contradicts itself', () => {
  it('by naming a member twice is refused, as another reader might take the other one', async () => {
    const line = envelope('r1').replace('"page_index":0', '"page_index":0,"page_index":5');
    const entries = await tell('a.jsonl', `${line}\n${envelope('r2')}\n`);
    expect(entries).toEqual([
      '!schema@1: the line names "page_index" twice in one object; keep one of them',
      'r2@2',
    ]);
  });
});
