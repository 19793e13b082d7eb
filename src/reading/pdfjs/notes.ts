import type { Bbox } from '../../contracts/locator.ts';
import type { DrawnBy, UndrawnText } from '../../evidence/drawing.ts';
import { overlapOf, roundBox } from './canvas.ts';
import type { PageSpace } from './interpret.ts';
import { boundsOf } from './matrix.ts';
import { boxOf, isRecord, stringAt } from './operands.ts';

/** Annotation flags that keep an annotation off the screen (ISO 32000-1, table 165). */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;

/** The annotations that matter to `annotationRoles` and `undrawnTexts`, as pdf.js counts kinds. */
export const ANNOTATION_KINDS: ReadonlySet<number> = new Set([
  3, // FreeText
  20, // Widget
]);

/** What an annotation's drawing is to a reader, by annotation id; of fields only. */
export function annotationRoles(annotations: readonly unknown[]): ReadonlyMap<string, DrawnBy> {
  const roles = new Map<string, DrawnBy>();
  for (const annotation of annotations) {
    if (!isRecord(annotation) || typeof annotation['id'] !== 'string') continue;
    if (annotation['subtype'] === 'Widget') roles.set(annotation['id'], 'field');
  }
  return roles;
}

/**
 * Text of fields and free-text annotations that have no drawn appearance: viewers make one up from
 * the text, so a reader of the page sees it. Never comments, passwords or what is hidden.
 */
export function undrawnTexts(
  annotations: readonly unknown[],
  space: PageSpace,
): readonly UndrawnText[] {
  const texts: UndrawnText[] = [];
  for (const annotation of annotations) {
    if (!isRecord(annotation) || annotation['hasAppearance'] !== false) continue;
    if (isOffScreen(annotation['annotationFlags'])) continue;
    const kind = kindOf(annotation);
    if (kind === null) continue;
    const text = kind === 'field' ? fieldText(annotation) : contentsOf(annotation);
    const box = placeOf(annotation['rect'], space);
    if (text.trim() !== '' && box !== null) texts.push({ kind, text, bbox: box });
  }
  return texts;
}

function kindOf(annotation: Readonly<Record<string, unknown>>): UndrawnText['kind'] | null {
  if (annotation['subtype'] === 'FreeText') return 'free_text';
  if (annotation['subtype'] !== 'Widget' || annotation['password'] === true) return null;
  return annotation['fieldType'] === 'Tx' || annotation['fieldType'] === 'Ch' ? 'field' : null;
}

function isOffScreen(flags: unknown): boolean {
  return typeof flags === 'number' && (flags & (HIDDEN | NO_VIEW)) !== 0;
}

/** A field's value as shown: for choices the option's own words. */
function fieldText(annotation: Readonly<Record<string, unknown>>): string {
  const value = annotation['fieldValue'];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const options = annotation['options'];
  const shown = values.map((entry) => {
    if (typeof entry !== 'string') return '';
    if (!Array.isArray(options)) return entry;
    const option: unknown = options.find(
      (one: unknown) => isRecord(one) && one['exportValue'] === entry,
    );
    const words = isRecord(option) ? option['displayValue'] : null;
    return typeof words === 'string' ? words : entry;
  });
  return shown.filter((entry) => entry !== '').join('\n');
}

function contentsOf(annotation: Readonly<Record<string, unknown>>): string {
  const contents = annotation['contentsObj'];
  return isRecord(contents) ? (stringAt([contents['str']], 0) ?? '') : '';
}

function placeOf(rectangle: unknown, space: PageSpace): Bbox | null {
  const box = boxOf(rectangle);
  if (box === null) return null;
  const onPage = overlapOf(boundsOf(box, space.base), space.pageBox);
  return onPage === null ? null : roundBox(onPage);
}
