import type { Limitation } from '../../../contracts/limitation.ts';
import type { Reason } from '../../../contracts/reason.ts';
import type { PageGrounding, TextSpan } from '../../../evidence/grounding.ts';
import { isDigit, isModal, isNegation, isSpace } from '../../../evidence/normalization.ts';
import type { Target } from '../../finding.ts';
import { passageOf, unseenPassageOf } from '../../passage.ts';
import { findQuote, type SoughtQuote } from './match.ts';
import { standsButForUnmapped } from './unmapped.ts';

/** Why the absence of a text from a target proves little or nothing. */
export interface AbsenceLimit {
  readonly reason: Reason;
  readonly detail: string;
  /** Whether the reason stands whatever other pages hold. */
  readonly isFinal: boolean;
  /** Whether a near text that the page shows settles the claim all the same. */
  readonly yieldsToNear: boolean;
}

/**
 * A page more than half of which is pictures may say in them what its text layer does not. Below
 * that, logos and charts of reports are the rule.
 */
const PICTURE_SHARE = 0.5;

/** Invisible text over a picture of this share of the page is the text layer of a scan. */
const SCAN_SHARE = 0.3;

/** A page with more unmapped characters than this, and this share of its text, cannot be trusted. */
const UNMAPPED_MIN = 2;
const UNMAPPED_SHARE = 0.02;

const HELD = { isFinal: false, yieldsToNear: false } as const;

/** What of the evidence at `spans` was not proved by the text layer alone. */
export function limitationsOf(
  page: PageGrounding,
  spans: readonly TextSpan[],
): readonly Limitation[] {
  const limitations: Limitation[] = [];
  if (touches(page.maybe_unseen, spans)) limitations.push('visibility_not_proved');
  if (page.degraded.length > 0) limitations.push('degraded_parse');
  for (const element of page.elements) {
    if (element.role === 'body' || !touches([element], spans)) continue;
    limitations.push(ROLE_LIMITATIONS[element.role]);
  }
  if (page.unmapped.length > 0 && unmappedCount(page) > 0) {
    limitations.push('unmapped_glyphs_on_page');
  }
  return limitations;
}

const ROLE_LIMITATIONS = {
  header: 'text_in_page_furniture',
  footer: 'text_in_page_furniture',
  field: 'text_in_form_field',
  annotation: 'text_in_annotation',
} as const satisfies Record<string, Limitation>;

/**
 * Whether the absence of `expected` may be held against the claim. In order: the text is in the
 * file but unseen; the page is a picture; it was read by recovery; its characters have no meaning.
 */
export function limitOfAbsence(target: Target, sought: SoughtQuote): AbsenceLimit | null {
  const { page } = target;
  const isScan = page.picture_share >= SCAN_SHARE && page.unseen.some(isInvisible);
  if (isScan || (page.text.trim() === '' && page.picture_share > 0)) {
    return { reason: 'no_ocr', detail: 'the page is a picture', ...HELD };
  }
  if (standsUnseen(page, sought)) {
    const detail = 'the text is in the file but unseen';
    return { reason: 'hidden_text', detail, isFinal: true, yieldsToNear: false };
  }
  // A page without any drawing but rules is blank: what is not there is plainly absent.
  if (page.text.trim() === '' && page.has_shapes) {
    return { reason: 'no_text_layer', detail: 'the page has no text', ...HELD };
  }
  const degraded = [...target.document.degraded, ...page.degraded];
  if (degraded.length > 0) {
    return { reason: 'degraded_parse', detail: degraded.slice(0, 3).join('; '), ...HELD };
  }
  const unmapped = unmappedCount(page);
  if (unmapped >= UNMAPPED_MIN && unmapped >= page.text.length * UNMAPPED_SHARE) {
    const detail = `${unmapped} characters of the page have no known meaning`;
    return { reason: 'glyphs_unmapped', detail, ...HELD };
  }
  const hasUnmapped = page.unmapped.length > 0 || sought.hasUnmapped;
  if (hasUnmapped && standsButForUnmapped(page.text, target.within, sought.quote)) {
    const detail = 'the text stands there but for characters that have no known meaning';
    return { reason: 'glyphs_unmapped', detail, ...HELD };
  }
  const within = target.is_bounded ? target.within : null;
  if (findQuote(passageOf(page), sought, within, 'free').length > 0) {
    const detail = 'the same letters stand there with other spaces between them';
    return { reason: 'spacing_not_established', detail, ...HELD };
  }
  if (page.picture_share >= PICTURE_SHARE) {
    const detail = 'most of the page is a picture';
    return { reason: 'no_ocr', detail, isFinal: false, yieldsToNear: true };
  }
  return null;
}

/**
 * Whether the page leaves it open, inside one of the spans, if two digits are one number or two, or
 * if a negation or modal word is a word of its own: `31 05` or `3105`, `not able` or `notable`. What
 * was read there is one of two readings and proves neither.
 */
export function hangsOnOpenSpacing(page: PageGrounding, spans: readonly TextSpan[]): boolean {
  const isInside = (offset: number): boolean =>
    spans.some(({ start, end }) => offset > start && offset < end);
  const { text } = page;
  return (
    page.open_joins.some((at) => isInside(at) && isHeavyGap(text, at, at)) ||
    page.open_spaces.some((at) => isInside(at) && isHeavyGap(text, at, at + 1))
  );
}

/** Digits on both sides, or words that are a negation or modal apart and something else together. */
function isHeavyGap(text: string, left: number, right: number): boolean {
  if (isDigit(text.charAt(left - 1)) && isDigit(text.charAt(right))) return true;
  const before = /[\p{L}'’]*$/u.exec(text.slice(Math.max(0, left - 24), left))?.[0] ?? '';
  const after = /^[\p{L}'’]*/u.exec(text.slice(right, right + 24))?.[0] ?? '';
  if (before === '' || after === '') return false;
  return [before, after].some((word) => isNegation(word) || isModal(word));
}

function isInvisible(unseen: PageGrounding['unseen'][number]): boolean {
  return unseen.cause === 'invisible_mode';
}

function standsUnseen(page: PageGrounding, sought: SoughtQuote): boolean {
  return page.unseen.length > 0 && findQuote(unseenPassageOf(page), sought, null).length > 0;
}

/** Unmapped characters that are not list marks: those stand alone at the start of a line. */
function unmappedCount(page: PageGrounding): number {
  let count = 0;
  for (const span of page.unmapped) {
    const before = page.text.charAt(span.start - 1);
    const after = page.text.charAt(span.end);
    const isSingle = span.end - span.start === 1;
    const isMark =
      isSingle && (before === '' || before === '\n') && (after === '' || isSpace(after));
    if (!isMark) count += span.end - span.start;
  }
  return count;
}

/** Whether any of `spans` overlaps any of `others`. */
export function touches(others: readonly TextSpan[], spans: readonly TextSpan[]): boolean {
  return others.some((other) =>
    spans.some((span) => span.start < other.end && other.start < span.end),
  );
}
