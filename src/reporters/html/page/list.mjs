import { element, find, hiddenText, outside } from './dom.mjs';
import { statusIcon } from './status.mjs';
import { DECISION_WORDS, STATUS_WORDS, wordsOf } from './words.mjs';

/** @import { PageRow } from '../page-data.ts' */
/** @import { Decision } from './decisions.mjs' */

/** Height of a row in CSS pixels; the style sheet has the same number. */
const ROW_HEIGHT = 72;

/** Rows drawn beyond each edge, so that a fast scroll shows no gap. */
const ROWS_AROUND = 6;

/**
 * The list of claims. Whatever their number, only rows in view are drawn: all rows have one height,
 * and one empty box gives the list its length. It is a list box for assistive technology: the focus
 * stays on the list, and the open claim is its active option.
 * @param {object} options
 * @param {readonly PageRow[]} options.rows
 * @param {(key: string) => Decision | null} options.decisionOf
 * @param {(index: number) => void} options.onChosen
 */
export function createList({ rows, decisionOf, onChosen }) {
  const list = find('list');
  const sizer = element('div', { class: 'sizer', role: 'presentation' });
  list.replaceChildren(sizer);
  /** @type {readonly number[]} */
  let indices = [];
  /** @type {number | null} */
  let chosen = null;

  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW_HEIGHT) - ROWS_AROUND);
    const count = Math.ceil(list.clientHeight / ROW_HEIGHT) + 2 * ROWS_AROUND;
    const shown = indices.slice(first, first + count);
    sizer.replaceChildren(...shown.map((index, at) => rowElement(index, first + at)));
    const position = chosen === null ? -1 : indices.indexOf(chosen);
    const isDrawn = position >= first && position < first + count;
    if (isDrawn) list.setAttribute('aria-activedescendant', rowId(chosen ?? -1));
    else list.removeAttribute('aria-activedescendant');
  };

  /**
   * @param {number} index
   * @param {number} position
   */
  const rowElement = (index, position) => {
    const row = rows[index];
    if (row === undefined) throw new Error(`no claim ${index}`);
    const made = element(
      'div',
      {
        class: 'row',
        role: 'option',
        id: rowId(index),
        'aria-selected': String(index === chosen),
        'aria-setsize': indices.length,
        'aria-posinset': position + 1,
        'data-index': index,
      },
      statusIcon(row.status),
      rowText(row, decisionOf(row.key)),
    );
    made.style.transform = `translateY(${position * ROW_HEIGHT}px)`;
    return made;
  };

  list.addEventListener('scroll', () => requestAnimationFrame(draw), { passive: true });
  new ResizeObserver(draw).observe(list);
  list.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('.row') : null;
    const index = target?.getAttribute('data-index');
    if (index !== null && index !== undefined) onChosen(Number(index));
  });

  return {
    /** @param {readonly number[]} next positions of claims, in the order to be shown */
    show(next) {
      indices = next;
      sizer.style.height = `${next.length * ROW_HEIGHT}px`;
      draw();
    },
    /**
     * Marks a claim and scrolls no further than is needed to see it.
     * @param {number | null} index
     */
    choose(index) {
      chosen = index;
      const position = index === null ? -1 : indices.indexOf(index);
      if (position !== -1) {
        const top = position * ROW_HEIGHT;
        if (top < list.scrollTop) list.scrollTop = top;
        else if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight) {
          list.scrollTop = top + ROW_HEIGHT - list.clientHeight;
        }
      }
      draw();
    },
    redraw: draw,
  };
}

/** @param {number} index */
function rowId(index) {
  return `claim-${index}`;
}

/**
 * @param {PageRow} row
 * @param {Decision | null} decision
 */
function rowText(row, decision) {
  const { status, reason, claim_id: id, source_id: source } = row;
  const outcome = reason === null ? STATUS_WORDS[status].name : wordsOf(reason);
  return element(
    'div',
    { class: 'row-text' },
    element(
      'div',
      { class: 'row-head' },
      element('span', { class: `row-outcome tone-${STATUS_WORDS[status].tone}` }, outcome),
      element(
        'span',
        { class: 'row-id' },
        outside(id ?? 'no id'),
        row.kind === null ? '' : ` · ${row.kind}`,
      ),
      decision === null ? null : decisionMark(decision),
    ),
    element('div', { class: 'row-title', dir: 'auto' }, row.title === '' ? '–' : row.title),
    element(
      'div',
      { class: 'row-place' },
      outside(source ?? 'no source'),
      row.place === '' ? '' : ' · ',
      row.place === '' ? null : outside(row.place),
    ),
  );
}

/** @param {Decision} decision */
function decisionMark({ decision, note }) {
  const word = DECISION_WORDS[decision ?? 'noted'] ?? '';
  const sign = decision === 'accept' ? '✓' : decision === 'reject' ? '✗' : '';
  return element(
    'span',
    { class: `row-decision decision-${decision ?? 'noted'}`, title: word },
    element('span', { 'aria-hidden': 'true' }, `${sign}${note === '' ? '' : ' ✎'}`),
    hiddenText(word),
  );
}
