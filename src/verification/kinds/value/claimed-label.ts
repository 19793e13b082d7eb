import type { ValueClaim } from '../../../contracts/claim.ts';
import type { TextSpan } from '../../../evidence/grounding.ts';
import {
  joinLabelLines,
  matchLabels,
  type ReadLabel,
  readLabel,
} from '../../../evidence/label-text.ts';
import { lettersOf, plainText, type ValueCell, type ValuePage } from './read-page.ts';

/** A claimed label with what comparing needs of it. */
export interface ClaimedLabel extends CellWords {
  readonly text: string;
  readonly read: ReadLabel;
}

/** Made once a claim: its label is looked for in the rows of many pages. */
const CLAIMED = new WeakMap<ValueClaim, ClaimedLabel>();

/** The label of the row that a claim names, made ready: the last part of its path. */
export function claimedLabelOf(claim: ValueClaim): ClaimedLabel {
  const known = CLAIMED.get(claim);
  if (known !== undefined) return known;
  const text = [claim.row_label ?? ''].flat().at(-1) ?? '';
  const label = {
    letters: lettersOf(text),
    first_word: firstWordOf(text),
    text,
    read: readLabel(text),
  };
  CLAIMED.set(claim, label);
  return label;
}

/** The letters of a text, and those of its first word. */
export interface CellWords {
  /** As `lettersOf` gives them: small, without white space. */
  readonly letters: string;
  readonly first_word: string;
}

/** The words of a cell as a sieve before its label is compared. */
export function cellWords(cell: ValueCell): CellWords {
  return { letters: lettersOf(cell.text), first_word: firstWordOf(cell.text) };
}

function firstWordOf(text: string): string {
  return lettersOf(/[\p{L}\d]+/u.exec(text)?.[0] ?? '');
}

/** Whether one of the ways to read lines is the claimed label. */
export function isAmongLabels(labels: readonly ReadLabel[], claimed: ClaimedLabel): boolean {
  return labels.some((label) => matchLabels(label, claimed.read) !== null);
}

/** The labels that lines may be read as: as printed, and without raised marks and "(continued)". */
export function labelsOf(page: ValuePage, spans: readonly TextSpan[]): readonly ReadLabel[] {
  const printed = spans.map((span) => page.page.text.slice(span.start, span.end));
  const plain = spans.map((span) => plainText(page.page, span).replace(CONTINUED, ''));
  const isSame = plain.every((line, at) => line === printed[at]);
  return (isSame ? [printed] : [printed, plain]).flatMap(joinLabelLines).map(readLabel);
}

/** What a page prints behind a label that it repeats from the page before. */
const CONTINUED = /\s*[([](?:continued|cont['’]?d\.?)[)\]]$/i;
