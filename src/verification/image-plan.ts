import type { CheckName } from '../contracts/check.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { Bbox } from '../contracts/locator.ts';
import type { MatchMethod } from '../contracts/verdict.ts';
import { unionOf } from '../evidence/geometry.ts';
import type { PageGrounding, TextSpan } from '../evidence/grounding.ts';
import { isSpace } from '../evidence/normalization.ts';
import type { PageGeometry } from '../evidence/ports.ts';
import type { CropArea, SightQuery } from '../evidence/rendering.ts';
import { charBox } from './evidence.ts';
import type { Finding } from './finding.ts';

/**
 * What of the picture must be seen before the finding may be `verified`: every glyph of evidence
 * that text was compared with, by page. Empty where nothing was located or the claim failed.
 */
export function sightQueriesOf(
  finding: Finding,
  pages: ReadonlyMap<number, PageGrounding>,
): readonly SightQuery[] {
  const { evidence, match_method } = finding;
  if (finding.status !== 'verified' || evidence === null || match_method === null) return [];
  if (!LOCATES_TEXT[match_method]) return [];
  const queries = new Map<number, SightQuery & { readonly glyphs: Bbox[] }>();
  for (const { page_index, span } of spansOf(evidence)) {
    const page = pages.get(page_index);
    if (page === undefined) continue;
    const query = queries.get(page_index) ?? { page_index, glyphs: [], user_unit: page.user_unit };
    query.glyphs.push(...glyphsOf(page, span));
    queries.set(page_index, query);
  }
  return [...queries.values()].filter(({ glyphs }) => glyphs.length > 0);
}

/** Whether a match of this kind rests on glyphs of the page. */
const LOCATES_TEXT: Readonly<Record<MatchMethod, boolean>> = {
  exact_text: true,
  normalized_text: true,
  extraction_text: true,
  typographic_text: true,
  image_hypothesis: false,
  ocr_text: false,
  value_in_row: true,
  value_on_page: true,
  page_exists: false,
  page_label: false,
  element_exists: false,
};

interface PageSpan {
  readonly page_index: number;
  readonly span: TextSpan;
}

function spansOf(evidence: Evidence): readonly PageSpan[] {
  const { segments, page_index, start, end } = evidence;
  if (segments !== undefined) {
    return segments.map((segment) => ({ page_index: segment.page_index, span: segment }));
  }
  return start === null || end === null ? [] : [{ page_index, span: { start, end } }];
}

/** The boxes of the characters that leave ink; parts of one glyph share a box and count once. */
function glyphsOf(page: PageGrounding, { start, end }: TextSpan): readonly Bbox[] {
  const boxes: Bbox[] = [];
  for (let offset = start; offset < end; offset += 1) {
    if (mayLeaveNoInk(page.text.charAt(offset))) continue;
    const box = charBox(page, offset);
    if (box[0] >= box[2] || box[1] >= box[3]) continue;
    const last = boxes.at(-1);
    if (last?.every((side, at) => side === box[at])) continue;
    boxes.push(box);
  }
  return boxes;
}

/**
 * White space, soft hyphens and other format characters (Unicode Cf). Underscores say nothing, and
 * are at times drawn just under a rule that hides them.
 */
function mayLeaveNoInk(character: string): boolean {
  return isSpace(character) || /[\n_\p{Cf}]/u.test(character);
}

/** A picture to be made for a claim. */
export interface CropPlan {
  readonly role: 'evidence' | 'page' | 'proposal';
  readonly check: CheckName;
  readonly evidence: Evidence | null;
  readonly page_index: number;
  /** What to outline. */
  readonly boxes: readonly Bbox[];
}

/**
 * The pictures that show an outcome: the evidence, or what stands at the cited place instead; the
 * cited page as a whole where nothing stands there; and the evidence of a proposal elsewhere.
 * @param citedPage the page that was compared or resolved; null if none was.
 */
export function cropPlansOf(
  finding: Finding,
  proposed: Evidence | undefined,
  citedPage: number | null,
): readonly CropPlan[] {
  const check = finding.checks.find(({ outcome }) => outcome === 'fail')?.check ?? 'comparison';
  const plans: CropPlan[] = [];
  const { evidence } = finding;
  if (evidence !== null && evidence.boxes.length > 0) {
    plans.push(...evidencePlans('evidence', check, evidence));
  } else if (citedPage !== null) {
    plans.push({ role: 'page', check, evidence: null, page_index: citedPage, boxes: [] });
  }
  if (proposed !== undefined) plans.push(...evidencePlans('proposal', check, proposed));
  return plans;
}

/** One picture a page: evidence over a page break has two. */
function evidencePlans(
  role: 'evidence' | 'proposal',
  check: CheckName,
  evidence: Evidence,
): readonly CropPlan[] {
  const parts = evidence.segments ?? [evidence];
  const pages = new Set(parts.map(({ page_index }) => page_index));
  return [...pages].flatMap((page_index) => {
    const boxes = parts.filter((part) => part.page_index === page_index).flatMap((p) => p.boxes);
    return boxes.length === 0 ? [] : [{ role, check, evidence, page_index, boxes }];
  });
}

/** Room above and below the evidence, points: about two lines of text for a reader to find it by. */
const CONTEXT = 30;
/** Type of 8 points is well legible at this; a whole page is for orientation and drawn coarser. */
const EVIDENCE_DPI = 144;
const PAGE_DPI = 72;

/** The longest side of a picture, pixels: a poster is drawn coarser, not larger. */
const SIDE_MAX = 3000;
const POINTS_PER_INCH = 72;

/** What a picture shows: the evidence across the whole width of its page, or the whole page. */
export function cropAreaOf(plan: CropPlan, page: PageGeometry): CropArea {
  const { width, height, user_unit } = page;
  const box = unionOf(plan.boxes);
  const top = box === null ? 0 : Math.max(0, Math.floor(box[1] - CONTEXT));
  const bottom = box === null ? height : Math.min(height, Math.ceil(box[3] + CONTEXT));
  // Evidence outside the page has no picture of its own; the page shows that nothing is there.
  const isWhole = box === null || top >= bottom;
  const bbox: Bbox = isWhole ? [0, 0, width, height] : [0, top, width, bottom];
  const longest = Math.max(bbox[2] - bbox[0], bbox[3] - bbox[1], 1);
  const dpi = Math.min(
    isWhole ? PAGE_DPI : EVIDENCE_DPI,
    Math.floor((SIDE_MAX * POINTS_PER_INCH) / longest),
  );
  return { page_index: plan.page_index, bbox, dpi: Math.max(1, dpi), user_unit };
}
