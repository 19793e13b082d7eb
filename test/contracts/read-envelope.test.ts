import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAIM_KINDS } from '../../src/contracts/claim.ts';
import type { EnvelopeEntry, InputProblem } from '../../src/contracts/envelope.ts';
import { readEnvelope } from '../../src/contracts/read-envelope.ts';

const PLACE = { file: 'answers.jsonl', line: 3 };
const FINGERPRINT = `sha256:${'0'.repeat(64)}`;

function envelopeOf(...claims: readonly unknown[]): Record<string, unknown> {
  return {
    request_id: 'r1',
    source_id: 'annual-report-2025',
    document_fingerprint: FINGERPRINT,
    claims,
  };
}

const QUOTE = {
  id: 'q1',
  kind: 'quote',
  page_index: 17,
  expected_text: 'Revenue was $12.4 million.',
};
const CELL = {
  id: 'c1',
  kind: 'table_cell',
  page_index: 17,
  row_label: 'Revenue',
  column_label: 'Q3 2025',
  expected_value: '12400000',
};
const VALUE = { id: 'v1', kind: 'value', page_index: 3, expected_text: '12.4' };

function read(...claims: readonly unknown[]): EnvelopeEntry {
  return readEnvelope(envelopeOf(...claims), PLACE);
}

/** The problem of the only claim, or null if it could be read. */
function problemOf(entry: EnvelopeEntry): InputProblem | null {
  expect(entry.claims).toHaveLength(1);
  const [only] = entry.claims;
  return only === undefined || only.readable ? null : only.problem;
}

function reasonOf(claim: unknown): string | null {
  return problemOf(read(claim))?.reason ?? null;
}

describe('an envelope that is right', () => {
  it('is read with its head and every claim, in order', () => {
    const entry = read(QUOTE, CELL);
    expect(entry.place).toEqual(PLACE);
    expect(entry.head).toMatchObject({ request_id: 'r1', source_id: 'annual-report-2025' });
    expect(entry.head).not.toHaveProperty('claims');
    expect(entry.claims).toEqual([
      { readable: true, claim: QUOTE },
      { readable: true, claim: CELL },
    ]);
  });

  it('may write null for what it does not give', () => {
    const claim = { ...QUOTE, page_label: null, bbox: null, bbox_space: null };
    expect(problemOf(read(claim))).toBeNull();
    const nested = {
      ...QUOTE,
      bbox: [0, 0, 9, 9],
      bbox_space: { origin: 'top_left', unit: 'point', rotation: null },
    };
    expect(problemOf(read(nested))).toBeNull();
  });

  it('keeps null inside metadata', () => {
    const [only] = read({ ...QUOTE, metadata: { score: null } }).claims;
    expect(only).toMatchObject({ claim: { metadata: { score: null } } });
  });
});

describe('one bad claim', () => {
  it('costs only itself', () => {
    const entry = read(QUOTE, { ...CELL, id: 7 }, VALUE);
    expect(entry.claims.map((claim) => claim.readable)).toEqual([true, false, true]);
    expect(entry.head).not.toBeNull();
  });

  it('is named by field path, and its ids, kind and metadata are echoed', () => {
    const problem = problemOf(read({ ...QUOTE, page_index: '17', metadata: { row: 5 } }));
    expect(problem).toMatchObject({
      reason: 'schema',
      request_id: 'r1',
      source_id: 'annual-report-2025',
      claim_id: 'q1',
      kind: 'quote',
      metadata: { row: 5 },
    });
    expect(problem?.detail).toContain('claims[0].page_index must be a number, not the text "17"');
  });

  it('says which kinds there are when the kind is unknown', () => {
    const problem = problemOf(read({ ...CELL, kind: 'table-cell' }));
    expect(problem?.reason).toBe('schema');
    expect(problem?.detail).toContain('did you mean "table_cell"?');
    expect(problem?.kind).toBe('table-cell');
  });

  it('asks for quotes around a number that must be a decimal string', () => {
    const problem = problemOf(read({ ...CELL, expected_value: 12400000 }));
    expect(problem?.detail).toContain(
      'claims[0].expected_value must be text, not 12400000; write it in quotes',
    );
  });
});

describe('unknown fields', () => {
  it.each([
    ['page_indx', 'page_index'],
    ['pageIndex', 'page_index'],
    ['expeced_text', 'expected_text'],
    ['page', 'page_index'],
    ['bbox_spcae', 'bbox_space'],
  ])('%s is refused with a hint at %s', (given, meant) => {
    const problem = problemOf(read({ ...QUOTE, [given]: 1 }));
    expect(problem?.reason).toBe('unknown_field');
    expect(problem?.detail).toContain(
      `claims[0].${given} is not a field here; did you mean "${meant}"`,
    );
  });

  it('are looked for among the fields of the own kind only', () => {
    const problem = problemOf(read({ ...QUOTE, row_labl: 'Revenue' }));
    expect(problem?.reason).toBe('unknown_field');
    expect(problem?.detail).not.toContain('row_label');
  });

  it('are found inside nested objects', () => {
    const table = problemOf(read({ ...CELL, table: { ordinal: 0 } }));
    expect(table?.detail).toContain(
      'claims[0].table.ordinal is not a field here; did you mean "ordinal_on_page"',
    );
    const space = { origin: 'top_left', unit: 'point', page_widht: 612 };
    const box = problemOf(read({ ...QUOTE, bbox: [0, 0, 9, 9], bbox_space: space }));
    expect(box?.reason).toBe('unknown_field');
    expect(box?.detail).toContain(
      'claims[0].bbox_space.page_widht is not a field here; did you mean "page_width"',
    );
  });

  it('in the head make every claim unreadable, each once and with its own id', () => {
    const entry = readEnvelope({ ...envelopeOf(QUOTE, CELL), source: 'x' }, PLACE);
    expect(entry.head).toBeNull();
    expect(entry.claims).toHaveLength(2);
    expect(entry.claims).toMatchObject([
      { readable: false, problem: { reason: 'unknown_field', claim_id: 'q1' } },
      {
        readable: false,
        problem: { reason: 'unknown_field', claim_id: 'c1', source_id: 'annual-report-2025' },
      },
    ]);
  });

  it('win over what they make missing', () => {
    const { page_index, ...rest } = QUOTE;
    expect(reasonOf({ ...rest, page_idx: page_index })).toBe('unknown_field');
  });
});

describe('ids', () => {
  it('that several claims share make all of them duplicates, and no other', () => {
    const entry = read(QUOTE, CELL, { ...VALUE, id: 'q1' }, { id: 'q1', kind: 'quote' });
    const reasons = entry.claims.map((claim) => (claim.readable ? null : claim.problem.reason));
    expect(reasons).toEqual(['duplicate_id', null, 'duplicate_id', 'duplicate_id']);
  });

  it('that are missing or no text are schema errors', () => {
    expect(reasonOf({ ...QUOTE, id: undefined })).toBe('schema');
    expect(reasonOf({ ...QUOTE, id: 5 })).toBe('schema');
    expect(reasonOf({ ...QUOTE, id: ' ' })).toBe('schema');
  });
});

describe('locators', () => {
  it.each([
    ['a quote', { page_index: undefined }, QUOTE],
    ['a value', { page_index: undefined }, VALUE],
    ['a page', { page_index: undefined }, { id: 'p', kind: 'page' }],
    ['a cell with labels', { page_index: undefined }, CELL],
    ['a quote with only a box', { page_index: undefined, bbox: [0, 0, 10, 10] }, QUOTE],
    [
      'a quote with only a table ordinal',
      { page_index: undefined, table: { ordinal_on_page: 0 } },
      QUOTE,
    ],
    ['a statement', {}, { id: 's', kind: 'statement', statement: 'Sales grew.' }],
    ['a region without a box', {}, { id: 'r', kind: 'region', page_index: 1, expected_text: 'x' }],
    [
      'a region without a page',
      { bbox: [0, 0, 1, 1] },
      { id: 'r', kind: 'region', expected_text: 'x' },
    ],
    ['a presence without a target', {}, { id: 'p', kind: 'presence', page_index: 1 }],
    ['a cell without its column', { column_label: undefined }, CELL],
  ])('%s that cannot be located is missing_locator', (_name, change, claim) => {
    expect(reasonOf({ ...claim, ...change })).toBe('missing_locator');
  });

  it.each([
    ['a label', { page_index: undefined, page_label: 'iv' }, QUOTE],
    ['an element id', { page_index: undefined, element_id: 'p17-e42' }, QUOTE],
    [
      'a cell id',
      {
        page_index: undefined,
        row_label: undefined,
        column_label: undefined,
        cell_id: 'p17-t2-r4-c2',
      },
      CELL,
    ],
    ['a table id', { page_index: undefined, table_id: 'p17-table-2' }, CELL],
    ['a box on a page', { bbox: [0, 0, 10, 10] }, { id: 'p', kind: 'presence', page_index: 1 }],
  ])('%s is enough', (_name, change, claim) => {
    expect(reasonOf({ ...claim, ...change })).toBeNull();
  });

  it('must have room inside a box and order in a page range', () => {
    expect(reasonOf({ ...QUOTE, bbox: [10, 0, 0, 10] })).toBe('schema');
    expect(reasonOf({ ...QUOTE, bbox: [0, 0, 10] })).toBe('schema');
    expect(reasonOf({ ...QUOTE, page_index_end: 16 })).toBe('schema');
    expect(reasonOf({ ...QUOTE, page_index_end: 18 })).toBeNull();
    expect(reasonOf({ ...QUOTE, bbox_space: 'pdf_user_space' })).toBe('schema');
  });

  it('count pages from zero in whole numbers', () => {
    expect(reasonOf({ ...QUOTE, page_index: -1 })).toBe('schema');
    expect(reasonOf({ ...QUOTE, page_index: 1.5 })).toBe('schema');
    expect(reasonOf({ ...QUOTE, page_index: 0 })).toBeNull();
  });
});

describe('expectations', () => {
  it.each([
    ['a quote', { ...QUOTE, expected_text: undefined }],
    ['a blank quote', { ...QUOTE, expected_text: ' \n' }],
    ['a value', { ...VALUE, expected_text: undefined }],
    ['a cell', { ...CELL, expected_value: undefined }],
    ['a region', { id: 'r', kind: 'region', page_index: 1, bbox: [0, 0, 1, 1] }],
    ['a statement', { id: 's', kind: 'statement', page_index: 1 }],
  ])('%s that expects nothing is missing_expectation', (_name, claim) => {
    expect(reasonOf(claim)).toBe('missing_expectation');
  });

  it('may be given as displayed', () => {
    expect(reasonOf({ ...VALUE, expected_text: undefined, displayed: '(2.1)' })).toBeNull();
    expect(reasonOf({ ...VALUE, displayed: '12.4' })).toBeNull();
    expect(reasonOf({ ...VALUE, displayed: '12.5' })).toBe('conflicting_expectations');
  });

  it.each([
    ['12.4', '12400000', '1000000'],
    ['12.4', '12400000', undefined],
    ['(2.1)', '-2100000', '1000000'],
    ['$ 1,234.50', '1234.5', undefined],
    ['1.234,50', '1234.5', undefined],
    ['12,4', '12400000', '1000000'],
    ['12.4 million', '12400000', undefined],
    ['12.4 million', '12400000', '1000000'],
    ['1 234 567', '1234567', undefined],
    ['12 400', '12400000', '1000'],
    ['2.1%', '2.1', undefined],
    ['2.1%', '0.021', undefined],
    ['0', '0', undefined],
    ['—', '0', undefined],
    ['12.4 (1)', '12400000', '1000000'],
    ['1½', '1.5', undefined],
    ['1/4', '0.25', undefined],
    ['from 10.1 to 12.4', '12.4', undefined],
    ['.5', '500000', '1000000'],
    ['2', '24', '12'],
  ])('%s and %s under scale %s do not contradict each other', (text, value, scale) => {
    const claim = { ...VALUE, expected_text: text, expected_value: value, scale };
    expect(problemOf(read(claim))).toBeNull();
  });

  it.each([
    ['12.4', '12500000', undefined],
    ['12.4', '124000', '1000000'],
    ['1,234', '12345', undefined],
    ['0', '5', undefined],
    ['12.4 million', '14200000', undefined],
    ['2', '25', '12'],
  ])('%s and %s under scale %s contradict each other', (text, value, scale) => {
    const claim = { ...VALUE, expected_text: text, expected_value: value, scale };
    expect(reasonOf(claim)).toBe('conflicting_expectations');
  });

  it('a plain decimal agrees with its own value in every printed form', () => {
    const money = fc.tuple(fc.bigInt(0n, 10n ** 15n), fc.nat(99), fc.constantFrom(0, 3, 6, 9));
    fc.assert(
      fc.property(money, ([whole, cents, power]) => {
        const printed = `${whole.toLocaleString('en-US')}.${String(cents).padStart(2, '0')}`;
        const units = whole * 100n + BigInt(cents);
        const scaled = (units * 10n ** BigInt(power)).toString().padStart(3, '0');
        const value = `${scaled.slice(0, -2)}.${scaled.slice(-2)}`;
        const claim = {
          ...VALUE,
          expected_text: `($${printed})`,
          expected_value: value,
          scale: `1${'0'.repeat(power)}`,
        };
        expect(reasonOf(claim)).toBeNull();
      }),
    );
  });
});

describe('forms of other products', () => {
  const citation = { kind: 'quote', text: 'x', citation: { page: 'p0001' } };

  it('a bare list of Ethos citations is refused by name, each citation once', () => {
    const entry = readEnvelope([citation, citation], PLACE);
    expect(entry.claims).toHaveLength(2);
    expect(entry.claims[0]).toMatchObject({ problem: { reason: 'schema', kind: 'quote' } });
    expect(entry.claims[0]).toMatchObject({
      problem: { detail: expect.stringContaining('Ethos') },
    });
  });

  it('a citation request of Ethos is refused by name', () => {
    const entry = readEnvelope({ document_fingerprint: FINGERPRINT, claims: [citation] }, PLACE);
    expect(problemOf(entry)?.detail).toContain('citation request of Ethos');
  });

  it('a claim without an envelope is told so', () => {
    expect(problemOf(readEnvelope(QUOTE, PLACE))?.detail).toContain('bare claim');
  });
});

describe('values that are no envelope', () => {
  it.each([null, 5, 'text', true, [], {}, [QUOTE], { ...envelopeOf(), claims: 'x' }])(
    '%j is one unreadable entry',
    (value) => {
      const entry = readEnvelope(value, PLACE);
      expect(entry.head).toBeNull();
      expect(problemOf(entry)?.reason).toBe('schema');
    },
  );

  it('lead the field paths by their place in the file', () => {
    const entry = readEnvelope(envelopeOf({ ...QUOTE, page_index: -1 }), PLACE, '[4]');
    expect(problemOf(entry)?.detail).toMatch(/^\[4\]\.claims\[0\]\.page_index /);
  });
});

describe('hostile values', () => {
  it.each([
    [
      'the key __proto__ in a claim',
      '{"id":"q","kind":"quote","page_index":1,"expected_text":"x","__proto__":{"page_index":5}}',
    ],
    [
      'the key __proto__ among dimensions',
      '{"id":"v","kind":"value","page_index":1,"expected_text":"5","dimensions":{"__proto__":"x"}}',
    ],
    ['half a surrogate pair', '{"id":"q","kind":"quote","page_index":1,"expected_text":"\\ud83d"}'],
    ['NUL', '{"id":"q","kind":"quote","page_index":1,"expected_text":"a\\u0000b"}'],
    [
      'NUL in metadata',
      '{"id":"q","kind":"quote","page_index":1,"expected_text":"a","metadata":["\\u0000"]}',
    ],
    [
      'an endless number',
      '{"id":"q","kind":"quote","page_index":1,"expected_text":"a","metadata":1e999}',
    ],
  ])('%s is a schema error', (_name, json) => {
    expect(reasonOf(JSON.parse(json))).toBe('schema');
  });

  it('half a surrogate pair in an id is echoed as replacement character', () => {
    expect(problemOf(read({ ...QUOTE, id: 'a\ud83d' }))?.claim_id).toBe('a\ufffd');
  });

  it('nesting that no stack could walk is a schema error', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(reasonOf({ ...QUOTE, metadata: nested })).toBe('schema');
  });

  it('a long text of digits or marks costs no time', () => {
    const start = performance.now();
    const long = `${','.repeat(400_000)}${'9'.repeat(400_000)}`;
    expect(reasonOf({ ...VALUE, expected_text: long, expected_value: '5' })).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('whatever comes in', () => {
  const names = fc.constantFrom(
    'id',
    'kind',
    'page_index',
    'page_label',
    'expected_text',
    'expected_value',
    'bbox',
    'bbox_space',
    'table',
    'row_label',
    'column_label',
    'statement',
    'scale',
    'dimensions',
    'metadata',
    'citation',
  );
  const scraps = fc.oneof(
    fc.constantFrom(...CLAIM_KINDS, '12.4', '1000', 'x', null, 0, 17, -1, 1.5),
    fc.constant([0, 0, 10, 10]),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const claims = fc.array(fc.oneof(fc.dictionary(names, scraps), fc.jsonValue({ maxDepth: 3 })), {
    maxLength: 5,
  });

  it('every claim comes out once, in order, and nothing is thrown', () => {
    fc.assert(
      fc.property(claims, fc.boolean(), (list, hasHead) => {
        const head = hasHead ? { request_id: 'r', source_id: 's' } : {};
        const entry = readEnvelope({ ...head, claims: list }, PLACE);
        expect(entry.claims).toHaveLength(Math.max(1, list.length));
        entry.claims.forEach((claim, index) => {
          const given = list[index];
          const id: unknown = Object.entries(given ?? {}).find(([name]) => name === 'id')?.[1];
          const echoed = claim.readable ? claim.claim.id : claim.problem.claim_id;
          if (typeof id === 'string') expect(echoed).toBe(id);
          if (!claim.readable) expect(claim.problem.detail).not.toBe('');
        });
      }),
      { numRuns: 500 },
    );
  });

  it('any JSON value is read or refused, never thrown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readEnvelope(value, PLACE).claims.length).toBeGreaterThan(0);
      }),
    );
  });
});
