import { describe, expect, test } from 'vitest';
import type { PageGrounding, TextSpan } from '../../src/evidence/grounding.ts';
import { layOutPage } from '../../src/layout/page.ts';
import { drawing } from '../support/drawing.ts';
import { drawn } from '../support/read-drawing.ts';

/** Text operators for one string in Helvetica; y counts up from the bottom of the page. */
function show(text: string, x: number, y: number, size = 10, before = ''): string {
  return `BT ${before} /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;
}

async function layOut(content: string): Promise<PageGrounding> {
  return layOutPage(await drawn(content));
}

function cut(page: PageGrounding, spans: readonly TextSpan[]): readonly string[] {
  return spans.map((span) => page.text.slice(span.start, span.end));
}

describe('words and spaces', () => {
  test('a gap without a space glyph becomes one space', async () => {
    const page = await layOut('BT /F1 10 Tf 72 700 Td [(Net) -280 (sales)] TJ ET');
    expect(page.text).toBe('Net sales');
    expect(page.open_spaces).toEqual([]);
  });

  test('kerning inside a word makes no space', async () => {
    const page = await layOut('BT /F1 10 Tf 72 700 Td [(A) 70 (V) -60 (ERAGE)] TJ ET');
    expect(page.text).toBe('AVERAGE');
  });

  test('a gap that may be read either way is open', async () => {
    const page = await layOut('BT /F1 10 Tf 72 700 Td [(the) -190 (board) -120 (room)] TJ ET');
    expect(page.text).toBe('the boardroom');
    expect(page.open_spaces).toEqual([3]);
    expect(page.open_joins).toEqual([9]);
  });

  test('character spacing is no space, and tightly set text keeps its spaces', async () => {
    const page = await layOut(
      show('TOTAL LIABILITIES', 72, 700, 10, '1.8 Tc') +
        show('no fees apply', 72, 680, 10, '-1 Tc'),
    );
    expect(page.text).toBe('TOTAL LIABILITIES\nno fees apply');
  });

  test('letters placed one by one read as words', async () => {
    const place = (text: string, y: number) =>
      [...text].map((letter, at) => (letter === ' ' ? '' : show(letter, 72 + at * 13, y, 12)));
    const page = await layOut([...place('NET DEBT', 700), ...place('TOTAL ASSETS', 680)].join(''));
    expect(page.text).toBe('NET DEBT\nTOTAL ASSETS');
  });

  test('a row of single letters with drawn spaces keeps them, open but for the word space', async () => {
    const page = await layOut(show('T O T A L   D E B T', 72, 700));
    expect(page.text).toBe('T O T A L D E B T');
    expect(page.open_spaces).toEqual([1, 3, 5, 7, 11, 13, 15]);
  });

  test('digits with gaps between them are several numbers', async () => {
    const page = await layOut(
      [1, 2, 3, 4, 5, 6].map((n) => show(`${n}`, 60 + n * 9, 700)).join(''),
    );
    expect(page.text).toBe('1 2 3 4 5 6');
  });

  test('a no-break space stays the character it is; plain spaces collapse', () => {
    const page = layOutPage(drawing().text('a\u00A0b    c ', 10, 50).done());
    expect(page.text).toBe('a\u00A0b c');
  });

  test('spaces painted over a word do not part it', () => {
    const page = layOutPage(
      drawing().text('untouched', 10, 50).text('   ', 22, 50, { advance: 2 }).done(),
    );
    expect(page.text).toBe('untouched');
  });

  test('a glyph without a character becomes U+FFFD and is marked', () => {
    const page = layOutPage(
      drawing()
        .text('a', 10, 50)
        .glyph({ text: '\u0001', x: 15, y: 50 })
        .text('b\uE001', 20, 50)
        .done(),
    );
    expect(page.text).toBe('a\uFFFDb\uE001');
    expect(page.unmapped).toEqual([
      { start: 1, end: 2 },
      { start: 3, end: 4 },
    ]);
  });

  test('a tab or line end that the font assigns to another code is a space', () => {
    const page = layOutPage(
      drawing()
        .text('in', 10, 50)
        .glyph({ text: '\n', code: 3, x: 20, y: 50, advance: 2.5 })
        .text('millions', 22.5, 50)
        .done(),
    );
    expect(page.text).toBe('in millions');
    expect(page.unmapped).toEqual([]);
  });

  test('a control that is only its own code may be any drawn character', () => {
    const page = layOutPage(
      drawing()
        .text('1', 10, 50)
        .glyph({ text: '\t', code: 9, x: 15, y: 50 })
        .text('5', 20, 50)
        .done(),
    );
    expect(page.text).toBe('1\uFFFD5');
  });

  test('white space that a font adds to a mark is no space on the page', () => {
    const page = layOutPage(
      drawing()
        .text('467', 10, 50)
        .glyph({ text: ' .', x: 25, y: 50, advance: 2.5, bbox: [25, 42, 27.5, 52] })
        .text('9', 27.5, 50)
        .done(),
    );
    expect(page.text).toBe('467.9');
  });

  test('a space that a font kerns to a sloping letter is a space beyond doubt', async () => {
    const page = await layOut('BT /F1 10 Tf 72 700 Td [(it) 0 ( MAY) 60 ( ) 60 (AFFECT us)] TJ ET');
    expect(page.text).toBe('it MAY AFFECT us');
    expect(page.open_spaces).toEqual([]);
  });

  test('a ligature of two characters has a box for each', () => {
    const page = layOutPage(
      drawing()
        .glyph({ text: 'fi', x: 10, y: 50, advance: 6, bbox: [10, 42, 16, 52] })
        .done(),
    );
    expect([...page.boxes]).toEqual([10, 42, 13, 52, 13, 42, 16, 52]);
  });

  test('an accent drawn over a letter follows it without a space', async () => {
    const page = await layOut(
      `${show('caf', 72, 700)}${show('e', 86.12, 700)}${show('\\264', 87, 700)}`,
    );
    expect(page.text).toBe('cafe´');
  });
});

describe('lines, cells and rows', () => {
  test('a row of a statement is one line with a cell for each column', async () => {
    const page = await layOut(
      show('Net sales', 72, 700) +
        show('$', 300, 700) +
        show('1,234', 325, 700) +
        show('$', 380, 700) +
        show('\\(100', 400, 700) +
        show('\\)', 422, 700) +
        show('12.3', 450, 700) +
        show('%', 472, 700),
    );
    expect(page.text).toBe('Net sales $ 1,234 $ (100 ) 12.3 %');
    expect(cut(page, page.lines[0]?.cells ?? [])).toEqual([
      'Net sales',
      '$ 1,234',
      '$ (100 )',
      '12.3 %',
    ]);
  });

  test('cells of one baseline share a row, whatever the order they were painted in', async () => {
    const page = await layOut(
      show('99', 300, 699) +
        show('Revenue', 72, 700) +
        show('98', 300, 680) +
        show('Costs', 72, 680),
    );
    expect(page.rows.map((row) => cut(page, row.cells))).toEqual([
      ['Revenue', '99'],
      ['Costs', '98'],
    ]);
  });

  test('a footnote mark never becomes a digit of its number', async () => {
    const page = await layOut(
      `BT /F1 10 Tf 72 700 Td (12,400) Tj /F1 6 Tf 4 Ts (1) Tj 0 Ts /F1 10 Tf ( Revenue) Tj /F1 6 Tf 4 Ts (2) Tj ET`,
    );
    expect(page.text).toBe('12,400 1 Revenue2');
    expect(cut(page, page.superscripts)).toEqual(['1', '2']);
    expect(page.lines).toHaveLength(1);
  });

  test('a mark over a gap that was left for it stands in its line', async () => {
    const page = await layOut(
      `BT /F1 10 Tf 72 700 Td [(per share) -900 (before tax)] TJ ET ${show('\\(a\\)', 114, 704, 5)}`,
    );
    expect(page.text).toBe('per share(a) before tax');
    expect(page.lines).toHaveLength(1);
  });

  test('figures set a little lower than their labels stand in the rows of their labels', async () => {
    const page = await layOut(
      show('Net earnings', 72, 700, 7.8) +
        show('Accounts receivable', 72, 685, 7.8) +
        show('10,460', 300, 697, 7.8) +
        show('\\(795\\)', 300, 682, 7.8),
    );
    expect(page.rows.map((row) => cut(page, row.cells))).toEqual([
      ['Net earnings', '10,460'],
      ['Accounts receivable', '(795)'],
    ]);
  });

  test('a note mark that stands behind its figure belongs to it and not to the next one', async () => {
    const page = await layOut(
      show('Loans', 72, 700) +
        show('761', 200, 700) +
        show('\\(c\\)', 224.7, 704, 6) +
        show('1,006', 240, 700) +
        show('Ratios', 72, 688) +
        show('\\(a\\)\\(b\\)\\(c\\)\\(d\\)', 101, 692, 6),
    );
    expect(page.rows.map((row) => cut(page, row.cells))).toEqual([
      ['Loans', '761 (c)', '1,006'],
      ['Ratios(a)(b)(c)(d)'],
    ]);
    expect(cut(page, page.superscripts)).toEqual(['(c)', '(a)(b)(c)(d)']);
  });

  test('a bullet and its text are one line', async () => {
    const page = await layOut(show('\\225', 72, 700) + show('income tax', 90, 700));
    expect(page.text).toBe('• income tax');
    expect(page.lines).toHaveLength(1);
  });

  test('lines set closely in small type stay apart', async () => {
    const page = await layOut(show('upper', 72, 700, 8) + show('lower', 72, 692, 8));
    expect(page.text).toBe('upper\nlower');
  });
});

describe('what is drawn twice or not seen', () => {
  test('text drawn three times at small shifts is there once, and doubled letters survive', async () => {
    const line = (shift: number) => show('Net loss 1,100,022', 72 + shift, 700, 12);
    const page = await layOut(line(0) + line(0.3) + line(0.6));
    expect(page.text).toBe('Net loss 1,100,022');
  });

  test('a shadow one point away is dropped', async () => {
    const page = await layOut(
      show('Annual Report', 73, 699, 12) + show('Annual Report', 72, 700, 12),
    );
    expect(page.text).toBe('Annual Report');
  });

  test('hidden text stands apart and its visible twin stays in the text', () => {
    const page = layOutPage(
      drawing()
        .text('cash 5', 10, 50, { render_mode: 3 })
        .text('cash 5', 10, 50)
        .text('gone', 100, 50, { fill_alpha: 0 })
        .done(),
    );
    expect(page.text).toBe('cash 5');
    expect(page.unseen.map(({ text, cause }) => [text, cause])).toEqual([
      ['cash 5', 'invisible_mode'],
      ['gone', 'transparent'],
    ]);
  });

  test('a page of hidden text alone cannot prove text', () => {
    const page = layOutPage(drawing().text('secret', 10, 50, { render_mode: 3 }).done());
    expect(page.text).toBe('');
    expect(page.capabilities).not.toContain('text');
  });

  test('a glyph with broken numbers is unseen and breaks nothing', () => {
    const page = layOutPage(
      drawing().text('ab', 10, 50).glyph({ text: 'x', x: Number.NaN, y: 50 }).done(),
    );
    expect(page.text).toBe('ab');
    expect(page.unseen.map(({ text }) => text)).toEqual(['x']);
  });
});

describe('directions', () => {
  test('sideways text is read in its own direction, after the upright text', async () => {
    const page = await layOut(
      `BT /F1 10 Tf 0 1 -1 0 40 300 Tm (Sideways caption) Tj ET ${show('Upright text goes first', 72, 700)}`,
    );
    expect(page.text).toBe('Upright text goes first\nSideways caption');
    expect(page.lines.map((line) => line.direction)).toEqual([0, 270]);
  });

  test('a slanted watermark does not fall between the lines', async () => {
    const page = await layOut(
      `BT /F1 60 Tf 0.7 0.7 -0.7 0.7 150 560 Tm (DRAFT) Tj ET` +
        show('The first line of the text runs across the page', 72, 640) +
        show('and so does the second line of it', 72, 628),
    );
    expect(page.text).toBe(
      'The first line of the text runs across the page\nand so does the second line of it\nDRAFT',
    );
  });

  test('ideographs stacked glyph by glyph are vertical lines from right to left', () => {
    const stack = (text: string, x: number, into: ReturnType<typeof drawing>) => {
      [...text].forEach((character, at) => {
        into.text(character, x, 20 + at * 10, { advance: 10 });
      });
      return into;
    };
    const page = layOutPage(stack('日本語', 80, stack('あいうえお', 100, drawing())).done());
    expect(page.text).toBe('あいうえお\n日本語');
  });
});

describe('fields, notes and furniture', () => {
  test('undrawn fields come last, as elements of their own', () => {
    const page = layOutPage(
      drawing()
        .text('Name', 10, 50)
        .done({ notes: [{ kind: 'field', text: 'Ada\nLovelace', bbox: [60, 40, 120, 60] }] }),
    );
    expect(page.text).toBe('Name\nAda\nLovelace');
    expect(page.elements.map(({ id, role }) => [id, role])).toEqual([
      ['p0-e0', 'body'],
      ['p0-e1', 'field'],
    ]);
    expect(page.lines[2]?.bbox).toEqual([60, 50, 120, 60]);
  });

  test('a running head and a page number are told from the text', async () => {
    const body = [...Array(10).keys()].map((n) =>
      show(`Line ${n} of the body text`, 72, 650 - 12 * n),
    );
    const page = await layOut(
      show('Annual Report 2025', 72, 760) + body.join('') + show('17', 300, 30),
    );
    expect(page.elements.map((element) => element.role)).toEqual(['header', 'body', 'footer']);
  });

  test('a page number right after a short text is a footer too', async () => {
    const page = await layOut(
      show('Notes to the statements', 72, 700) + show('end here.', 72, 688) + show('57', 301, 660),
    );
    expect(page.elements.at(-1)?.role).toBe('footer');
  });

  test('pictures count by the area they cover together', () => {
    const page = layOutPage(
      drawing()
        .paint({ kind: 'image', bbox: [0, 0, 100, 100] })
        .paint({ kind: 'image', bbox: [50, 0, 150, 100] })
        .done(),
    );
    expect(page.picture_share).toBe(0.75);
    expect(page.pictures).toHaveLength(2);
  });

  test('thin fills are rules; white ones and blocks are not', () => {
    const page = layOutPage(
      drawing()
        .rectangle([10, 50, 190, 50.5], '#000000')
        .rectangle([10, 60, 190, 60.5], '#ffffff')
        .rectangle([10, 70, 190, 90], '#cccccc')
        .done(),
    );
    expect(page.rules).toEqual([[10, 50, 190, 50.5]]);
  });
});
