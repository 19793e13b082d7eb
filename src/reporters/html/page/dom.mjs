/** @typedef {Node | string | null | readonly Child[]} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: Event) => void)} Attribute */

/**
 * Makes an element. Texts become text nodes, with characters that have no look of their own spelt
 * out, so no text of a document or producer can act as markup or pose as another. An attribute
 * that is `false`, `null` or `undefined` is left out; `on…` adds a listener.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Readonly<Record<string, Attribute>>} attributes
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.flatMap(nodesOf));
  return made;
}

/**
 * The same for a drawing.
 * @param {string} tag
 * @param {Readonly<Record<string, Attribute>>} attributes
 * @param {readonly Child[]} children
 * @returns {SVGElement}
 */
export function drawing(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  if (!(made instanceof SVGElement)) throw new Error(`no drawing: ${tag}`);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.flatMap(nodesOf));
  return made;
}

/**
 * @param {Element} target
 * @param {string} name
 * @param {Attribute} value
 */
function setAttribute(target, name, value) {
  if (typeof value === 'function') target.addEventListener(name.slice(2), value);
  else if (value === true) target.setAttribute(name, '');
  else if (value !== false && value !== null && value !== undefined) {
    target.setAttribute(name, spelt(String(value)));
  }
}

/**
 * The element of the skeleton with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function find(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/**
 * The dialog of the skeleton with this id.
 * @param {string} id
 * @returns {HTMLDialogElement}
 */
export function findDialog(id) {
  const found = find(id);
  if (!(found instanceof HTMLDialogElement)) throw new Error(`${id} is no dialog`);
  return found;
}

/**
 * Controls, marks that turn the writing direction, invisible and private characters, halves of
 * pairs. White space is left alone, and so are the joiners, which many scripts and emoji need.
 */
const WITHOUT_LOOK = /(?![\t\n\r\u200c\u200d])\p{C}/gu;

/**
 * @param {Child} child
 * @returns {readonly Node[]}
 */
function nodesOf(child) {
  if (child === null) return [];
  if (child instanceof Node) return [child];
  if (typeof child !== 'string') return child.flatMap(nodesOf);
  const nodes = [];
  let end = 0;
  for (const match of child.matchAll(WITHOUT_LOOK)) {
    nodes.push(document.createTextNode(child.slice(end, match.index)));
    const mark = document.createElement('span');
    mark.className = 'code-point';
    mark.textContent = codePoint(match[0]);
    nodes.push(mark);
    end = match.index + match[0].length;
  }
  nodes.push(document.createTextNode(child.slice(end)));
  return nodes;
}

/**
 * The text with characters without a look spelt out, for places that take no elements.
 * @param {string} text
 */
export function spelt(text) {
  return text.replace(WITHOUT_LOOK, (character) => `[${codePoint(character)}]`);
}

/** @param {string} character */
function codePoint(character) {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `U+${hex}`;
}

/**
 * A text from outside within a line of ours: its writing direction stays its own.
 * @param {string} text
 */
export function outside(text) {
  return element('bdi', {}, text);
}

/** @param {string} text */
export function hiddenText(text) {
  return element('span', { class: 'visually-hidden' }, text);
}

/**
 * Tells a thing that happened, to everybody: on screen for a while, and to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const message = find('message');
  message.replaceChildren(...nodesOf(text));
  message.classList.add('shown');
  clearTimeout(messageTimer);
  messageTimer = window.setTimeout(() => message.classList.remove('shown'), 6000);
}

let messageTimer = 0;

/**
 * A button that puts a text on the clipboard.
 * @param {string} text
 * @param {string} name what is copied, for the accessible name
 */
export function copyButton(text, name) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce(`Copied ${name}.`);
    } catch {
      announce('The browser did not let this page copy; select the text instead.');
    }
  };
  const label = `Copy ${name}`;
  return element(
    'button',
    {
      type: 'button',
      class: 'copy',
      'aria-label': label,
      title: label,
      onclick: () => void copy(),
    },
    '⧉',
  );
}
