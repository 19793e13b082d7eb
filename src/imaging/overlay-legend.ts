import { LETTER_ROWS, letterPath, letterWidth } from './letters.ts';

/** One kind of shape with the paint it is drawn in, as in SVG. */
export interface LegendRow {
  readonly text: string;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly dashes: string;
}

/** Pixels a dot, and distances in pixels. */
const DOT = 2;
const LINE = LETTER_ROWS * DOT + 10;
const MARGIN = 14;
const SWATCH = { width: 34, height: 16 } as const;
const INK = '#222';

/**
 * Draws headings and one swatch for each kind of shape, in as many columns as fit, below each other.
 * @returns the inner text of an SVG from its own origin, and the pixels of height it takes.
 */
export function drawLegend(
  headings: readonly string[],
  rows: readonly LegendRow[],
  width: number,
): { readonly svg: string; readonly height: number } {
  const parts = [`<path d="M0 0.5H${width}" stroke="${INK}"/>`];
  const advance = letterWidth('MM', DOT) - letterWidth('M', DOT);
  const charactersMax = Math.floor((width - 2 * MARGIN) / advance);
  let y = MARGIN;
  for (const line of headings.flatMap((heading) => pieces(heading, charactersMax))) {
    parts.push(`<path d="${letterPath(line, MARGIN, y, DOT)}" fill="${INK}"/>`);
    y += LINE;
  }
  y += 4;
  const widest = Math.max(...rows.map(({ text }) => letterWidth(text, DOT)));
  const step = MARGIN + SWATCH.width + 8 + widest;
  const columns = Math.max(1, Math.floor((width - MARGIN) / step));
  for (const [index, row] of rows.entries()) {
    const left = MARGIN + (index % columns) * step;
    const top = y + Math.floor(index / columns) * LINE;
    parts.push(
      `<rect x="${left}" y="${top}" width="${SWATCH.width}" height="${SWATCH.height}"` +
        ` fill="${row.fill}" stroke="${row.stroke}" stroke-width="${row.strokeWidth}"` +
        ` stroke-dasharray="${row.dashes}"/>`,
      `<path d="${letterPath(row.text, left + SWATCH.width + 8, top + 1, DOT)}" fill="${INK}"/>`,
    );
  }
  y += Math.ceil(rows.length / columns) * LINE + MARGIN / 2;
  return { svg: parts.join(''), height: Math.ceil(y) };
}

/** The text in lines of at most `charactersMax` characters, broken at spaces where it has any. */
function pieces(text: string, charactersMax: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > charactersMax) {
    const space = rest.lastIndexOf(' ', charactersMax);
    const end = space > 0 ? space : charactersMax;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
