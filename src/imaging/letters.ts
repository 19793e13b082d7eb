/** Dots of a letter: seven down to the baseline, two below it. */
const LETTER_COLUMNS = 5;
export const LETTER_ROWS = 9;

/**
 * Draws a line of text as the path data of an SVG, `dot` units a dot, its top left corner at `x`, `y`.
 * Letters of our own, because a machine without fonts would draw none (sharp brings none along).
 * Characters beyond printable ASCII are drawn as an empty frame.
 */
export function letterPath(text: string, x: number, y: number, dot: number): string {
  const parts: string[] = [];
  let left = x;
  for (const character of text) {
    columnsOf(character).forEach((bits, column) => {
      for (const [from, length] of runsOf(bits)) {
        const corner = `${short(left + column * dot)} ${short(y + from * dot)}`;
        parts.push(`M${corner}h${short(dot)}v${short(length * dot)}h${short(-dot)}z`);
      }
    });
    left += (LETTER_COLUMNS + 1) * dot;
  }
  return parts.join('');
}

/** Units that the text takes from its first dot to its last. */
export function letterWidth(text: string, dot: number): number {
  const count = [...text].length;
  return Math.max(0, count * (LETTER_COLUMNS + 1) - 1) * dot;
}

/** Stretches of set bits from the lowest, the top dot, on: first bit and length. */
function runsOf(bits: number): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (let row = 0; row < LETTER_ROWS; row += 1) {
    if ((bits & (1 << row)) === 0) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === row) last[1] += 1;
    else runs.push([row, 1]);
  }
  return runs;
}

function columnsOf(character: string): readonly number[] {
  const at = character.charCodeAt(0) - FIRST_CODE;
  const digits = (character.length === 1 ? GLYPHS[at] : undefined) ?? UNKNOWN;
  return Array.from({ length: LETTER_COLUMNS }, (_, column) =>
    Number.parseInt(digits.slice(column * 3, column * 3 + 3), 16),
  );
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const FIRST_CODE = 0x20;
const UNKNOWN = '07f04104104107f';

/** U+0020 to U+007E. Three hexadecimal digits a column from left to right, the lowest bit on top. */
const GLYPHS = [
  ...[
    '000000000000000',
    '00000005f000000',
    '000007000007000',
    '01407f01407f014',
    '02402a07f02a012',
  ],
  ...[
    '023013008064062',
    '036049055022050',
    '000005003000000',
    '00001c022041000',
    '00004102201c000',
  ],
  ...[
    '01400803e008014',
    '00800803e008008',
    '0000a0060000000',
    '008008008008008',
    '000060060000000',
  ],
  ...[
    '020010008004002',
    '03e05104904503e',
    '00004207f040000',
    '042061051049046',
    '02104104504b031',
  ],
  ...[
    '01801401207f010',
    '027045045045039',
    '03c04a049049030',
    '001071009005003',
    '036049049049036',
  ],
  ...[
    '00604904902901e',
    '000036036000000',
    '0000b6076000000',
    '008014022041000',
    '014014014014014',
  ],
  ...[
    '000041022014008',
    '002001051009006',
    '03204907904103e',
    '07e01101101107e',
    '07f049049049036',
  ],
  ...[
    '03e041041041022',
    '07f04104102201c',
    '07f049049049041',
    '07f009009009001',
    '03e04104904907a',
  ],
  ...[
    '07f00800800807f',
    '00004107f041000',
    '02004004103f001',
    '07f008014022041',
    '07f040040040040',
  ],
  ...[
    '07f00200c00207f',
    '07f00400801007f',
    '03e04104104103e',
    '07f009009009006',
    '03e04105102105e',
  ],
  ...[
    '07f009019029046',
    '046049049049031',
    '00100107f001001',
    '03f04004004003f',
    '01f02004002001f',
  ],
  ...[
    '03f04003804003f',
    '063014008014063',
    '007008070008007',
    '061051049045043',
    '00007f041041000',
  ],
  ...[
    '002004008010020',
    '00004104107f000',
    '004002001002004',
    '080080080080080',
    '000001002004000',
  ],
  ...[
    '020054054054078',
    '07f048044044038',
    '038044044044020',
    '03804404404807f',
    '038054054054018',
  ],
  ...[
    '00807e009001002',
    '0381441441440fc',
    '07f008004004078',
    '00004407d040000',
    '0801001040fd000',
  ],
  ...[
    '07f010028044000',
    '00004107f040000',
    '07c004018004078',
    '07c008004004078',
    '038044044044038',
  ],
  ...[
    '1fc044044044038',
    '0380440440441fc',
    '07c008004004008',
    '048054054054020',
    '00403f044040020',
  ],
  ...[
    '03c04004002007c',
    '01c02004002001c',
    '03c04003004003c',
    '044028010028044',
    '03c1401401400fc',
  ],
  ...[
    '04406405404c044',
    '000008036041000',
    '00000007f000000',
    '000041036008000',
    '010008008010008',
  ],
];
