import { writeStorage } from './decisions.mjs';
import { find } from './dom.mjs';

const STORAGE_NAME = 'pagewitness/theme';

/** `auto` follows the system. */
const THEMES = ['auto', 'light', 'dark'];

/** Lets the reader choose between light, dark and the choice of the system. */
export function wireTheme() {
  const button = find('theme');
  /** @param {string} theme */
  const apply = (theme) => {
    document.documentElement.dataset['theme'] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  apply(readTheme());
  button.addEventListener('click', () => {
    const at = THEMES.indexOf(document.documentElement.dataset['theme'] ?? 'auto');
    const next = THEMES[(at + 1) % THEMES.length] ?? 'auto';
    apply(next);
    writeStorage(STORAGE_NAME, next === 'auto' ? null : next);
  });
}

function readTheme() {
  try {
    const kept = localStorage.getItem(STORAGE_NAME);
    return THEMES.find((theme) => theme === kept) ?? 'auto';
  } catch {
    return 'auto';
  }
}
