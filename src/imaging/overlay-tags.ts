import type { Bbox } from '../contracts/locator.ts';
import { areaOf, intersectionOf } from '../evidence/geometry.ts';
import { LETTER_ROWS, letterPath, letterWidth } from './letters.ts';

/** A name beside a box of a picture. Pixels. */
export interface Tag {
  readonly text: string;
  readonly box: Bbox;
  readonly colour: string;
}

/** Pixels a dot: ids are read at the picture's own size. */
const DOT = 1.5;
const PADDING = 2;
const HEIGHT = LETTER_ROWS * DOT + 2 * PADDING;

/** Beyond this many nobody reads them, and each is placed among all before it. */
const TAGS_MAX = 2000;

/**
 * Draws each tag beside its box, where it covers the least of the obstacles and of other tags: left of
 * it, right of it, above, below, or in its corner; always whole inside the picture.
 */
export function drawTags(
  tags: readonly Tag[],
  obstacles: readonly Bbox[],
  picture: { readonly width: number; readonly height: number },
): string {
  const taken: Bbox[] = [];
  const parts: string[] = [];
  for (const tag of tags.slice(0, TAGS_MAX)) {
    const place = bestPlace(tag, taken, obstacles, picture);
    taken.push(place);
    const [x0, y0, x1, y1] = place;
    parts.push(
      `<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}" rx="2" fill="${tag.colour}"/>`,
      `<path d="${letterPath(tag.text, x0 + PADDING + 1, y0 + PADDING, DOT)}" fill="#fff"/>`,
    );
  }
  return parts.join('');
}

function bestPlace(
  { text, box }: Tag,
  taken: readonly Bbox[],
  obstacles: readonly Bbox[],
  picture: { readonly width: number; readonly height: number },
): Bbox {
  const width = letterWidth(text, DOT) + 2 * PADDING + 2;
  const [x0, y0, x1, y1] = box;
  const corners = [
    [x0 - width - 1, y0],
    [x1 + 1, y0],
    [x0, y0 - HEIGHT],
    [x1 - width, y0 - HEIGHT],
    [x0, y1],
    [x1 - width, y1],
    [x1 - width, y0],
  ] as const;
  let best: { readonly place: Bbox; readonly cost: number } | null = null;
  for (const [left, top] of corners) {
    const x = Math.round(Math.min(Math.max(0, left), picture.width - width));
    const y = Math.round(Math.min(Math.max(0, top), picture.height - HEIGHT));
    const place: Bbox = [x, y, x + width, y + HEIGHT];
    // A tag over a tag hides both ids, a tag over print only some print.
    const cost = covered(place, taken) * 4 + covered(place, obstacles) + covered(place, [box]);
    if (best === null || cost < best.cost) best = { place, cost };
    if (cost === 0) break;
  }
  return best?.place ?? box;
}

/** Square pixels of `place` that the boxes cover, each counted apart. */
function covered(place: Bbox, boxes: readonly Bbox[]): number {
  let area = 0;
  for (const box of boxes) {
    const common = intersectionOf(place, box);
    if (common !== null) area += areaOf(common);
  }
  return area;
}
