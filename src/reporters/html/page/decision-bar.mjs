import { NOTE_CHARACTERS_MAX } from './decisions.mjs';
import { announce, element, find, findDialog } from './dom.mjs';
import { counted } from './words.mjs';

/** @import { PageFacts, PageRow } from '../page-data.ts' */
/** @import { createDecisions } from './decisions.mjs' */
/** @typedef {ReturnType<typeof createDecisions>} Decisions */

/**
 * Where a reviewer settles one claim.
 * @param {PageRow} row
 * @param {Decisions} decisions
 * @param {() => void} onChanged
 */
export function decisionBar(row, decisions, onChanged) {
  const known = decisions.of(row.key);
  const buttons = WORDS.map(({ word, name, key, meaning }) =>
    element(
      'button',
      {
        type: 'button',
        class: `decide-${word}`,
        'data-decision': word,
        title: `${meaning} (${key})`,
      },
      element('span', { 'aria-hidden': 'true' }, word === 'accept' ? '✓ ' : '✗ '),
      name,
    ),
  );
  /** @param {'accept' | 'reject' | null} decision */
  const show = (decision) => {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset['decision'] === decision));
    }
  };
  show(known?.decision ?? null);
  for (const [at, button] of buttons.entries()) {
    const word = WORDS[at]?.word ?? 'accept';
    button.addEventListener('click', () => {
      const next = decisions.of(row.key)?.decision === word ? null : word;
      decisions.change(row, { decision: next });
      show(next);
      announce(
        next === null ? 'Decision taken back.' : word === 'accept' ? 'Accepted.' : 'Rejected.',
      );
      onChanged();
    });
  }
  return element(
    'div',
    { class: 'decide', role: 'group', 'aria-label': 'Your decision' },
    ...buttons,
    noteField(row, decisions, known?.note ?? '', onChanged),
  );
}

/** @type {readonly { word: 'accept' | 'reject', name: string, key: string, meaning: string }[]} */
const WORDS = [
  { word: 'accept', name: 'Accept', key: 'a', meaning: 'The verdict and its proposal stand' },
  { word: 'reject', name: 'Reject', key: 'r', meaning: 'The verdict does not stand' },
];

/**
 * @param {PageRow} row
 * @param {Decisions} decisions
 * @param {string} text
 * @param {() => void} onChanged
 */
function noteField(row, decisions, text, onChanged) {
  const note = element('textarea', {
    class: 'note',
    rows: 1,
    maxlength: NOTE_CHARACTERS_MAX,
    placeholder: 'Note',
    'aria-label': 'Your note on this claim',
    dir: 'auto',
  });
  note.value = text;
  note.addEventListener('input', () => {
    decisions.change(row, { note: note.value });
    onChanged();
  });
  return note;
}

/**
 * Lets decisions leave and enter the page as a file.
 * @param {PageFacts} facts
 * @param {Decisions} decisions
 * @param {() => void} onChanged
 */
export function wireDecisionsDialog(facts, decisions, onChanged) {
  const dialog = findDialog('decisions');
  const choose = element('input', {
    type: 'file',
    accept: 'application/json,.json',
    id: 'decisions-file',
  });
  choose.addEventListener('change', async () => {
    const [file] = choose.files ?? [];
    if (file === undefined) return;
    announce(importMessage(decisions.importText(await file.text())));
    choose.value = '';
    onChanged();
    showCount();
  });
  const count = element('p', {});
  const showCount = () => {
    count.textContent = `${counted(decisions.count(), 'decision')} in this browser for this run.`;
  };
  dialog.append(
    element('h2', { id: 'decisions-title' }, 'Decisions'),
    element(
      'p',
      {},
      'Accept: the verdict and its proposal stand. Reject: they do not. Decisions and notes stay in this browser until you export them.',
    ),
    count,
    element(
      'p',
      {},
      element(
        'button',
        { type: 'button', id: 'decisions-export', onclick: () => download(facts, decisions) },
        'Export as a file',
      ),
    ),
    element(
      'p',
      {},
      element('label', { for: 'decisions-file' }, 'Import a file of decisions: '),
      choose,
    ),
    element(
      'button',
      { type: 'button', class: 'dialog-close', onclick: () => dialog.close() },
      'Close',
    ),
  );
  find('decisions-open').addEventListener('click', () => {
    showCount();
    dialog.showModal();
  });
}

/** @param {ReturnType<Decisions['importText']>} told */
function importMessage(told) {
  if (told === null) return 'This is no file of decisions of a review page.';
  const parts = [`${counted(told.taken, 'decision')} taken over.`];
  if (told.kept > 0) parts.push(`${told.kept} left as they are here, which is later.`);
  if (told.foreign > 0)
    parts.push(`${told.foreign} left out: they speak of other claims or other verdicts.`);
  if (told.unreadable > 0) parts.push(`${told.unreadable} could not be read.`);
  return parts.join(' ');
}

/**
 * @param {PageFacts} facts
 * @param {Decisions} decisions
 */
function download(facts, decisions) {
  const blob = new Blob([decisions.exportText()], { type: 'application/json' });
  const address = URL.createObjectURL(blob);
  const name = `decisions-${facts.run_id.replace(/[^\w.-]/gu, '_')}.json`;
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  announce(`Exported as ${name}.`);
}
