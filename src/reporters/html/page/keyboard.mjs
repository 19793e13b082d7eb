import { writeStorage } from './decisions.mjs';
import { element, find, findDialog } from './dom.mjs';

/**
 * One thing that a key does.
 * @typedef {object} Shortcut
 * @property {readonly string[]} keys as `KeyboardEvent.key` names them
 * @property {string} says
 * @property {() => void} run
 */

/** Single keys may get in the way of speech input, so they can be switched off (WCAG 2.1.4). */
const STORAGE_NAME = 'pagewitness/keys';

/**
 * Hears the keys of the page, and lists them in a dialog.
 * @param {readonly Shortcut[]} shortcuts
 */
export function wireKeyboard(shortcuts) {
  const dialog = findDialog('keys');
  const isOn = element('input', { type: 'checkbox', id: 'keys-on' });
  isOn.checked = readIsOn();
  isOn.addEventListener('change', () => writeStorage(STORAGE_NAME, isOn.checked ? null : 'off'));
  const showKeys = () => dialog.showModal();
  /** @type {readonly Shortcut[]} */
  const all = [...shortcuts, { keys: ['?'], says: 'Show these keys', run: showKeys }];
  dialog.append(
    element('h2', { id: 'keys-title' }, 'Keyboard'),
    element('dl', { class: 'keys-list' }, all.map(shortcutView)),
    element(
      'p',
      {},
      isOn,
      ' ',
      element('label', { for: 'keys-on' }, 'Single keys do this outside of text fields'),
    ),
    element(
      'button',
      { type: 'button', class: 'dialog-close', onclick: () => dialog.close() },
      'Close',
    ),
  );
  find('keys-open').addEventListener('click', showKeys);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!isOn.checked || isTyping(event.target, event.key)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const shortcut = all.find(({ keys }) => keys.includes(event.key));
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  });
}

/** @param {Shortcut} shortcut */
function shortcutView({ keys, says }) {
  const names = keys.map((key) => element('kbd', {}, KEY_NAMES[key] ?? key));
  return element('div', {}, element('dt', {}, names), element('dd', {}, says));
}

/** @type {Readonly<Record<string, string>>} */
const KEY_NAMES = { ArrowDown: '↓', ArrowUp: '↑', ArrowRight: '→', ArrowLeft: '←', Escape: 'Esc' };

/**
 * Whether a key belongs to the element that has the focus: text to type, or a button to press.
 * Arrows scroll what can be scrolled, but in the list they move from claim to claim.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function isTyping(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches('textarea, input:not([type="checkbox"]), select')) return key !== 'Escape';
  if (key === 'Enter') return target.matches('button, a, summary');
  return key.startsWith('Arrow') && target.matches('pre, .whole-picture');
}

function readIsOn() {
  try {
    return localStorage.getItem(STORAGE_NAME) !== 'off';
  } catch {
    return true;
  }
}
