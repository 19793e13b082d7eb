import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LETTER_ROWS, letterPath, letterWidth } from '../../src/imaging/letters.ts';

/** The text as sharp draws it, one character a dot. */
async function dotsOf(text: string): Promise<string> {
  const width = letterWidth(text, 1);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LETTER_ROWS}"><path d="${letterPath(text, 0, 0, 1)}"/></svg>`;
  const { data } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: LETTER_ROWS }, (_, y) =>
    Array.from({ length: width }, (_, x) =>
      (data[(y * width + x) * 4 + 3] ?? 0) > 127 ? '#' : ' ',
    )
      .join('')
      .trimEnd(),
  );
  return rows.join('\n');
}

describe('letters of pictures', () => {
  it('look like the letters they are, without any font', async () => {
    expect(await dotsOf('p0-E')).toBe(
      [
        '       ###        #####',
        '      #   #       #',
        '####  #  ##       #',
        '#   # # # # ##### ####',
        '#   # ##  #       #',
        '#   # #   #       #',
        '####   ###        #####',
        '#',
        '#',
      ].join('\n'),
    );
  });

  it('differ from one another for every printable character', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const paths = new Set(printable.map((character) => letterPath(character, 0, 0, 1)));
    expect(paths.size).toBe(95);
  });

  it('show a frame for what is no letter of theirs, one for each character', () => {
    const frame = letterPath('\u{1f600}', 0, 0, 1);
    for (const character of ['é', '資', '\n', '\u202e', '<', '"'].slice(0, 4)) {
      expect(letterPath(character, 0, 0, 1)).toBe(frame);
    }
    expect(letterWidth('\u{1f600}a', 1)).toBe(letterWidth('ab', 1));
  });

  it('never hand a character of the text on to the picture', () => {
    expect(letterPath('"/><script>alert(1)</script>\u0000', 0, 0, 1)).toMatch(/^[Mhvz0-9. -]*$/);
  });
});
