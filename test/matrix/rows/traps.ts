import {
  breakLines,
  FACES,
  put,
  putLine,
  type Sheet,
  widthOf,
} from '../../../examples/report/typeset.ts';
import type { Reason } from '../../../src/contracts/reason.ts';
import { pdfString } from '../../support/pdf-maker.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn, regionOn } from '../claims.ts';
import { boxOf, type Look, lookOf, type MadeDocument, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Pages that tempt a careless reader to see what is not there, or to miss what is. */
export const traps: MatrixRow = {
  name: 'traps of the page',
  cases: () => [
    ...gapTraps(),
    ...signTraps(),
    ...scriptTraps(),
    ...layoutTraps(),
    ...locatorTraps(),
  ],
};

const ABSENT: readonly Reason[] = [...DIFFERS, 'text_not_found'];
const SPACED: readonly Reason[] = [...ABSENT, 'spacing_not_established'];

/** A page with the given drawing below two sentences, in points from the top left. */
function page(seed: number, draw: (sheet: Sheet, look: Look) => void, fonts = {}): MadeDocument {
  const look = lookOf(seed % 2);
  const paragraphs = take(dealer(2600 + seed), 2);
  return makeDocument(look, [{ paragraphs, draw }], { fonts: { ...FACES, ...fonts } });
}

/** Words with gaps of the given share of the type size between them, and no space glyphs. */
function spaced(words: readonly string[], gaps: readonly number[]) {
  return (sheet: Sheet, look: Look): void => {
    let x = look.margin;
    for (const [index, word] of words.entries()) {
      x = put(sheet, x, 300, word, look.style) + (gaps[index] ?? 0.28) * look.style.size;
    }
    put(sheet, look.margin, 340, 'End of the page.', look.style);
  };
}

/** Verified only if the verdict says that the page leaves the space open. */
const OPEN: MatrixCase['expected'] = {
  outcomes: ['verified', ...SPACED],
  never: [],
  limitations: ['spacing_open'],
};

/** A doubtful gap may be a space or none, but not beside a negation or a digit. */
function gapTraps(): readonly MatrixCase[] {
  const tight = 1 / 6;
  const doubtful = 0.14;
  return [
    {
      title: 'a gap inside “not able” that may be none, read as “notable”',
      document: page(
        18,
        spaced(
          ['They', 'were', 'not', 'able', 'singers', 'of', 'the', 'choir.'],
          [0.28, 0.28, doubtful],
        ),
      ),
      claim: quoteOn(0, 'They were notable singers of the choir.'),
      expected: OPEN,
    },
    {
      title: 'a gap between two numbers that may be none, read as one number',
      document: page(
        19,
        spaced(['Cabins', '31', '05', 'and', '88', 'faced', 'the', 'shore.'], [0.28, doubtful]),
      ),
      claim: quoteOn(0, 'Cabins 3105 and 88 faced the shore.'),
      expected: OPEN,
    },
    {
      title: '“not able” with a tight gap is not “notable”',
      document: page(
        1,
        spaced(
          ['Its', 'results', 'were', 'not', 'able', 'to', 'cover', 'rent.'],
          [0.28, 0.28, 0.28, tight],
        ),
      ),
      claim: quoteOn(0, 'Its results were notable to cover rent.'),
      expected: fails(SPACED),
    },
    {
      title: '“may be” with a tight gap is not “maybe”',
      document: page(
        2,
        spaced(['Payment', 'may', 'be', 'made', 'in', 'kind', 'by', 'tenants.'], [0.28, tight]),
      ),
      claim: quoteOn(0, 'Payment maybe made in kind by tenants.'),
      expected: fails(SPACED),
    },
    {
      title: 'two numbers with a tight gap are not one',
      document: page(
        3,
        spaced(['Rooms', '12', '40', 'and', '77', 'were', 'locked', 'overnight.'], [0.28, tight]),
      ),
      claim: quoteOn(0, 'Rooms 1240 and 77 were locked overnight.'),
      expected: fails(SPACED),
    },
    {
      title: 'a raised 2 after 10 does not make 102',
      document: page(4, (sheet, look) => {
        const end = put(sheet, look.margin, 300, 'The vat holds 10', look.style);
        const raised = { ...look.style, size: look.style.size * 0.6 };
        const next = put(sheet, end, 300 - look.style.size * 0.35, '2', raised);
        put(sheet, next, 300, ' buckets of brine when it is full.', look.style);
      }),
      claim: quoteOn(0, 'The vat holds 102 buckets of brine when it is full.'),
      expected: fails([...ABSENT, 'value_mismatch']),
    },
  ];
}

/** A sign that stands apart from its number still belongs to it. */
function signTraps(): readonly MatrixCase[] {
  const lines = (seed: number, first: string, second: string): MadeDocument =>
    page(seed, (sheet, look) => {
      put(sheet, look.margin, 300, first, look.style);
      put(sheet, look.margin, 300 + look.style.leading, second, look.style);
    });
  return [
    {
      title: 'a minus at the line end is no hyphen',
      document: lines(
        5,
        'The canal company reported a result of -',
        '4.7 million for the half year.',
      ),
      claim: quoteOn(0, 'The canal company reported a result of 4.7 million for the half year.'),
      expected: fails([...ABSENT, 'sign_mismatch']),
    },
    {
      title: 'a dash after a word is no minus, and the number behind it is found',
      document: lines(6, 'The yield of the forest – 4.7 million', 'marks – was paid out in full.'),
      claim: quoteOn(0, '4.7 million marks – was paid out in full.'),
      expected: holds(),
    },
    {
      title: 'an opening parenthesis at the line end belongs to the number',
      document: lines(7, 'Inventories changed by an amount of (', '3.1) million against the plan.'),
      claim: quoteOn(0, 'Inventories changed by an amount of 3.1 million against the plan.'),
      expected: fails([...ABSENT, 'sign_mismatch']),
    },
    {
      title: 'a number without a row is not found inside other numbers',
      document: lines(
        8,
        'In 2012 about 12.4 million or 3.12% of them,',
        'that is 1,125 a day, paid.',
      ),
      claim: { id: 'c1', kind: 'value', page_index: 0, expected_text: '12' },
      expected: fails(['value_mismatch', 'text_not_found', 'unit_mismatch', 'scale_mismatch']),
    },
    {
      title: 'a percentage is no plain number',
      document: lines(9, 'The dividend rose by 14% after', 'the sale of the tannery.'),
      claim: { id: 'c1', kind: 'value', page_index: 0, expected_text: '14', unit: 'USD' },
      expected: fails(['value_mismatch', 'unit_mismatch', 'currency_mismatch', 'text_not_found']),
    },
  ];
}

/** Letters that look alike are not the same letters. */
function scriptTraps(): readonly MatrixCase[] {
  const sentence = 'A peaceable cooper encased each apple crate.';
  const cyrillic = { 97: '\u0430', 99: '\u0441', 101: '\u0435', 111: '\u043e', 112: '\u0440' };
  const latin = Object.fromEntries(
    [...new Set(sentence)].map((letter) => [letter.charCodeAt(0), letter] as const),
  );
  const twin = { Twin: { base: 'Helvetica', toUnicode: { ...latin, ...cyrillic } } };
  const alike = page(
    10,
    (sheet) => {
      sheet.operators.push(`BT 0 Tw 0 g /Twin 11 Tf 60 400 Td ${pdfString(sentence)} Tj ET`);
    },
    twin,
  );
  const full = page(11, (sheet, look) =>
    put(sheet, look.margin, 300, 'Ward 27 held 480 beds in both wings.', look.style),
  );
  return [
    {
      title: 'Cyrillic letters in the text layer are no Latin ones',
      document: alike,
      claim: quoteOn(0, sentence),
      expected: fails([...ABSENT, 'text_layer_disagrees_with_image', 'readers_disagree']),
    },
    {
      title: 'wide digits in the quote are no plain ones',
      document: full,
      claim: quoteOn(0, 'Ward ２７ held 480 beds in both wings.'),
      expected: fails(ABSENT),
    },
  ];
}

/** Layouts that ordinary reports have. */
function layoutTraps(): readonly MatrixCase[] {
  return [watermark(), sideways(), dropCap(), smallCaps(), bullets(), ...glossary()];
}

function watermark(): MatrixCase {
  const sentence = 'The millrace was cleared of ice by hand on eleven mornings.';
  return {
    title: 'a pale word across the page does not break the sentence beneath',
    document: page(12, (sheet, look) => {
      sheet.operators.push(
        'q 0.85 g BT /SansBold 70 Tf 0.7 0.7 -0.7 0.7 150 250 Tm 0 Tw (DRAFT) Tj ET Q',
      );
      put(sheet, look.margin, look.height - 380, sentence, look.style);
    }),
    claim: quoteOn(0, sentence),
    expected: holds({ occurrences: 1 }),
  };
}

function sideways(): MatrixCase {
  const sentence = 'Depth of water over the sill';
  return {
    title: 'a line that runs up the margin',
    document: page(13, (sheet, look) => {
      const { face, size } = look.style;
      sheet.operators.push(
        `BT 0 Tw 0 g /${face} ${size} Tf 0 1 -1 0 30 200 Tm ${pdfString(sentence)} Tj ET`,
      );
    }),
    claim: quoteOn(0, sentence),
    expected: holds({ occurrences: 1 }),
  };
}

function dropCap(): MatrixCase {
  const rest = [
    'he trustees met seven times, and no member',
    'missed more than one of the meetings.',
  ];
  return {
    title: 'a large initial over two lines',
    document: page(14, (sheet, look) => {
      const { style, margin } = look;
      const end = put(sheet, margin, 300 + style.leading, 'T', {
        ...style,
        size: style.size * 2.6,
      });
      put(sheet, end + 1, 300, rest[0] ?? '', style);
      put(sheet, end + 1, 300 + style.leading, rest[1] ?? '', style);
    }),
    claim: quoteOn(
      0,
      'he trustees met seven times, and no member missed more than one of the meetings.',
    ),
    expected: {
      outcomes: ['verified', 'text_partially_present', 'text_mismatch'],
      never: [],
    },
  };
}

function smallCaps(): MatrixCase {
  return {
    title: 'small capitals of two sizes are one word',
    document: page(15, (sheet, look) => {
      const { style } = look;
      let x = look.margin;
      for (const word of ['REPORT', 'OF', 'THE', 'WARDENS']) {
        x = put(sheet, x, 300, word.charAt(0), style);
        x = put(sheet, x, 300, word.slice(1), { ...style, size: style.size * 0.8 });
        x += style.size * 0.28;
      }
    }),
    claim: quoteOn(0, 'REPORT OF THE WARDENS'),
    expected: holds({ occurrences: 1 }),
  };
}

function bullets(): MatrixCase {
  const items = ['two hundred chairs of beech', 'a bell without its clapper'];
  return {
    title: 'an item of a list without its mark',
    document: page(16, (sheet, look) => {
      for (const [index, item] of items.entries()) {
        const y = 300 + index * look.style.leading;
        put(sheet, look.margin, y, '•', look.style);
        put(sheet, look.margin + 20, y, item, look.style);
      }
    }),
    claim: quoteOn(0, 'a bell without its clapper'),
    expected: holds({ occurrences: 1 }),
  };
}

/** Terms on the left, explanations over several lines on the right. */
function glossary(): readonly MatrixCase[] {
  const entries = [
    [
      'Demurrage',
      'a charge that is due when a ship lies longer at the quay than was agreed with its owner',
    ],
    [
      'Freeboard',
      'the height of the deck above the water, measured at the lowest point of the side',
    ],
    [
      'Lightering',
      'the transfer of a part of the cargo to smaller craft before a ship comes alongside',
    ],
  ] as const;
  const document = page(17, (sheet, look) => {
    let y = 300;
    const x = look.margin + 110;
    const width = widthOf('a charge that is due when a ship lies longer', look.style);
    for (const [term, meaning] of entries) {
      put(sheet, look.margin, y, term, look.style);
      for (const line of breakLines(meaning, width, look.style)) {
        putLine(sheet, x, y, { ...line, is_last: true }, width, look.style);
        y += look.style.leading;
      }
      y += look.style.leading * 0.4;
    }
  });
  return entries.map(([term, meaning]) => ({
    title: `an explanation in the right column of a glossary: ${term}`,
    document,
    claim: quoteOn(0, meaning),
    expected: holds({ occurrences: 1 }),
  }));
}

/** Locators that contradict one another, or name what does not exist. */
function locatorTraps(): readonly MatrixCase[] {
  const look = lookOf(0);
  const deal = dealer(2680);
  const pages = [take(deal, 3), take(deal, 3)];
  const document = makeDocument(
    look,
    pages.map((paragraphs) => ({ paragraphs })),
  );
  const sentence = pages[1]?.[1] ?? '';
  return [
    {
      title: 'an element id that the page does not have',
      document,
      claim: quoteOn(1, sentence, { element_id: 'p1-e987' }),
      expected: fails(['element_not_found']),
    },
    {
      title: 'an element id of another page than the index',
      document,
      claim: quoteOn(1, sentence, { element_id: 'p0-e0' }),
      expected: fails(['locator_conflict']),
    },
    {
      title: 'presence of an element that does not exist',
      document,
      claim: { id: 'c1', kind: 'presence', page_index: 1, element_id: 'p1-e987' },
      expected: fails(['element_not_found']),
    },
    {
      title: 'the box of the sentence on the other page',
      document,
      claim: regionOn(0, boxOf(document, 1, sentence), sentence),
      expected: fails(['evidence_on_other_page', 'evidence_elsewhere_on_page', ...DIFFERS]),
    },
  ];
}
