import { claimView } from './detail.mjs';
import { announce, element, find, outside } from './dom.mjs';
import { counted } from './words.mjs';

/** @import { PageFacts } from '../page-data.ts' */
/** @import { Claims } from './claims.mjs' */
/** @import { Decision } from './decisions.mjs' */

/** Some 2,000 pages of paper; a browser lays out more of them for minutes. */
const CLAIMS_MAX = 2000;

/**
 * Prints the claims that the filters leave, each with all of its detail.
 * @param {object} options
 * @param {PageFacts} options.facts
 * @param {Claims} options.claims
 * @param {() => readonly number[]} options.shown
 * @param {(key: string) => Decision | null} options.decisionOf
 */
export function wirePrint({ facts, claims, shown, decisionOf }) {
  const paper = find('paper');
  const clear = () => {
    paper.replaceChildren();
    paper.hidden = true;
  };
  const fill = () => {
    if (!paper.hidden) return;
    const indices = shown();
    const articles = indices.slice(0, CLAIMS_MAX).flatMap((index) => {
      const row = claims.rows[index];
      if (row === undefined) return [];
      return [claimView(facts, row, claims.detailOf(index), decisionView(decisionOf(row.key)))];
    });
    paper.replaceChildren(paperHead(facts, indices.length), ...articles);
    for (const picture of paper.querySelectorAll('img')) picture.loading = 'eager';
    paper.hidden = false;
  };
  /** Printing waits for nothing, so the pictures are loaded before it is asked for. */
  const printAll = async () => {
    announce('Preparing the print …');
    fill();
    const pictures = [...paper.querySelectorAll('img')];
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    window.print();
  };
  find('print').addEventListener('click', () => void printAll());
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void printAll();
  });
  // For whoever prints by the menu of the browser, or asks for the look of paper.
  window.addEventListener('beforeprint', fill);
  window.addEventListener('afterprint', clear);
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? fill() : clear()));
}

/**
 * @param {PageFacts} facts
 * @param {number} count
 */
function paperHead(facts, count) {
  const left = count - CLAIMS_MAX;
  return element(
    'header',
    { class: 'paper-head' },
    element('h1', {}, 'Pagewitness report'),
    element(
      'p',
      {},
      'Run ',
      outside(facts.run_id),
      `, ${counted(count, 'claim')} of ${facts.claims.toLocaleString('en')}`,
    ),
    left <= 0
      ? null
      : element(
          'p',
          {},
          `Only the first ${counted(CLAIMS_MAX, 'claim')} are printed, ${left} are not: set filters and print in parts.`,
        ),
  );
}

/** @param {Decision | null} decision */
function decisionView(decision) {
  if (decision === null) return null;
  const { decision: word, note } = decision;
  const told = word === null ? 'Note' : word === 'accept' ? 'Accepted' : 'Rejected';
  return element(
    'p',
    { class: 'paper-decision' },
    element('strong', {}, told),
    note === '' ? '' : ': ',
    note === '' ? null : outside(note),
  );
}
