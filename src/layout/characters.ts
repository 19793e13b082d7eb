/**
 * Questions about single characters that are asked of every glyph of a page, so each has a quick
 * way for ASCII before the Unicode tables are consulted.
 */

const LETTER = /\p{L}/u;
const IDEOGRAPH = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFE10-\uFE4F\uFF00-\uFFEF]/u;
const REPLACEMENT = '\uFFFD';

/** Whether a text is white space through and through; an empty one is not. */
export function isWhiteSpace(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code > 0x20 && code < 0xa0) return false;
  if (text === ' ') return true;
  return /^\s+$/u.test(text);
}

/** Whether a text has a letter of any script in it. */
export function hasLetter(text: string): boolean {
  if (text.length === 1 && text.charCodeAt(0) < 0x80) {
    const lower = text.charCodeAt(0) | 0x20;
    return lower >= 0x61 && lower <= 0x7a;
  }
  return LETTER.test(text);
}

/** Whether a text starts with a decimal digit of any script. */
export function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  return /^\p{Nd}/u.test(text);
}

/** Whether a text ends with a decimal digit of any script. */
export function endsWithDigit(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  if (code < 0x80) return code >= 0x30 && code <= 0x39;
  return /\p{Nd}$/u.test(text);
}

/** Whether a text starts with an ideograph, kana, or one of their signs. */
export function isIdeograph(text: string): boolean {
  return text.charCodeAt(0) >= 0x2e80 && IDEOGRAPH.test(text);
}

/** Whether a character has no meaning that a claim could rest on: controls, U+FFFD, private use. */
export function isUnmapped(codePoint: number): boolean {
  if (codePoint < 0xe000) return codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
  return codePoint <= 0xf8ff || codePoint === 0xfffd || codePoint >= 0xf0000;
}

/**
 * The text of a glyph as it stands in the canonical text. A glyph without a character is drawn all
 * the same, so it must not vanish: it becomes U+FFFD. So do controls (an unmapped code arrives as
 * itself), half surrogates and noncharacters. Only a tab or line end that the font itself assigns
 * to another code is the space it stands for: writers of filings map the glyph of the space so.
 * @param code the character code in the content stream, null where it is not known.
 */
export function usableText(text: string, code: number | null): string {
  if (text.length === 1) {
    const unit = text.charCodeAt(0);
    if ((unit >= 0x20 && unit < 0x7f) || (unit >= 0xa0 && unit < 0xd800)) return text;
    if (unit >= 0x09 && unit <= 0x0d && code !== null && code !== unit) return ' ';
  }
  if (text === '') return REPLACEMENT;
  // Some fonts map the point to a space and a point: where words end only geometry tells.
  const bare = text.length > 1 ? text.trim() : text;
  return (bare === '' ? ' ' : bare).replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, REPLACEMENT);
}
