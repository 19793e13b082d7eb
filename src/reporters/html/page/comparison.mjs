import { element, hiddenText, outside } from './dom.mjs';

/** @import { PageComparedField, PageComparison, PageMark, PageRow } from '../page-data.ts' */

/**
 * What the claim expects beside what the document holds, differing words marked on both sides. Of a
 * value the fields are compared, and the text around it is shown for its own sake.
 * @param {PageRow} row
 * @param {PageComparison} comparison
 */
export function comparisonView(row, comparison) {
  const { fields, expected, found } = comparison;
  const isAmount = row.kind === 'value' || row.kind === 'table_cell';
  if (isAmount) return [fieldsView(row, fields), found === null ? null : foundSide(comparison)];
  const isPlace = row.kind === 'page' || row.kind === 'presence';
  const told = isPlace ? fields : fields.filter(({ at_issue: atIssue }) => atIssue);
  return [
    expected === null && (isPlace || found === null) ? null : textsView(row, comparison),
    fieldsView(row, told),
  ];
}

/**
 * @param {PageRow} row
 * @param {PageComparison} comparison
 */
function textsView(row, comparison) {
  const { expected, marks } = comparison;
  return element(
    'div',
    { class: 'sides' },
    side(
      expectedTitle(row),
      null,
      marks === null ? (expected ?? 'No text is expected.') : marked(marks.expected, 'del'),
      expected === null ? 'side-empty' : '',
    ),
    foundSide(comparison),
    marks === null ? null : legend(),
  );
}

/** @param {PageComparison} comparison */
function foundSide({ found, marks }) {
  if (found === null) {
    return side('On the cited page', null, 'Nothing that the verdict could name.', 'side-empty');
  }
  return side(
    found.on === 'cited' ? 'On the cited page' : 'On another page',
    found.place,
    marks === null ? found.text : marked(marks.found, 'ins'),
    found.on === 'cited' ? '' : 'side-proposed',
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
 * The text of one side; words that the other lacks are marked by shape, by colour and for the ear.
 * @param {readonly PageMark[]} marks
 * @param {'del' | 'ins'} tag
 */
function marked(marks, tag) {
  const whose = tag === 'del' ? '[only claimed: ' : '[only printed: ';
  const pieces = marks.map(({ text, is_only: isOnly }) =>
    isOnly ? element(tag, {}, hiddenText(whose), text, hiddenText(']')) : text,
  );
  return element('span', {}, pieces);
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
  if (fields.length === 0) return null;
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
