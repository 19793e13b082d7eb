/** The colours that a terminal summary uses. */
export type Colour = 'green' | 'yellow' | 'red' | 'bold' | 'dim';

/** SGR codes of ECMA-48. */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/** The text in a colour, or as it is where colours are off. */
export function coloured(text: string, colour: Colour, isColoured: boolean): string {
  return isColoured ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

/**
 * Makes a text safe to print: ids, names and page text come from outside, and control characters, escape
 * sequences or marks that turn the writing direction could forge what stands around them.
 */
export function printable(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Surrogate}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** Columns that a text takes: two for wide East Asian characters, none for combining marks. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** The text in at most `width` columns, its end replaced by `…` where it does not fit. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let columns = 1;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The text followed by spaces up to `width` columns. */
export function padded(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - widthOf(text)))}`;
}

/** The text as lines of at most `width` columns, broken at spaces. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function columnsOf(character: string): number {
  if (/\p{Mn}|\p{Me}/u.test(character)) return 0;
  const isWide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
  return isWide.test(character) ? 2 : 1;
}
