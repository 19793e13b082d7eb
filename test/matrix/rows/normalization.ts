import { FACES, put } from '../../../examples/report/typeset.ts';
import type { MatchMethod } from '../../../src/contracts/verdict.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { LOOKS, lookOf, makeDocument, plainDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Every step of the normalization profile, and what no step may fold. */
export const normalizationSteps: MatrixRow = {
  name: 'normalization steps',
  cases: () => [...folds(), ...refusals(), ...spacing(), ...ligatures()],
};

/** Printed words, quoted words, and the weakest step that is needed. */
const FOLDS: readonly (readonly [string, string, readonly MatchMethod[]])[] = [
  ['The clerk stamped the deed twice.', 'The clerk stamped the deed twice.', ['exact_text']],
  [
    'The clerk sealed the will at noon.',
    'The clerk  sealed\nthe will\tat noon.',
    ['exact_text', 'normalized_text'],
  ],
  ['The café on the quay was sold.', 'The cafe\u0301 on the quay was sold.', ['normalized_text']],
  ['The parish owns seven meadows.', 'The parish owns\u00a0seven meadows.', ['normalized_text']],
  [
    'She called it “a fair bargain” again.',
    'She called it "a fair bargain" again.',
    ['typographic_text'],
  ],
  ['The miller’s wheel stood still.', "The miller's wheel stood still.", ['typographic_text']],
  ['The route Oster–Sarn was closed.', 'The route Oster-Sarn was closed.', ['typographic_text']],
  ['The deed — signed late — is void.', 'The deed - signed late - is void.', ['typographic_text']],
  [
    'So it went on… for eleven years.',
    'So it went on... for eleven years.',
    ['typographic_text', 'exact_text'],
  ],
];

function folds(): readonly MatrixCase[] {
  return FOLDS.map(([printed, quoted, methods], index) => ({
    title: `${methods[0]}: ${printed}`,
    document: plainDocument(lookOf(index), [[...take(dealer(1300 + index), 3), printed]]),
    claim: quoteOn(0, quoted),
    expected: holds({ match_methods: methods, occurrences: 1 }),
  }));
}

/** Printed words, and words that no step may make equal to them. */
const REFUSALS: readonly (readonly [string, string])[] = [
  ['The reading fell to −4.5 degrees overnight.', 'The reading fell to 4.5 degrees overnight.'],
  [
    'Total volume was 5² hectolitres in the trial.',
    'Total volume was 52 hectolitres in the trial.',
  ],
  ['The recipe asks for ½ litre of cream.', 'The recipe asks for 1/2 litre of cream.'],
  ['The Polish office closed its doors in June.', 'The polish office closed its doors in June.'],
  ['The signals failed, however briefly, in May.', 'The signals failed however briefly in May.'],
  ['The final reserve came to 1,250 crowns only.', 'The final reserve came to 1250 crowns only.'],
];

function refusals(): readonly MatrixCase[] {
  return REFUSALS.map(([printed, quoted], index) => ({
    title: `not folded: ${printed}`,
    document: plainDocument(lookOf(index + 1), [
      [...take(dealer(1350 + index), 3), printed.replace('−', '-')],
    ]),
    claim: quoteOn(0, quoted),
    expected: fails(DIFFERS),
  }));
}

function spacing(): readonly MatrixCase[] {
  const printed = 'ANNUAL REPORT OF THE TRUSTEES';
  return LOOKS.slice(0, 4).map((look, index) => ({
    title: `tracked capitals with ${look.style.face}`,
    document: makeDocument(look, [
      {
        paragraphs: take(dealer(1380 + index), 3),
        draw: (sheet) => {
          sheet.operators.push(`${1.2 + index * 0.6} Tc`);
          put(sheet, look.margin, look.height - 120, printed, look.style);
          sheet.operators.push('0 Tc');
        },
      },
    ]),
    claim: quoteOn(0, printed),
    expected: holds({ occurrences: 1 }),
  }));
}

/** A font whose codes 1 and 2 are ligatures, by their glyph names. */
const LIGATURES = {
  ...FACES,
  Lig: {
    raw:
      '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding ' +
      '<< /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl] >> >>',
  },
} as const;

const LIGATURE_WORDS: readonly (readonly [string, string])[] = [
  ['(The ) Tj <01> Tj (rst chest was empty.) Tj', 'The first chest was empty.'],
  ['(A ) Tj <02> Tj (ood gate jammed.) Tj', 'A flood gate jammed.'],
  ['(Grain pro) Tj <01> Tj (ts in) Tj <02> Tj (ated.) Tj', 'Grain profits inflated.'],
];

function ligatures(): readonly MatrixCase[] {
  return LIGATURE_WORDS.map(([operators, quoted], index) => {
    const look = lookOf(index);
    const place = `BT 0 Tw 0 g /Lig 12 Tf 1 0 0 1 60 ${look.height - 200} Tm`;
    return {
      title: `ligatures are spelt out: ${quoted}`,
      document: makeDocument(
        look,
        [{ draw: (sheet) => sheet.operators.push(`${place} ${operators} ET`) }],
        { fonts: LIGATURES },
      ),
      claim: quoteOn(0, quoted),
      expected: holds({ match_methods: ['extraction_text'], occurrences: 1 }),
    };
  });
}
