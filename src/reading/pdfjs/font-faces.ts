/**
 * What pdf.js takes for a page whose browser loads fonts, so that it does not make an outline of
 * every glyph for drawing them itself (3 % of reading, measured): widths and meanings are enough.
 */
export const FONT_DOCUMENT = {
  fonts: { add: (): void => {}, delete: (): void => {} },
} as const;

/** What pdf.js may call with `new` in place of a browser's `FontFace`: a font, already loaded. */
export function loadedFontFace(family: string): {
  readonly family: string;
  readonly loaded: Promise<void>;
} {
  return { family, loaded: Promise.resolve() };
}
