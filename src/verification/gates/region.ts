import type { Bbox, BboxSpace } from '../../contracts/locator.ts';
import type { Reason } from '../../contracts/reason.ts';
import { holdsCentre, intersectionOf } from '../../evidence/geometry.ts';
import type { PageGrounding, TextSpan } from '../../evidence/grounding.ts';
import { isSpace } from '../../evidence/normalization.ts';
import { charBox } from '../evidence.ts';

export type RegionResolution =
  | { readonly outcome: 'resolved'; readonly bbox: Bbox }
  | { readonly outcome: 'failed'; readonly reason: Reason; readonly detail: string };

/** A declared page size may differ from the page by this much, points: producers round. */
const SIZE_TOLERANCE = 1;

/** A glyph is inside a box if its centre is, with this tolerance, points (spec §3). */
const CENTRE_TOLERANCE = 1;

const POINTS_PER_UNIT = { point: 1, inch: 72, millimetre: 72 / 25.4 } as const;

/**
 * Converts a claimed box into points of the displayed page, top-left origin. Fails as
 * `geometry_mismatch` where the declared size or rotation is not the page's, `region_outside_page`,
 * or `no_geometry` where the declared space cannot be converted without guessing.
 */
export function resolveRegion(
  bbox: Bbox,
  space: BboxSpace | undefined,
  page: PageGrounding,
): RegionResolution {
  const converted = convert(bbox, space ?? 'display_pt_top_left', page);
  if (converted.outcome === 'failed') return converted;
  const whole: Bbox = [0, 0, page.width, page.height];
  if (intersectionOf(converted.bbox, whole) === null) {
    const size = `${page.width} x ${page.height} points`;
    return failed('region_outside_page', `the region lies outside the page of ${size}`);
  }
  return converted;
}

function convert(bbox: Bbox, space: BboxSpace, page: PageGrounding): RegionResolution {
  if (space === 'display_pt_top_left') return resolved(bbox);
  if (space === 'display_pt_bottom_left') return resolved(flip(bbox, page.height));
  if (space === 'display_fraction_top_left') return resolved(scale(bbox, page.width, page.height));
  if (space.rotation !== undefined && space.rotation !== page.rotation) {
    const detail = `rotation ${space.rotation} declared, the page has ${page.rotation}`;
    return failed('geometry_mismatch', detail);
  }
  if (space.box === 'media') {
    return failed(
      'no_geometry',
      'coordinates of the media box cannot be converted; use the crop box',
    );
  }
  return convertDeclared(bbox, space, page);
}

function convertDeclared(
  bbox: Bbox,
  space: Exclude<BboxSpace, string>,
  page: PageGrounding,
): RegionResolution {
  const { unit, page_width: width, page_height: height } = space;
  let [x, y] = [1, 1];
  if (unit === 'fraction') [x, y] = [page.width, page.height];
  else if (unit === 'pixel') {
    if (width === undefined || height === undefined) {
      return failed('no_geometry', 'pixels need page_width and page_height in pixels');
    }
    [x, y] = [page.width / width, page.height / height];
    if (Math.abs(x / y - 1) > 0.01) {
      return failed('geometry_mismatch', `the page is not shaped ${width} x ${height}`);
    }
  } else {
    const points = POINTS_PER_UNIT[unit];
    [x, y] = [points, points];
    const isOff = (declared: number | undefined, actual: number): boolean =>
      declared !== undefined && Math.abs(declared * points - actual) > SIZE_TOLERANCE;
    if (isOff(width, page.width) || isOff(height, page.height)) {
      const detail = `the page is ${page.width} x ${page.height} points`;
      return failed('geometry_mismatch', detail);
    }
  }
  const scaled = scale(bbox, x, y);
  return resolved(space.origin === 'bottom_left' ? flip(scaled, page.height) : scaled);
}

function scale(bbox: Bbox, x: number, y: number): Bbox {
  return [bbox[0] * x, bbox[1] * y, bbox[2] * x, bbox[3] * y];
}

function flip(bbox: Bbox, height: number): Bbox {
  return [bbox[0], height - bbox[3], bbox[2], height - bbox[1]];
}

/** The stretches of the page's text whose characters have their centre in the box. */
export function spansInside(page: PageGrounding, bbox: Bbox): readonly TextSpan[] {
  const spans: { start: number; end: number }[] = [];
  for (let offset = 0; offset < page.text.length; offset += 1) {
    if (isSpace(page.text.charAt(offset))) continue;
    if (!holdsCentre(bbox, charBox(page, offset), CENTRE_TOLERANCE)) continue;
    const last = spans.at(-1);
    if (last !== undefined && page.text.slice(last.end, offset).trim() === '')
      last.end = offset + 1;
    else spans.push({ start: offset, end: offset + 1 });
  }
  return spans;
}

/** The stretches that lie in both lists; each list in order, without overlap. */
export function intersectSpans(
  a: readonly TextSpan[],
  b: readonly TextSpan[],
): readonly TextSpan[] {
  const common: TextSpan[] = [];
  for (const one of a) {
    for (const other of b) {
      const start = Math.max(one.start, other.start);
      const end = Math.min(one.end, other.end);
      if (start < end) common.push({ start, end });
    }
  }
  return common;
}

function resolved(bbox: Bbox): RegionResolution {
  return { outcome: 'resolved', bbox };
}

function failed(reason: Reason, detail: string): RegionResolution {
  return { outcome: 'failed', reason, detail };
}
