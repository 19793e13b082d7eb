import { element, hiddenText, outside } from './dom.mjs';

/** @import { PageComparedField, PageComparison, PageRow } from '../page-data.ts' */
/** @import { Difference } from '../../../contracts/verdict.ts' */

/**
 * What the claim expects beside what the document holds, differing words marked on both sides.
 * @param {PageRow} row
 * @param {PageComparison} comparison
 */
export function comparisonView(row, comparison) {
  const { fields } = comparison;
  return [
    hasTexts(row, comparison) ? textsView(row, comparison) : null,
    fields.length === 0 ? null : fieldsView(row, fields),
  ];
}

/**
 * A value's own text is one of its fields; what stands around it is shown as a text.
 * @param {PageRow} row
 * @param {PageComparison} comparison
 */
function hasTexts(row, { expected, found }) {
  if (row.kind === 'page' || row.kind === 'presence') return found !== null;
  return expected !== null || found !== null;
}

/**
 * @param {PageRow} row
 * @param {PageComparison} comparison
 */
function textsView(row, { expected, found, difference }) {
  const isMarked = difference !== null;
  return element(
    'div',
    { class: 'sides' },
    side(
      expectedTitle(row),
      null,
      isMarked ? marked(difference, 'expected') : (expected ?? 'No text is expected.'),
      expected === null ? 'side-empty' : '',
    ),
    found === null
      ? side('On the cited page', null, 'Nothing that the verdict could name.', 'side-empty')
      : side(
          found.on === 'cited' ? 'On the cited page' : 'On another page',
          found.place,
          isMarked ? marked(difference, 'page') : found.text,
          found.on === 'cited' ? '' : 'side-proposed',
        ),
    isMarked ? legend() : null,
  );
}

/** @param {PageRow} row */
function expectedTitle({ kind }) {
  return kind === 'statement' ? 'The statement' : 'The claim';
}

/**
 * @param {string} title
 * @param {string | null} place
 * @param {string | Node} content
 * @param {string} look
 */
function side(title, place, content, look) {
  return element(
    'div',
    { class: `side ${look}` },
    element(
      'h4',
      {},
      title,
      place === null ? null : [' ', element('span', { class: 'place' }, outside(place))],
    ),
    element(look === 'side-empty' ? 'p' : 'blockquote', { dir: 'auto' }, content),
  );
}

/**
 * The words of one side; those that the other lacks are marked by shape, colour and for the ear.
 * @param {readonly Difference[]} difference
 * @param {'expected' | 'page'} own
 */
function marked(difference, own) {
  const tag = own === 'expected' ? 'del' : 'ins';
  const parts = difference.filter(({ part }) => part === 'both' || part === own);
  const text = element('span', {});
  for (const [index, { part, text: words }] of parts.entries()) {
    if (index > 0) text.append(' ');
    if (part === 'both') text.append(element('span', {}, words));
    else
      text.append(
        element(
          tag,
          {},
          hiddenText(`[only ${own === 'expected' ? 'claimed' : 'printed'}:`),
          words,
          hiddenText(']'),
        ),
      );
  }
  return text;
}

function legend() {
  return element(
    'p',
    { class: 'legend' },
    element('del', {}, 'only in the claim'),
    ' ',
    element('ins', {}, 'only on the page'),
  );
}

/**
 * @param {PageRow} row
 * @param {readonly PageComparedField[]} fields
 */
function fieldsView(row, fields) {
  const head = ['', 'Claimed', 'In the document', ''].map((title, at) =>
    at === 0 || at === 3 ? element('td', {}, title) : element('th', { scope: 'col' }, title),
  );
  return element(
    'table',
    { class: 'fields' },
    element('thead', {}, element('tr', {}, head)),
    element(
      'tbody',
      {},
      fields.map((field) => fieldView(row, field)),
    ),
  );
}

/**
 * @param {PageRow} row
 * @param {PageComparedField} field
 */
function fieldView(row, { name, expected, found, at_issue: atIssue }) {
  const note = row.status === 'capability_limited' ? '? open' : '≠ differs';
  return element(
    'tr',
    { class: atIssue ? 'at-issue' : null },
    element('th', { scope: 'row' }, name),
    element('td', { dir: 'auto' }, expected ?? '–'),
    element('td', { dir: 'auto' }, found ?? '–'),
    element('td', { class: 'issue' }, atIssue ? note : ''),
  );
}
