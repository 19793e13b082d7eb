/**
 * The versioned normalization profile of row, column and section labels. Two labels are equal when
 * they are the same after: NFC; white space dropped except between digits (readers disagree on
 * it); soft hyphens and zero-width characters dropped; ligatures spelled out; curly quotes and
 * dash variants made plain; dot leaders and one trailing colon dropped. Footnote marks and
 * references such as "(Note 3)" may be left out by one side, never differ. Case and words are kept;
 * there is no fuzzy step and no prefix.
 */
export const LABEL_NORMALIZATION = 'label/1';

/**
 * How two labels are equal: `exact` with their footnote marks, `without_marks` where only one of
 * them prints marks; null where they are different labels.
 */
export type LabelMatch = 'exact' | 'without_marks';

/** A label made ready to be compared: its words under `label/1`, and its footnote marks. */
export interface ReadLabel {
  readonly words: string;
  readonly marks: string;
}

/** Makes a label ready. A raised digit glued to a word is no mark here; see `joinLabelLines`. */
export function readLabel(label: string): ReadLabel {
  return splitMarks(normalized(label));
}

/** Compares two labels under `label/1`. */
export function matchLabels(left: ReadLabel, right: ReadLabel): LabelMatch | null {
  if (left.words === '' || left.words !== right.words) return null;
  if (left.marks === right.marks) return 'exact';
  return left.marks === '' || right.marks === '' ? 'without_marks' : null;
}

/** Whether two labels are equal under `label/1`, their footnote marks apart. */
export function labelsEqual(a: string, b: string): boolean {
  return matchLabels(readLabel(a), readLabel(b)) !== null;
}

/**
 * The readings of a label that is wrapped over several lines: joined by a space, and where a line
 * ends in a hyphen also without the space and without the hyphen.
 */
export function joinLabelLines(lines: readonly string[]): readonly string[] {
  return lines.reduce<readonly string[]>((readings, line) => {
    const next = line.trim();
    if (readings.length === 0) return [next];
    return readings.flatMap((reading) => {
      if (!/\p{L}[-\u2010\u00ad]$/u.test(reading)) return [`${reading} ${next}`];
      return [`${reading}${next}`, `${reading.slice(0, -1)}${next}`];
    });
  }, []);
}

const LIGATURES: Readonly<Record<string, string>> = {
  '\ufb00': 'ff',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
  '\ufb03': 'ffi',
  '\ufb04': 'ffl',
  '\ufb06': 'st',
};

function normalized(label: string): string {
  return label
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\ufb00-\ufb06]/g, (ligature) => LIGATURES[ligature] ?? ligature)
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LEADERS, '')
    .replace(/(\d) (?=\d)/g, '$1\u0000')
    .replaceAll(' ', '')
    .replaceAll('\u0000', ' ');
}

/** Two dots at least, spaced or not, or ellipses, at the end of a label: leaders to its number. */
const LEADERS = /(?:\s*(?:\.\s*){2,}|\s*\u2026[\s.\u2026]*|\s*_{2,})$/;
const MARK =
  '(?:\\((?:[a-z]|[ivx]{2,4}|\\d{1,2}|(?:[Ss]ee)?[Nn]otes?\\d[\\d,and&]*)\\)|[*†‡§¶#]|[⁰¹²³⁴-⁹]+)';
const MARKS_AFTER = new RegExp(`(?:,?${MARK})+$`);
const MARKS_BEFORE = /^(?:[*†‡§¶#]|[⁰¹²³⁴-⁹])+/;

/** Splits off footnote marks (white space is gone already) and a trailing colon. */
function splitMarks(label: string): ReadLabel {
  const plain = label.replace(/:$/, '');
  const before = MARKS_BEFORE.exec(plain)?.[0] ?? '';
  const rest = plain.slice(before.length);
  const after = MARKS_AFTER.exec(rest)?.[0] ?? '';
  const words = rest.slice(0, rest.length - after.length).replace(/:$/, '');
  if (words === '') return { words: plain, marks: '' };
  return { words: words.replace(LEADERS, ''), marks: `${before}${after}`.replaceAll(',', '') };
}
