import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { EnvelopeEntry } from '../../src/contracts/envelope.ts';
import { planRun } from '../../src/pipeline/plan-run.ts';
import { readEnvelopeFiles } from '../../src/sources/envelope-files.ts';
import { listEnvelopeInputs } from '../../src/sources/envelope-inputs.ts';
import { openSqliteStore } from '../../src/stores/sql/sqlite.ts';
import { machineClock, PROFILE } from '../support/batch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MEBIBYTE = 1024 * 1024;
const GOOD =
  '{"request_id":"r","source_id":"s","claims":[{"id":"q","kind":"page","page_index":0}]}';

function read(stdin: AsyncIterable<Uint8Array>) {
  return readEnvelopeFiles(['-'], {
    stdin,
    lineBytesMax: 16 * MEBIBYTE,
    jsonBytesMax: 64 * MEBIBYTE,
  });
}

/** Reads a file of lines and gives what is told of each line: `good`, or where and why it cannot be read. */
async function tell(content: string | Uint8Array): Promise<readonly string[]> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in.jsonl'), content);
  const files = readEnvelopeFiles(['in.jsonl'], {
    folder,
    stdin: pieces([]),
    lineBytesMax: 16 * MEBIBYTE,
    jsonBytesMax: 64 * MEBIBYTE,
  });
  const told: string[] = [];
  for await (const { place, claims } of files) {
    for (const claim of claims) {
      told.push(
        `${place.file}:${place.line} ${claim.readable ? 'good' : `${claim.problem.reason}: ${claim.problem.detail}`}`,
      );
    }
  }
  return told;
}

async function* pieces(list: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* list;
}

/** A line with one claim, whose raw members follow. */
function line(members: string, claim = '"id":"q","kind":"page","page_index":0'): string {
  return `{"request_id":"r","source_id":"s"${members},"claims":[{${claim}}]}`;
}

const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);

describe('a line that means harm is one entry that names file and line, and the next line is read', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['nested lists', line(`,"metadata":${deep('[', ']')}`), /nested deeper than 64 levels/],
    [
      'nested objects',
      line(`,"metadata":${deep('{"a":', '}').replace('{"a":}', '{"a":1}')}`),
      /nested deeper than 64 levels/,
    ],
    ['nothing but nested lists', deep('[', ']'), /must hold one envelope, an object, not a list/],
    ['lists without end', '['.repeat(100_000), /not valid JSON; it ends too early/],
    [
      '__proto__ in the head',
      line(',"metadata":{"__proto__":{"status":"verified"}}'),
      /is not allowed as a name/,
    ],
    [
      '__proto__ in a claim',
      line('', '"__proto__":{"kind":"page"},"id":"q","kind":"page","page_index":0'),
      /is not allowed as a name/,
    ],
    [
      'constructor in a claim',
      line('', '"constructor":{"prototype":{}},"id":"q","kind":"page","page_index":0'),
      /unknown_field/,
    ],
    [
      'a name that stands twice',
      line(',"source_id":"other"'),
      /names "source_id" twice in one object/,
    ],
    [
      'a name that stands twice, once in disguise',
      line(',"\\u0073ource_id":"other"'),
      /names "source_id" twice/,
    ],
    [
      'a number out of range',
      line('', '"id":"q","kind":"page","page_index":1e999'),
      /too large a number/,
    ],
    [
      'a number of a million digits',
      line('', `"id":"q","kind":"page","page_index":${'9'.repeat(1_000_000)}`),
      /too large a number/,
    ],
    ['a page before the first', line('', '"id":"q","kind":"page","page_index":-1'), /page_index/],
    [
      'half of a surrogate pair',
      line('', '"id":"\\ud800","kind":"page","page_index":0'),
      /half of a surrogate pair/,
    ],
    ['NUL in a text', line('', '"id":"q\\u0000","kind":"page","page_index":0'), /NUL/],
    ['NUL bytes', `\0\0\0${GOOD}`, /not valid JSON/],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
      /not valid UTF-8/,
    ],
    ['an overlong UTF-8 form', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), /not valid UTF-8/],
    [
      'claims by the million',
      `{"request_id":"r","source_id":"s","claims":[${'0,'.repeat(1_000_000)}0]}`,
      /has 1000001 claims, more than 100000/,
    ],
    ['a value that is no envelope', '"verified"', /must hold one envelope/],
  ])('%s', async (_, hostile, problem) => {
    const bytes = Buffer.concat([
      Buffer.from(`${GOOD}\n`),
      Buffer.from(hostile),
      Buffer.from(`\n${GOOD}`),
    ]);
    const told = await tell(bytes);
    expect(told).toHaveLength(3);
    expect(told[0]).toBe('in.jsonl:1 good');
    expect(told[1]).toMatch(/^in\.jsonl:2 (schema|unknown_field)/);
    expect(told[1]).toMatch(problem);
    // A problem quotes at most a little of what it is about.
    expect(told[1]?.length).toBeLessThan(1_000);
    expect(told[2]).toBe('in.jsonl:3 good');
  });

  it('leaves the prototype of objects alone', async () => {
    await tell(line(',"metadata":{"__proto__":{"polluted":true}}'));
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});

describe('an id of a megabyte', () => {
  it('is kept whole: the line is bounded, and ids are echoed as they came', async () => {
    const id = 'i'.repeat(1_000_000);
    const text = line('', `"id":"${id}","kind":"page","page_index":0`);
    for await (const { claims } of read(pieces([Buffer.from(text)]))) {
      expect(claims).toMatchObject([{ readable: true, claim: { id } }]);
    }
  });
});

describe('line ends and marks', () => {
  it('of every kind keep the count of lines', async () => {
    expect(await tell(`\ufeff${GOOD}\r\n\r\n \t\n${GOOD}\n\n${GOOD}\r\n`)).toEqual([
      'in.jsonl:1 good',
      'in.jsonl:4 good',
      'in.jsonl:6 good',
    ]);
  });

  it('that are carriage returns alone end no line, and are told', async () => {
    const told = await tell(`${GOOD}\r${GOOD}`);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(/^in\.jsonl:1 schema: the line is not valid JSON/);
  });

  it.each(['utf16le', 'latin1'] as const)(
    'in %s are refused as a whole or line by line',
    async (encoding) => {
      const told = await tell(Buffer.from(GOOD.replace('"r"', '"é"'), encoding));
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(/save it as UTF-8/);
    },
  );
});

describe('input without end', () => {
  // A sixteenth of a gigabyte. With a whole one the program peaked at 128 MB (measured once).
  it('a line of 64 megabytes is passed over without being held, and the next is read', async () => {
    const piece = Buffer.alloc(MEBIBYTE / 16, 'x');
    let peak = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${GOOD}\n`);
      for (let sent = 0; sent < 64 * MEBIBYTE; sent += piece.length) {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        yield piece;
      }
      yield Buffer.from(`\n${GOOD}\n`);
    }
    const before = process.memoryUsage().arrayBuffers;
    const told: string[] = [];
    for await (const { place, claims } of read(endless())) {
      told.push(`${place.line} ${claims[0]?.readable}`);
    }
    expect(told).toEqual(['1 true', '2 false', '3 true']);
    expect(peak - before).toBeLessThan(20 * MEBIBYTE);
  });

  // A fiftieth of a million.
  it('claims are planned in flat memory, however many there are', async () => {
    const folder = temporaryFolder();
    const store = await openSqliteStore(folder);
    const peaks = [0, 0];
    const claims = (envelope: number): string =>
      Array.from(
        { length: 100 },
        (_, at) => `{"id":"c${at}","kind":"page","page_index":${envelope}}`,
      ).join();
    async function* many(): AsyncGenerator<Uint8Array> {
      for (let envelope = 0; envelope < 200; envelope += 1) {
        if (envelope % 20 === 19) {
          const half = envelope < 100 ? 0 : 1;
          peaks[half] = Math.max(peaks[half] ?? 0, heapInUse());
        }
        yield Buffer.from(
          `{"request_id":"r${envelope}","source_id":"s","claims":[${claims(envelope)}]}\n`,
        );
      }
    }
    const files = read(many());
    const run = await planRun(
      { runs: store.runs, clock: machineClock },
      {
        run_id: 'run',
        profile: PROFILE,
        engine: '',
        settings: null,
        entries: files,
        inputs: files.inputs,
      },
    );
    await store.close();
    expect(run.claim_count).toBe(20_000);
    expect((peaks[1] ?? 0) - (peaks[0] ?? 0)).toBeLessThan(4 * MEBIBYTE);
  });

  it('an envelope with as many claims as it may have is read whole', async () => {
    const claim = '{"id":"c","kind":"page","page_index":0}';
    const entries: EnvelopeEntry[] = [];
    const text = `{"request_id":"r","source_id":"s","claims":[${Array.from({ length: 5_000 }, () => claim).join()}]}`;
    for await (const entry of read(pieces([Buffer.from(text)]))) entries.push(entry);
    expect(entries[0]?.claims).toHaveLength(5_000);
  });

  it('a pipe or a folder with the name of a file is passed over in a folder of envelopes', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), GOOD);
    mkdirSync(join(folder, 'b.jsonl'));
    execFileSync('mkfifo', [join(folder, 'c.jsonl')]);
    expect(await listEnvelopeInputs([folder], [])).toEqual({
      files: [join(folder, 'a.jsonl')],
      problems: [],
    });
  });
});

/** What the heap holds after everything that can be freed is freed. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
