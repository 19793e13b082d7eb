import { drawing, element, find, hiddenText, outside } from './dom.mjs';
import { FACETS } from './filters.mjs';
import { statusIcon } from './status.mjs';
import {
  ACTION_WORDS,
  counted,
  DECISION_WORDS,
  RELEASE_WORDS,
  STATUS_WORDS,
  wordsOf,
} from './words.mjs';

/** @import { Status } from '../../../contracts/reason.ts' */
/** @import { PageFacts } from '../page-data.ts' */
/** @import { Facet, Look, ValueCounts } from './filters.mjs' */

/** Values shown of a facet before somebody asks for more, and then. */
const VALUES_FEW = 8;
const VALUES_MANY = 500;

/**
 * The charts, which are the filters: one bar a value, parted by status.
 * @param {PageFacts} facts
 * @param {(facet: string, value: string) => void} onToggled
 */
export function createSidebar(facts, onToggled) {
  const holder = find('facets');
  /** @type {Set<string>} */
  const unfolded = new Set();
  /** @type {() => void} */
  let redraw = () => undefined;
  holder.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest('button') : null;
    const facet = target?.dataset['facet'];
    const value = target?.dataset['value'];
    if (facet === undefined) return;
    if (value !== undefined) onToggled(facet, value);
    else {
      if (!unfolded.delete(facet)) unfolded.add(facet);
      redraw();
    }
  });
  return {
    /**
     * @param {ReadonlyMap<string, ValueCounts>} counts by name of the facet
     * @param {Look} look
     */
    show(counts, look) {
      redraw = () => {
        const focused = focusedButton(holder);
        const sections = FACETS.map((facet) =>
          facetView(
            facts,
            facet,
            counts.get(facet.name) ?? new Map(),
            look,
            unfolded.has(facet.name),
          ),
        );
        holder.replaceChildren(...sections.filter((section) => section !== null));
        focusAgain(holder, focused);
      };
      redraw();
    },
  };
}

/**
 * @param {PageFacts} facts
 * @param {Facet} facet
 * @param {ValueCounts} counts
 * @param {Look} look
 * @param {boolean} isUnfolded
 */
function facetView(facts, facet, counts, look, isUnfolded) {
  const chosen = look.chosen.get(facet.name) ?? new Set();
  const values = valuesToShow(facts, facet, counts, chosen);
  if (values.length === 0) return null;
  const longest = Math.max(...values.map(({ total }) => total), 1);
  const shown = values.slice(0, isUnfolded ? VALUES_MANY : VALUES_FEW);
  const rows = shown.map(({ value, total, statuses }) =>
    element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: 'facet',
          'data-facet': facet.name,
          'data-value': value,
          'aria-pressed': String(chosen.has(value)),
        },
        facet.name === 'status' && isStatus(value) ? statusIcon(value) : null,
        element('span', { class: 'facet-name' }, valueName(facet.name, value)),
        element(
          'span',
          { class: 'facet-count' },
          total.toLocaleString('en'),
          hiddenText(' claims'),
        ),
        barView(facts, statuses, longest),
      ),
    ),
  );
  return element(
    'section',
    { class: 'facet-group', 'aria-label': `Filter by ${facet.title.toLowerCase()}` },
    element('h3', {}, facet.title),
    element('ul', {}, rows),
    moreButton(facet, values.length, isUnfolded),
  );
}

/**
 * Statuses in their own order; everything else by how many claims it has. Chosen values stay in
 * view even where nothing else lets them through.
 * @param {PageFacts} facts
 * @param {Facet} facet
 * @param {ValueCounts} counts
 * @param {ReadonlySet<string>} chosen
 */
function valuesToShow(facts, facet, counts, chosen) {
  const values = [...new Set([...counts.keys(), ...chosen])].map((value) => {
    const statuses = counts.get(value) ?? new Map();
    /** @type {number} */
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    return { value, statuses, total };
  });
  /** @type {readonly string[]} */
  const order = facts.statuses;
  const rank =
    facet.name === 'status' ? (/** @type {string} */ value) => order.indexOf(value) : () => 0;
  return values.sort((a, b) => {
    const isChosen = Number(chosen.has(b.value)) - Number(chosen.has(a.value));
    const byRank = rank(a.value) - rank(b.value);
    if (byRank !== 0) return byRank;
    if (facet.name !== 'status' && isChosen !== 0) return isChosen;
    return b.total - a.total || (a.value < b.value ? -1 : 1);
  });
}

/**
 * @param {Facet} facet
 * @param {number} count
 * @param {boolean} isUnfolded
 */
function moreButton(facet, count, isUnfolded) {
  if (count <= VALUES_FEW) return null;
  const rest = Math.min(count, VALUES_MANY) - VALUES_FEW;
  const note = count > VALUES_MANY ? ` of ${count - VALUES_FEW}` : '';
  return element(
    'button',
    {
      type: 'button',
      class: 'link',
      'data-facet': facet.name,
      'aria-expanded': String(isUnfolded),
    },
    isUnfolded ? 'Show fewer' : `Show ${rest}${note} more`,
    hiddenText(` of ${facet.title}`),
  );
}

/**
 * @param {PageFacts} facts
 * @param {ReadonlyMap<Status, number>} statuses
 * @param {number} longest the count that fills the width
 */
function barView(facts, statuses, longest) {
  let x = 0;
  const parts = facts.statuses.flatMap((status) => {
    const width = ((statuses.get(status) ?? 0) / longest) * 100;
    if (width === 0) return [];
    const part = drawing('rect', { class: `fill-${status}`, x, y: 0, width, height: 4 });
    x += width;
    return [part];
  });
  return drawing(
    'svg',
    {
      class: 'bar-chart',
      viewBox: '0 0 100 4',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    drawing('rect', { class: 'bar-ground', x: 0, y: 0, width: 100, height: 4 }),
    ...parts,
  );
}

/**
 * How the whole run came out.
 * @param {PageFacts} facts
 * @param {ValueCounts} byStatus of all claims of the page
 */
export function overviewView(facts, byStatus) {
  /** @param {Status} status */
  const countOf = (status) => byStatus.get(status)?.get(status) ?? 0;
  const total = facts.statuses.reduce((sum, status) => sum + countOf(status), 0);
  const verified = countOf('verified');
  /** @type {Map<Status, number>} */
  const statuses = new Map(facts.statuses.map((status) => [status, countOf(status)]));
  const told = facts.statuses
    .filter((status) => countOf(status) > 0)
    .map((status) => `${countOf(status)} ${STATUS_WORDS[status].name.toLowerCase()}`);
  return element(
    'div',
    {
      class: 'overview',
      role: 'img',
      'aria-label': `${counted(total, 'claim')}: ${told.join(', ')}`,
    },
    element(
      'p',
      {},
      element('strong', {}, verified.toLocaleString('en')),
      ` of ${counted(total, 'claim')} verified`,
    ),
    barView(facts, statuses, Math.max(total, 1)),
  );
}

/**
 * @param {string} facet
 * @param {string} value
 */
function valueName(facet, value) {
  if (value === '') return element('em', {}, facet === 'source' ? 'no source' : 'unreadable');
  if (facet === 'status' && isStatus(value)) return STATUS_WORDS[value].name;
  if (facet === 'action') return ACTION_WORDS[value] ?? value;
  if (facet === 'release') return RELEASE_WORDS[value] ?? value;
  if (facet === 'decision') return DECISION_WORDS[value] ?? value;
  return facet === 'source' ? outside(value) : wordsOf(value);
}

/**
 * @param {string} value
 * @returns {value is Status}
 */
function isStatus(value) {
  return Object.hasOwn(STATUS_WORDS, value);
}

/** @param {HTMLElement} holder */
function focusedButton(holder) {
  const { activeElement: active } = document;
  if (!(active instanceof HTMLElement) || !holder.contains(active)) return null;
  return { facet: active.dataset['facet'], value: active.dataset['value'] };
}

/**
 * @param {HTMLElement} holder
 * @param {ReturnType<typeof focusedButton>} focused
 */
function focusAgain(holder, focused) {
  if (focused === null) return;
  const same = [...holder.querySelectorAll('button')].find(
    ({ dataset }) => dataset['facet'] === focused.facet && dataset['value'] === focused.value,
  );
  (same ?? holder.querySelector('button'))?.focus();
}
