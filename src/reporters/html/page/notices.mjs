import { counted } from './words.mjs';

/** @import { PageFacts } from '../page-data.ts' */

/**
 * What a reader must know before trusting the numbers on this page.
 * @param {PageFacts} facts
 * @returns {readonly string[]}
 */
export function noticesOf({ left_out: left, claims, state, is_redacted: isRedacted }) {
  const notices = [];
  const count = left.verified + left.other;
  if (count > 0) {
    const other = left.other === 0 ? '' : ` and ${counted(left.other, 'other claim')}`;
    notices.push(
      `This page leaves out ${counted(left.verified, 'verified claim')}${other} of ${counted(claims, 'claim')}: a browser could not hold them. verdicts.jsonl has all of them.`,
    );
  }
  if (state !== 'completed')
    notices.push(`This run is ${state}: its verdicts may not be the last word.`);
  if (isRedacted) notices.push('Document text and pictures were left out of this report.');
  return notices;
}
