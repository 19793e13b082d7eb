import { expect, test } from 'vitest';
import { layOutPage } from '../../src/layout/page.ts';
import { drawn } from '../support/read-drawing.ts';

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

async function read(lines: readonly Line[]): Promise<string> {
  const content = lines.map(({ text, x, y }) => `BT /F1 10 Tf ${x} ${792 - y} Td (${text}) Tj ET`);
  return layOutPage(await drawn(content.join('\n'))).text.replaceAll('\n', ' ');
}

const WORDS = 'the auditors tested the estimates that the directors had made for the year and the';

/** Two paragraphs of running text that say where they stand. */
function body(name: string, y: number): readonly Line[] {
  return Array.from({ length: 12 }, (_, at) => ({
    text: `${name} ${at} ${WORDS}`,
    x: 144,
    y: y + at * 12 + (at < 7 ? 0 : 12),
  }));
}

const FIRST = { text: 'Description of the Matter', x: 24, y: 100 };
const SECOND = [
  { text: 'How We Addressed the', x: 24, y: 262 },
  { text: 'Matter in Our Audit', x: 24, y: 274 },
];
const TITLE = { text: 'Valuation of Employee Benefit Obligations', x: 144, y: 84 };

function textOf(...lines: readonly (Line | readonly Line[])[]): string {
  return lines
    .flat()
    .map(({ text }) => text)
    .join(' ');
}

test('heads beside running text are read where their text begins', async () => {
  const [above, below] = [body('first', 100), body('second', 262)];
  const lines = [TITLE, FIRST, ...above, ...SECOND, ...below];
  expect(await read(lines)).toBe(textOf(TITLE, FIRST, above, SECOND, below));
});

test('a narrow column that is painted by itself is read by itself', async () => {
  const [above, below] = [body('first', 100), body('second', 262)];
  const lines = [FIRST, ...SECOND, ...above, ...below];
  expect(await read(lines)).toBe(textOf(FIRST, SECOND, above, below));
});
