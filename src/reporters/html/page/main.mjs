import { readClaims, readFacts } from './claims.mjs';
import { decisionBar, wireDecisionsDialog } from './decision-bar.mjs';
import { createDecisions } from './decisions.mjs';
import { claimView, fieldRows } from './detail.mjs';
import { announce, element, find, outside, spelt } from './dom.mjs';
import { filterClaims, readLook, withToggled, writeLook } from './filters.mjs';
import { wireKeyboard } from './keyboard.mjs';
import { createList } from './list.mjs';
import { noticesOf } from './notices.mjs';
import { wirePrint } from './print.mjs';
import { createSearch } from './search.mjs';
import { createSidebar, overviewView } from './sidebar.mjs';
import { wireTheme } from './theme.mjs';
import { counted } from './words.mjs';

/** @import { Look } from './filters.mjs' */

/** Typing is done for the moment when nothing came for so long. */
const PAUSE_MS = 150;

const facts = readFacts();
const claims = readClaims();
const decisions = createDecisions(facts.run_id, claims.rows, () =>
  announce('This browser keeps no decisions for this page: export them before you close it.'),
);
const search = createSearch(claims);
const searchField = element('input', {
  type: 'search',
  id: 'search',
  placeholder: 'Search claims, quotes, sources, details',
  autocomplete: 'off',
  spellcheck: 'false',
});
const list = createList({
  rows: claims.rows,
  decisionOf: decisions.of,
  onChosen: (index) => open(index, true),
});
const sidebar = createSidebar(
  facts,
  (facet, value) => void look(withToggled(looked, facet, value)),
);

/** On a narrow screen list and claim are two views; the style sheet has the same width. */
const isNarrow = matchMedia('(max-width: 760px)');

let looked = readLook(location.hash);
/** @type {(index: number) => boolean} */
let isFound = () => true;
/** Positions of the claims that filters and search leave, ascending. */
/** @type {readonly number[]} */
let shown = [];
/** Position of the claim that the detail shows. */
/** @type {number | null} */
let current = null;

/**
 * Looks at the claims in another way, and writes it into the address. A claim that is left out by
 * it is closed.
 * @param {Look} next
 */
async function look(next) {
  const isAnotherQuery = next.query !== looked.query;
  looked = next;
  writeAddress(false);
  if (document.activeElement !== searchField) searchField.value = next.query;
  if (isAnotherQuery) {
    find('count').textContent = 'Searching …';
    const found = await search.find(next.query);
    if (found === null) return;
    isFound = found;
  }
  filter();
  const index = looked.key === null ? -1 : claims.indexOf(looked.key);
  if (looked.key !== null && !shown.includes(index)) {
    looked = { ...looked, key: null };
    writeAddress(false);
  }
  showCurrent();
}

/** Finds the claims to be shown, and shows them in the list and the charts. */
function filter() {
  const filtered = filterClaims(claims.rows, decisions.of, looked, isFound);
  shown = filtered.indices;
  sidebar.show(filtered.counts, looked);
  list.show(shown);
  const isEmpty = shown.length === 0;
  find('list').hidden = isEmpty;
  find('list-empty').hidden = !isEmpty;
  find('list-empty').textContent =
    claims.rows.length === 0
      ? 'This run has no claims.'
      : 'No claim fits. Clear a filter or the search.';
  const isAll = shown.length === claims.rows.length;
  const all = counted(claims.rows.length, 'claim');
  find('count').textContent = isAll ? all : `${shown.length.toLocaleString('en')} of ${all}`;
  const isFiltered = looked.chosen.size > 0 || looked.query !== '';
  find('clear').toggleAttribute('disabled', !isFiltered);
}

/** Shows the claim that the address names, else the first of the list. */
function showCurrent() {
  const named = looked.key === null ? -1 : claims.indexOf(looked.key);
  const next = named === -1 ? (shown[0] ?? null) : named;
  document.body.dataset['view'] = named === -1 ? 'list' : 'detail';
  list.choose(next);
  if (next === current && next !== null) return;
  current = next;
  showDetail();
}

function showDetail() {
  const detail = find('detail');
  const { activeElement: active } = document;
  const focused = active !== null && detail.contains(active) ? active : null;
  const row = current === null ? undefined : claims.rows[current];
  detail.scrollTop = 0;
  if (current === null || row === undefined) {
    detail.replaceChildren(element('p', { class: 'empty' }, 'No claim is open.'));
    return;
  }
  const tools = element(
    'div',
    { class: 'claim-tools' },
    stepButtons(),
    decisionBar(row, decisions, decided),
  );
  detail.replaceChildren(claimView(facts, row, claims.detailOf(current), tools));
  if (focused !== null) focusLike(focused);
}

/**
 * The detail is made anew for each claim; who works in it stays at the same place.
 * @param {Element} focused an element of the claim before
 */
function focusLike(focused) {
  const label = focused.getAttribute('aria-label');
  const buttons = [...find('detail').querySelectorAll('.claim-tools button')];
  const same = buttons.find(
    (button) => label !== null && button.getAttribute('aria-label') === label,
  );
  if (same instanceof HTMLElement) same.focus();
  else focusWithin('h2');
}

function stepButtons() {
  const position = current === null ? -1 : shown.indexOf(current);
  const place = position === -1 ? 'not in the list' : `${position + 1} of ${shown.length}`;
  return element(
    'div',
    { class: 'steps', role: 'group', 'aria-label': 'Claims' },
    element('button', { type: 'button', class: 'back', onclick: close }, '← List'),
    element(
      'button',
      {
        type: 'button',
        'aria-label': 'Previous claim',
        title: 'Previous (k)',
        onclick: () => step(-1),
      },
      '↑',
    ),
    element(
      'button',
      { type: 'button', 'aria-label': 'Next claim', title: 'Next (j)', onclick: () => step(1) },
      '↓',
    ),
    element('span', { class: 'quiet' }, place),
  );
}

/**
 * @param {number} index
 * @param {boolean} isFocused whether to bring the reader there where list and claim are two views
 */
function open(index, isFocused) {
  const row = claims.rows[index];
  if (row === undefined) return;
  const isFirst = looked.key === null;
  looked = { ...looked, key: row.key };
  writeAddress(isFirst && isNarrow.matches);
  showCurrent();
  if (isFocused && isNarrow.matches) focusWithin('h2');
}

function close() {
  looked = { ...looked, key: null };
  writeAddress(false);
  showCurrent();
  find('list').focus();
}

/**
 * Opens the next claim of the list in one direction, or stays at its end.
 * @param {1 | -1} by
 */
function step(by) {
  const from = current ?? -1;
  const next =
    by === 1 ? shown.find((index) => index > from) : shown.findLast((index) => index < from);
  if (next !== undefined) open(next, false);
}

/** @param {'accept' | 'reject'} word */
function decide(word) {
  const button = find('detail').querySelector(`[data-decision="${word}"]`);
  if (button instanceof HTMLElement) button.click();
}

/** After a decision the claim stays open, even if the filters leave it out now. */
function decided() {
  list.redraw();
  clearTimeout(decidedTimer);
  decidedTimer = window.setTimeout(filter, PAUSE_MS);
}

let decidedTimer = 0;

/** @param {boolean} isNewPlace whether the reader can go back from it */
function writeAddress(isNewPlace) {
  const address = `#${writeLook(looked)}`;
  if (address === location.hash) return;
  if (isNewPlace) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

function showRun() {
  const all = filterClaims(
    claims.rows,
    () => null,
    readLook(''),
    () => true,
  );
  find('overview').replaceChildren(overviewView(facts, all.counts.get('status') ?? new Map()));
  find('run').replaceChildren(...runLine());
  document.title = spelt(`Pagewitness report, run ${facts.run_id}`);
  find('run-fields').replaceChildren(...fieldRows(facts.run_fields, true));
  const notices = noticesOf(facts);
  find('notice').hidden = notices.length === 0;
  find('notice').textContent = notices.join(' ');
}

function runLine() {
  const ended = facts.finished_at?.slice(0, 16).replace('T', ' ');
  return [
    element('span', {}, 'Run ', outside(facts.run_id)),
    element('span', { class: 'quiet' }, ended === undefined ? '' : ` ${ended} UTC`),
  ];
}

function wireSearch() {
  let timer = 0;
  searchField.value = looked.query;
  searchField.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void look({ ...looked, query: searchField.value }), PAUSE_MS);
  });
  find('search-holder').append(searchField);
  find('clear').addEventListener('click', () => {
    searchField.value = '';
    void look({ ...looked, chosen: new Map(), query: '' });
  });
}

function wireFiltersToggle() {
  const toggle = find('filters-toggle');
  toggle.addEventListener('click', () => {
    const isShown = document.body.toggleAttribute('data-filters');
    toggle.setAttribute('aria-expanded', String(isShown));
  });
}

function wireKeys() {
  wireKeyboard([
    { keys: ['j', 'ArrowDown', 'ArrowRight'], says: 'Next claim', run: () => step(1) },
    { keys: ['k', 'ArrowUp', 'ArrowLeft'], says: 'Previous claim', run: () => step(-1) },
    { keys: ['Enter'], says: 'Go to the claim', run: () => goToClaim() },
    { keys: ['Escape'], says: 'Back to the list', run: goToList },
    { keys: ['a'], says: 'Accept, or take it back', run: () => decide('accept') },
    { keys: ['r'], says: 'Reject, or take it back', run: () => decide('reject') },
    { keys: ['n'], says: 'Write a note', run: () => focusWithin('.note') },
    { keys: ['/'], says: 'Search', run: () => searchField.focus() },
  ]);
}

function goToList() {
  if (isNarrow.matches) close();
  else find('list').focus();
}

function goToClaim() {
  if (current !== null) open(current, false);
  focusWithin('h2');
}

/** @param {string} selector */
function focusWithin(selector) {
  const target = find('detail').querySelector(selector);
  if (target instanceof HTMLElement) target.focus();
}

wireTheme();
wireKeys();
wireSearch();
wireFiltersToggle();
wireDecisionsDialog(facts, decisions, () => {
  filter();
  showDetail();
});
wirePrint({ facts, claims, shown: () => shown, decisionOf: decisions.of });
find('skip').addEventListener('click', () => focusWithin('h2'));
window.addEventListener('hashchange', () => void look(readLook(location.hash)));
showRun();
const asked = looked;
looked = { ...asked, query: '' };
void look(asked);
