import { put, type Sheet, widthOf } from '../../../examples/report/typeset.ts';
import { pdfString } from '../../support/pdf-maker.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { type Look, lookOf, makeDocument } from '../document.ts';
import { dealer, randomOf, take } from '../sentences.ts';

/** The same words, drawn in every way that producers of PDF files draw words. */
export const drawingHabits: MatrixRow = {
  name: 'drawing habits',
  cases: () => HABITS.flatMap((habit, index) => drawn(habit, index)),
};

const IN_FORMS = 'each line inside a form of its own';

/** Draws one line; `x`, `y` are points from the bottom left corner of the page. */
interface Habit {
  readonly what: string;
  readonly draw: (text: string, x: number, y: number, look: Look, seed: number) => string;
}

function font(look: Look): string {
  return `0 Tw 0 g /${look.style.face} ${look.style.size} Tf`;
}

const HABITS: readonly Habit[] = [
  { what: 'each letter as a text object of its own', draw: byLetter },
  {
    what: 'each letter as a text object, in the order of a shuffled deck',
    draw: (text, x, y, look, seed) => shuffled(byLetter(text, x, y, look).split('\n'), seed),
  },
  { what: 'each word as a text object, without space glyphs', draw: byWord },
  {
    what: 'each word as a text object, in the order of a shuffled deck',
    draw: (text, x, y, look, seed) => shuffled(byWord(text, x, y, look).split('\n'), seed),
  },
  { what: 'kerning between all letters', draw: kerned },
  {
    what: 'spaces made by kerning alone',
    draw: (text, x, y, look) =>
      `BT ${font(look)} ${x} ${y} Td [${text.split(' ').map(pdfString).join(' -290 ')}] TJ ET`,
  },
  {
    what: 'drawn twice with a small shift, as bold',
    draw: (text, x, y, look) =>
      [x, x + 0.18, x + 0.3]
        .map((at) => `BT ${font(look)} ${at} ${y} Td ${pdfString(text)} Tj ET`)
        .join('\n'),
  },
  {
    what: 'condensed to four fifths',
    draw: (text, x, y, look) =>
      `BT ${font(look)} 80 Tz ${x} ${y} Td ${pdfString(text)} Tj 100 Tz ET`,
  },
  {
    what: 'tightened by negative tracking',
    draw: (text, x, y, look) =>
      `BT ${font(look)} ${-look.style.size * 0.03} Tc ${x} ${y} Td ${pdfString(text)} Tj 0 Tc ET`,
  },
  {
    what: 'wide word spacing',
    draw: (text, x, y, look) => `BT ${font(look)} 4 Tw ${x} ${y} Td ${pdfString(text)} Tj 0 Tw ET`,
  },
  {
    what: 'the size in the text matrix',
    draw: (text, x, y, { style }) =>
      `BT 0 Tw 0 g /${style.face} 1 Tf ${style.size} 0 0 ${style.size} ${x} ${y} Tm ` +
      `${pdfString(text)} Tj ET`,
  },
  {
    what: 'upside down twice: page and text both mirrored',
    draw: (text, x, y, look) =>
      `q 1 0 0 -1 0 ${look.height} cm BT ${font(look)} 1 0 0 -1 ${x} ${look.height - y} Tm ` +
      `${pdfString(text)} Tj ET Q`,
  },
  { what: IN_FORMS, draw: () => '' },
];

function byLetter(text: string, x: number, y: number, look: Look): string {
  let at = x;
  return [...text]
    .map((letter) => {
      const place = at;
      at += widthOf(letter, look.style);
      return letter === ' '
        ? ''
        : `BT ${font(look)} ${place.toFixed(3)} ${y} Td ${pdfString(letter)} Tj ET`;
    })
    .filter((line) => line !== '')
    .join('\n');
}

function byWord(text: string, x: number, y: number, look: Look): string {
  let at = x;
  return text
    .split(' ')
    .map((word) => {
      const line = `BT ${font(look)} ${at.toFixed(3)} ${y} Td ${pdfString(word)} Tj ET`;
      at += widthOf(`${word} `, look.style);
      return line;
    })
    .join('\n');
}

function kerned(text: string, x: number, y: number, look: Look, seed: number): string {
  const random = randomOf(seed);
  const parts = [...text].map((letter) => `${pdfString(letter)} ${Math.round(random() * 40 - 15)}`);
  return `BT ${font(look)} ${x} ${y} Td [${parts.join(' ')}] TJ ET`;
}

function shuffled(lines: readonly string[], seed: number): string {
  const random = randomOf(seed);
  return lines
    .map((line) => ({ line, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ line }) => line)
    .join('\n');
}

function drawn(habit: Habit, index: number): readonly MatrixCase[] {
  const look = lookOf(index % 2);
  const deal = dealer(2300 + index);
  const sentences = take(deal, 3);
  const [first = '', second = '', third = ''] = sentences;
  const isForm = habit.what === IN_FORMS;
  const lines = sentences.map((text, row) => {
    const y = 300 - row * look.style.leading;
    return isForm ? `q 1 0 0 1 0 ${y} cm /Form${row} Do Q` : habit.draw(text, 60, y, look, index);
  });
  const document = makeDocument(
    look,
    [
      {
        paragraphs: take(deal, 3),
        resources: isForm ? FORMS : '',
        draw: (sheet) => add(sheet, lines, look),
      },
    ],
    isForm
      ? { objects: Object.fromEntries(sentences.map((text, row) => formOf(text, row, look))) }
      : {},
  );
  const words = second.split(' ');
  return [
    {
      title: habit.what,
      document,
      claim: quoteOn(0, second),
      expected: holds({ occurrences: 1, evidence_text: second }),
    },
    {
      title: `${habit.what}, over a line end`,
      document,
      claim: quoteOn(0, `${first.split(' ').slice(-4).join(' ')} ${second} ${third}`),
      expected: holds({ occurrences: 1 }),
    },
    {
      title: `${habit.what}, with one word replaced`,
      document,
      claim: quoteOn(0, words.with(Math.floor(words.length / 2), 'merely').join(' ')),
      expected: fails(DIFFERS),
    },
  ];
}

function add(sheet: Sheet, lines: readonly string[], look: Look): void {
  sheet.operators.push(...lines);
  put(sheet, look.margin, look.height - 60, 'End of the page.', look.style);
}

const FORMS = '/XObject << /Form0 @{form0} /Form1 @{form1} /Form2 @{form2} >>';

function formOf(text: string, row: number, look: Look) {
  const { face, size } = look.style;
  const data = `BT 0 g /${face} ${size} Tf 60 0 Td ${pdfString(text)} Tj ET`;
  const entries =
    `/Type /XObject /Subtype /Form /BBox [0 -20 ${look.width} 40] ` +
    `/Resources << /Font << /${face} @{font:${face}} >> >>`;
  return [`form${row}`, { entries, data }] as const;
}
