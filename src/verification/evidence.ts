import type { Evidence } from '../contracts/evidence.ts';
import type { Bbox } from '../contracts/locator.ts';
import { roundPoints } from '../evidence/geometry.ts';
import type { PageElement, PageGrounding, TextSpan } from '../evidence/grounding.ts';
import type { Target } from './finding.ts';

/**
 * The evidence that stands at `spans` of the target's page (of its next page where `page` says so).
 * One span: plain offsets. Several: `start` to `end` runs from the first to the last on the first
 * page, and each is a segment. Boxes: one a line, points of the displayed page.
 */
export function evidenceOf(target: Target, spans: readonly TextSpan[]): Evidence {
  return evidenceOfParts(
    target,
    spans.map((span) => ({ page: target.page, span })),
  );
}

/** A span of one of the pages that evidence may lie on. */
export interface EvidencePart {
  readonly page: PageGrounding;
  readonly span: TextSpan;
}

/** As `evidenceOf`, for evidence that may run on to the next page. */
export function evidenceOfParts(target: Target, parts: readonly EvidencePart[]): Evidence {
  const onFirst = parts.filter((part) => part.page === target.page).map((part) => part.span);
  const start = Math.min(...onFirst.map((span) => span.start));
  const end = Math.max(...onFirst.map((span) => span.end));
  const segments = parts.map((part) => ({
    page_index: part.page.page_index,
    start: part.span.start,
    end: part.span.end,
    page_text_sha256: part.page.text_sha256,
    boxes: boxesOf(part.page, part.span),
  }));
  return {
    page_index: target.page.page_index,
    page_label: target.page_label,
    element_id: elementAt(target.page, { start, end })?.id ?? null,
    text: parts.map((part) => part.page.text.slice(part.span.start, part.span.end)).join(' … '),
    start,
    end,
    page_text_sha256: target.page.text_sha256,
    boxes: segments
      .filter((segment) => segment.page_index === target.page.page_index)
      .flatMap((segment) => segment.boxes),
    ...(segments.length > 1 ? { segments } : {}),
    reader: target.document.reader,
  };
}

/** The element that holds the whole span, or null where it runs over several. */
export function elementAt(page: PageGrounding, span: TextSpan): PageElement | null {
  return (
    page.elements.find((element) => element.start <= span.start && span.end <= element.end) ?? null
  );
}

/** One box for each line that the span touches; characters without extent are left out. */
export function boxesOf(page: PageGrounding, span: TextSpan): [number, number, number, number][] {
  const boxes: [number, number, number, number][] = [];
  for (const line of page.lines) {
    const start = Math.max(line.start, span.start);
    const end = Math.min(line.end, span.end);
    const box = start < end ? boxOf(page, start, end) : null;
    if (box !== null) boxes.push([box[0], box[1], box[2], box[3]]);
  }
  return boxes;
}

/** The box around the characters from `start` to `end`, or null if none has an extent. */
export function boxOf(page: PageGrounding, start: number, end: number): Bbox | null {
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  for (let offset = start; offset < end; offset += 1) {
    const box = charBox(page, offset);
    if (box[0] >= box[2] && box[1] >= box[3]) continue;
    x0 = Math.min(x0, box[0]);
    y0 = Math.min(y0, box[1]);
    x1 = Math.max(x1, box[2]);
    y1 = Math.max(y1, box[3]);
  }
  if (x0 > x1 || y0 > y1) return null;
  return [roundPoints(x0), roundPoints(y0), roundPoints(x1), roundPoints(y1)];
}

/** The box of the UTF-16 unit at `offset`, points. */
export function charBox(page: PageGrounding, offset: number): Bbox {
  const at = offset * 4;
  return [
    page.boxes[at] ?? 0,
    page.boxes[at + 1] ?? 0,
    page.boxes[at + 2] ?? 0,
    page.boxes[at + 3] ?? 0,
  ];
}
