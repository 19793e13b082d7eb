import { CLAIM_KINDS } from '../contracts/claim.ts';
import type { PageLabel } from '../contracts/page-label.ts';
import type { CapabilityRow } from '../contracts/report.ts';
import { roundPoints } from '../evidence/geometry.ts';
import type { DocumentGrounding, LabelMap, PageGrounding } from '../evidence/grounding.ts';
import { cut, padded, printable } from '../reporters/terminal-text.ts';

/** What the verifier sees of a document: all that `inspect` shows. */
export interface Inspection {
  readonly name: string;
  readonly document: DocumentGrounding;
  readonly labels: LabelMap;
  /** The pages that were asked for, in order; those that could not be read are in `unread`. */
  readonly pages: readonly PageGrounding[];
  readonly unread: readonly { readonly page_index: number; readonly detail: string }[];
  readonly capability_table: readonly CapabilityRow[];
}

/** Boxes are read by people here; a tenth of a point is less than a hair. */
const BOX_DIGITS = 1;

/** Plain JSON: texts, elements, lines, ids, labels with their source, boxes, capabilities. */
export function inspectionJson(inspection: Inspection): Record<string, unknown> {
  const { document, labels } = inspection;
  return {
    name: inspection.name,
    document_fingerprint: document.fingerprint,
    grounding_profile: document.reader_profile,
    reader: document.reader,
    page_count: document.page_count,
    capabilities: document.capabilities,
    degraded: document.degraded,
    page_labels: labels.labels,
    pages: inspection.pages.map((page) => pageJson(page, labels)),
    unread: inspection.unread,
    capability_table: inspection.capability_table,
  };
}

/** The same for people. `isWhole`: with the text of each page, not only one line a page. */
export function inspectionText(inspection: Inspection, isWhole: boolean, width: number): string {
  const { document } = inspection;
  const lines = [
    printable(inspection.name),
    `document_fingerprint  ${document.fingerprint}`,
    `grounding_profile     ${document.reader_profile}`,
    `reader                ${document.reader}`,
    `pages                 ${document.page_count}`,
    `capabilities          ${document.capabilities.join(', ')}`,
    ...document.degraded.map((cause) => `degraded              ${printable(cause)}`),
    '',
    ...(isWhole
      ? inspection.pages.flatMap((page) => pageLines(page, inspection.labels, width))
      : pageTable(inspection, width)),
    ...inspection.unread.map(
      ({ page_index, detail }) =>
        `page_index ${page_index} could not be read: ${printable(detail)}`,
    ),
    '',
    ...capabilityLines(inspection.capability_table),
  ];
  return `${lines.join('\n')}\n`;
}

function pageJson(page: PageGrounding, labels: LabelMap): Record<string, unknown> {
  const { text } = page;
  return {
    page_index: page.page_index,
    page_labels: labelsOf(labels, page.page_index),
    width: roundPoints(page.width),
    height: roundPoints(page.height),
    rotation: page.rotation,
    user_unit: page.user_unit,
    capabilities: page.capabilities,
    degraded: page.degraded,
    text,
    text_sha256: page.text_sha256,
    elements: page.elements.map(({ id, role, start, end, bbox }) => ({
      id,
      role,
      start,
      end,
      bbox: rounded(bbox),
      text: text.slice(start, end),
    })),
    lines: page.lines.map(({ start, end, bbox, direction, cells }) => ({
      start,
      end,
      bbox: rounded(bbox),
      direction,
      cells: cells.map((cell) => text.slice(cell.start, cell.end)),
    })),
    unseen: page.unseen.map(({ text: unseen, cause, bbox }) => ({
      text: unseen,
      cause,
      bbox: rounded(bbox),
    })),
    maybe_unseen: page.maybe_unseen,
    unmapped: page.unmapped,
    superscripts: page.superscripts,
    pictures: page.pictures.map(rounded),
    picture_share: roundPoints(page.picture_share),
  };
}

function pageLines(page: PageGrounding, labels: LabelMap, width: number): readonly string[] {
  const size = `${decimal(page.width)} x ${decimal(page.height)} pt`;
  const lines = [
    `page_index ${page.page_index}${labelText(labels, page.page_index)} · ${size}, rotation ${page.rotation}`,
    ...page.degraded.map((cause) => `  degraded: ${printable(cause)}`),
  ];
  if (page.elements.length === 0) lines.push('  no text');
  for (const element of page.elements) {
    lines.push(`  ${element.id}  ${element.role}  [${element.bbox.map(decimal).join(', ')}]`);
    const text = page.text.slice(element.start, element.end);
    lines.push(...text.split('\n').map((line) => `    ${cut(printable(line), width - 4)}`));
  }
  for (const unseen of page.unseen) {
    lines.push(`  unseen (${unseen.cause})  ${cut(printable(unseen.text), width - 30)}`);
  }
  return [...lines, ''];
}

/** One line a page: index, labels, characters, elements, and what is unusual. */
function pageTable(inspection: Inspection, width: number): readonly string[] {
  return inspection.pages.map((page) => {
    const parts = [
      `page_index ${page.page_index}${labelText(inspection.labels, page.page_index)}`,
      `${page.text.length} characters, ${page.elements.length} elements`,
      page.unseen.length > 0 ? `${page.unseen.length} unseen` : '',
      page.unmapped.length > 0 ? `${page.unmapped.length} unmapped` : '',
      page.picture_share >= 0.5 ? `${Math.round(page.picture_share * 100)}% pictures` : '',
      page.degraded.length > 0 ? 'degraded' : '',
    ];
    return cut(parts.filter((part) => part !== '').join(' · '), width);
  });
}

/** ` · label i (pdf_dictionary, printed_folio)` */
function labelText(labels: LabelMap, pageIndex: number): string {
  const sources = new Map<string, string[]>();
  for (const { label, source } of labelsOf(labels, pageIndex)) {
    sources.set(label, [...(sources.get(label) ?? []), source]);
  }
  return [...sources]
    .map(([label, names]) => ` · label ${printable(label)} (${names.join(', ')})`)
    .join('');
}

function labelsOf(labels: LabelMap, pageIndex: number): readonly Omit<PageLabel, 'page_index'>[] {
  return labels.labels
    .filter((entry) => entry.page_index === pageIndex)
    .map(({ label, source }) => ({ label, source }));
}

/** What a claim needs: one line for each locator and capability, with the kinds it holds for. */
function capabilityLines(table: readonly CapabilityRow[]): readonly string[] {
  const rows = new Map<string, string[]>();
  for (const { kind, locator, capability, reason } of table) {
    const key = `${padded(locator === 'any' ? 'any locator' : locator, 12)} needs ${padded(capability, 12)} else ${padded(reason, 16)}`;
    rows.set(key, [...(rows.get(key) ?? []), kind]);
  }
  const isAny = (kinds: readonly string[]): boolean => kinds.length === CLAIM_KINDS.length;
  return [
    'what a claim needs',
    ...[...rows].map(
      ([row, kinds]) => `  ${row} (${isAny(kinds) ? 'every kind' : kinds.join(', ')})`,
    ),
  ];
}

function rounded(box: readonly number[]): readonly number[] {
  return box.map(roundPoints);
}

function decimal(points: number): string {
  return String(Number(points.toFixed(BOX_DIGITS)));
}
