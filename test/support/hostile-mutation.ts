/** A source of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Takes `removed` bytes out of the original at an offset and puts others, as Latin-1, there. */
export interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly put: string;
}

/** Some edits of a file, few or many, small or large. */
export function chooseEdits(original: Uint8Array, random: () => number): readonly Edit[] {
  const text = Buffer.from(original).toString('latin1');
  const count = 1 + Math.floor(random() ** 3 * EDITS_MAX);
  return Array.from({ length: count }, () => chooseEdit(text, random));
}

/** The file with edits made; they are placed by the original's offsets. */
export function applyEdits(original: Uint8Array, edits: readonly Edit[]): Uint8Array {
  let text = Buffer.from(original).toString('latin1');
  for (const { at, removed, put } of edits.toSorted((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + put + text.slice(at + removed);
  }
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

const EDITS_MAX = 12;

/** Words that turn the meaning of a place where a PDF or JSON has another. */
const TOKENS = [
  ...[
    '<<',
    '>>',
    '[',
    ']',
    '(',
    ')',
    '/',
    '%',
    'R',
    'obj',
    'endobj',
    'stream',
    'endstream',
    'null',
  ],
  ...['/Kids', '/Parent', '/Contents', '/Length', '/Type', '/Filter', '/FlateDecode', '/Count'],
  ...['BT', 'ET', 'q', 'Q', 'Do', 'Tj', 'TJ', 'Tf', 'cm', 'W n', '3 Tr', 'BI', 'EI', 'sh', 'gs'],
  ...[
    '{',
    '}',
    '"',
    ':',
    ',',
    'true',
    '1e999',
    '\\ud800',
    '\\u0000',
    '"__proto__":',
    '\u0000',
    '\r',
  ],
];

const NUMBERS = [
  '0',
  '-1',
  '1',
  '65536',
  '2147483647',
  '-2147483648',
  '4294967296',
  '1e308',
  '0.00001',
  '9'.repeat(40),
];

function chooseEdit(text: string, random: () => number): Edit {
  const at = Math.floor(random() * text.length);
  const length = 1 + Math.floor(random() ** 4 * Math.min(text.length, 2_000));
  const other = Math.floor(random() * text.length);
  const choices: readonly (() => Edit)[] = [
    () => ({
      at,
      removed: 1,
      put: String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(random() * 8))),
    }),
    () => ({ at, removed: 1, put: String.fromCharCode(Math.floor(random() * 256)) }),
    () => ({ at, removed: length, put: '' }),
    () => ({ at, removed: 0, put: text.slice(other, other + length) }),
    () => ({ at, removed: length, put: text.slice(other, other + length) }),
    () => ({ at, removed: 0, put: pick(TOKENS, random) }),
    () => replaceNext(text, at, /-?\d+(?:\.\d+)?/g, pick(NUMBERS, random)),
    () => replaceNext(text, at, /\d+ 0 R/g, `${Math.floor(random() * 30)} 0 R`),
    () => replaceNext(text, at, /\/[A-Za-z]+/g, pick(TOKENS, random)),
    () => ({
      at,
      removed: random() < 0.1 ? text.length : 0,
      put: pick(TOKENS, random).repeat(1 + Math.floor(random() ** 6 * 5_000)),
    }),
  ];
  return pick(choices, random)();
}

/** Replaces the first match behind an offset; where there is none, the byte at the offset. */
function replaceNext(text: string, at: number, pattern: RegExp, put: string): Edit {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null
    ? { at, removed: 1, put }
    : { at: found.index, removed: found[0].length, put };
}

function pick<T>(list: readonly T[], random: () => number): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('there is nothing to choose from');
  return chosen;
}
