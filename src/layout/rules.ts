import type { Bbox } from '../contracts/locator.ts';
import type { PageDrawing, Paint } from '../evidence/drawing.ts';
import { areaOf, intersectionOf, roundPoints } from '../evidence/geometry.ts';

/** Thickest rule in points: double rules and bars under table heads are thinner in 12 filings. */
const THICKNESS_MAX = 2.5;
/** Shorter pieces are dots of a dotted line or parts of a drawing, points. */
const LENGTH_MIN = 3;
/** Fainter paint is not seen; the same bound as for glyphs. */
const ALPHA_MIN = 0.05;
/** More pictures than this on one page are tiles or dots; the largest are kept. */
const PICTURES_MAX = 1_000;

/** The thin drawn lines of a page in paint order: fills and strokes along an axis, not white. */
export function findRules(drawing: PageDrawing): readonly Bbox[] {
  return drawing.paints
    .filter((paint) => paint.kind === 'fill' || paint.kind === 'stroke')
    .filter((paint) => paint.is_rectangle && isShown(paint) && paint.color !== '#ffffff')
    .filter(({ bbox: [x0, y0, x1, y1] }) => {
      const thickness = Math.min(x1 - x0, y1 - y0);
      const length = Math.max(x1 - x0, y1 - y0);
      return thickness <= THICKNESS_MAX && length >= Math.max(LENGTH_MIN, 2 * thickness);
    })
    .map(({ bbox }) => roundBox(bbox));
}

/** Whether a page draws anything that is thicker than a rule, not white, and no picture. */
export function hasShapes(drawing: PageDrawing): boolean {
  return drawing.paints.some((paint) => {
    if (paint.kind === 'image' || paint.kind === 'image_mask') return false;
    const [x0, y0, x1, y1] = paint.bbox;
    const isThin = Math.min(x1 - x0, y1 - y0) <= THICKNESS_MAX;
    return isShown(paint) && !isThin && paint.color !== '#ffffff';
  });
}

/** The pictures of a page, clipped to it, in paint order, and the share of it they cover. */
export interface Pictures {
  readonly boxes: readonly Bbox[];
  /** 0 to 1. */
  readonly share: number;
}

export function findPictures(drawing: PageDrawing): Pictures {
  const page: Bbox = [0, 0, drawing.width, drawing.height];
  const all = drawing.paints
    .filter((paint) => paint.kind === 'image' || paint.kind === 'image_mask')
    .filter(isShown)
    .map((paint) => intersectionOf(page, paint.bbox))
    .filter((box) => box !== null);
  const least =
    all.length > PICTURES_MAX ? (all.map(areaOf).sort((a, b) => b - a)[PICTURES_MAX - 1] ?? 0) : 0;
  const boxes = all.filter((box) => areaOf(box) >= least).slice(0, PICTURES_MAX);
  const share = areaOf(page) > 0 ? coveredArea(boxes) / areaOf(page) : 0;
  return { boxes: boxes.map(roundBox), share: Math.round(Math.min(1, share) * 10_000) / 10_000 };
}

function isShown(paint: Paint): boolean {
  return paint.layer_on && paint.alpha > ALPHA_MIN;
}

/** Area of the union, strip by strip between neighbouring edges. */
function coveredArea(boxes: readonly Bbox[]): number {
  const edges = [...new Set(boxes.flatMap(([x0, , x1]) => [x0, x1]))].sort((a, b) => a - b);
  const byStart = [...boxes].sort((a, b) => a[1] - b[1]);
  let area = 0;
  for (let at = 1; at < edges.length; at += 1) {
    const left = edges[at - 1] ?? 0;
    const right = edges[at] ?? 0;
    let covered = 0;
    let end = Number.NEGATIVE_INFINITY;
    for (const [x0, y0, x1, y1] of byStart) {
      if (x0 > left || x1 < right || y1 <= end) continue;
      covered += y1 - Math.max(y0, end);
      end = y1;
    }
    area += covered * (right - left);
  }
  return area;
}

function roundBox([x0, y0, x1, y1]: Bbox): Bbox {
  return [roundPoints(x0), roundPoints(y0), roundPoints(x1), roundPoints(y1)];
}
