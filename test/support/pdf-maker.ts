/**
 * Writes small PDF files from recipes, so that a reviewer reads the document instead of its bytes.
 * The same recipe always gives the same bytes. Nothing is compressed.
 *
 * Raw texts may name other objects as `@{name}`: a name of `objects`, `font:F1` for a font, `page:0`
 * for a page (zero-based), `content:0` for its content stream, `pages` for the page tree's root.
 */
export interface PdfRecipe {
  readonly pages: readonly PageRecipe[];
  /** Fonts by resource name, for every page. Default: `STANDARD_FONTS`. */
  readonly fonts?: Readonly<Record<string, FontRecipe>>;
  /** Inner text of the `/Nums` array of `/PageLabels`, such as `0 << /S /r >> 4 << /S /D >>`. */
  readonly pageLabels?: string;
  /** Text of the `/OCProperties` dictionary. */
  readonly ocProperties?: string;
  /** Extra entries of the document catalog, such as `/AcroForm << ... >>`. */
  readonly catalog?: string;
  /** Extra entries of the root of the page tree, written last so that they win. */
  readonly pagesEntries?: string;
  /** Text of the information dictionary. */
  readonly info?: string;
  /** Further objects by name: raw text, or a stream. */
  readonly objects?: Readonly<Record<string, string | StreamRecipe>>;
  /** Protects the content by a password (RC4, 128 bits); strings stay as they are. */
  readonly encryption?: Encryption;
  /** Text of the header line. Default `%PDF-1.7`. */
  readonly header?: string;
}

export interface PageRecipe {
  /** Points; the MediaBox is `[0 0 width height]`. Default 612 by 792. */
  readonly width?: number;
  readonly height?: number;
  /** Instead of width and height. */
  readonly mediaBox?: Box;
  readonly cropBox?: Box;
  readonly rotate?: number;
  readonly userUnit?: number;
  /** Raw operators. */
  readonly content: string | Uint8Array;
  /** Extra entries of the resource dictionary beside `/Font`. */
  readonly resources?: string;
  /** One raw text an annotation; each becomes an object of its own. */
  readonly annots?: readonly string[];
  /** Extra entries of the page dictionary. */
  readonly entries?: string;
}

export type Box = readonly [number, number, number, number];

export interface StreamRecipe {
  /** Entries of the stream dictionary without `/Length`. */
  readonly entries: string;
  readonly data: string | Uint8Array;
}

/** A simple font by base name, not embedded, or any font as the raw text of its dictionary. */
export type FontRecipe =
  | {
      readonly base: string;
      /** Widths of the codes from `firstCode` on, in 1/1000 em. */
      readonly widths?: readonly number[];
      readonly firstCode?: number;
      /** Text for each code, written as a ToUnicode map. */
      readonly toUnicode?: Readonly<Record<number, string>>;
    }
  | { readonly raw: string };

/** What `encryption` needs; the maker calls it for each stream with the object's number. */
export interface Encryption {
  /** Text of the `/Encrypt` dictionary for a file with this id. */
  readonly dictionary: string;
  readonly id: string;
  readonly encrypt: (data: Buffer, objectNumber: number) => Buffer;
}

export const STANDARD_FONTS = {
  F1: { base: 'Helvetica' },
  F2: { base: 'Helvetica-Bold' },
  F3: { base: 'Times-Roman' },
  F4: { base: 'Courier' },
} as const satisfies Record<string, FontRecipe>;

/** One line of text; `x`, `y` are points from the top left corner of the page to its baseline. */
export interface TextLine {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Points; default 10. */
  readonly size?: number;
  /** Resource name; default `F1`. */
  readonly font?: string;
}

/** The file as bytes, from a recipe. Throws for an unknown object name: the recipe is wrong. */
export function makePdf(recipe: PdfRecipe): Uint8Array {
  const objects = collectObjects(recipe);
  const numbers = new Map([...objects.keys()].map((name, index) => [name, index + 1]));
  const resolve = (text: string): string =>
    text.replace(/@\{([^}]+)\}/g, (_, name: string) => {
      const number = numbers.get(name);
      if (number === undefined) throw new Error(`the recipe names an unknown object: ${name}`);
      return `${number} 0 R`;
    });
  const chunks: Buffer[] = [];
  let length = 0;
  const write = (chunk: string | Buffer): void => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;
    chunks.push(bytes);
    length += bytes.length;
  };
  write(`${recipe.header ?? '%PDF-1.7'}\n%\xe2\xe3\xcf\xd3\n`);
  const offsets: number[] = [];
  for (const [name, body] of objects) {
    offsets.push(length);
    const number = offsets.length;
    write(`${number} 0 obj\n`);
    if (typeof body === 'string') write(resolve(body));
    else {
      const plain = Buffer.from(toBytes(body.data));
      const isSealed = recipe.encryption !== undefined && name !== 'encrypt';
      const data = isSealed ? recipe.encryption.encrypt(plain, number) : plain;
      write(`<< ${resolve(body.entries)} /Length ${data.length} >>\nstream\n`);
      write(data);
      write('\nendstream');
    }
    write('\nendobj\n');
  }
  const start = length;
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(resolve(trailer(recipe, offsets.length + 1)));
  write(`startxref\n${start}\n%%EOF\n`);
  return new Uint8Array(Buffer.concat(chunks));
}

/** A page that shows the given lines, each with one text operator. */
export function textPage(
  lines: readonly TextLine[],
  page: Omit<PageRecipe, 'content'> & { readonly content?: string } = {},
): PageRecipe {
  const height = page.mediaBox === undefined ? (page.height ?? 792) : page.mediaBox[3];
  const content = lines.map(
    (line) =>
      `BT /${line.font ?? 'F1'} ${line.size ?? 10} Tf 1 0 0 1 ${line.x} ${height - line.y} Tm ` +
      `${pdfString(line.text)} Tj ET`,
  );
  return { ...page, content: [page.content ?? '', ...content].join('\n') };
}

/** A literal string of an operator or dictionary, in WinAnsi. Throws for what WinAnsi lacks. */
export function pdfString(text: string): string {
  const encoded = [...text].map((character) => {
    const code = winAnsiCode(character);
    if (code >= 0x20 && code < 0x7f && !'()\\'.includes(character)) return character;
    return `\\${code.toString(8).padStart(3, '0')}`;
  });
  return `(${encoded.join('')})`;
}

/** The characters WinAnsi has between 0x80 and 0x9f (ISO 32000-1, D.2). */
const WIN_ANSI_EXTRA = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function winAnsiCode(character: string): number {
  const extra = WIN_ANSI_EXTRA.indexOf(character);
  if (extra >= 0) return 0x80 + extra;
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xff || (code >= 0x80 && code < 0xa0)) {
    throw new Error(`WinAnsi has no code for U+${code.toString(16).padStart(4, '0')}`);
  }
  return code;
}

function trailer(recipe: PdfRecipe, size: number): string {
  const info = recipe.info === undefined ? '' : ' /Info @{info}';
  const sealed =
    recipe.encryption === undefined
      ? ''
      : ` /Encrypt @{encrypt} /ID [<${recipe.encryption.id}> <${recipe.encryption.id}>]`;
  return `trailer\n<< /Size ${size} /Root @{catalog}${info}${sealed} >>\n`;
}

function collectObjects(recipe: PdfRecipe): Map<string, string | StreamRecipe> {
  const objects = new Map<string, string | StreamRecipe>();
  const fonts = recipe.fonts ?? STANDARD_FONTS;
  objects.set('catalog', catalogText(recipe));
  const kids = recipe.pages.map((_, index) => `@{page:${index}}`).join(' ');
  objects.set(
    'pages',
    `<< /Type /Pages /Kids [${kids}] /Count ${recipe.pages.length} ${recipe.pagesEntries ?? ''} >>`,
  );
  const fontEntries = Object.keys(fonts)
    .map((name) => `/${name} @{font:${name}}`)
    .join(' ');
  for (const [index, page] of recipe.pages.entries()) {
    objects.set(`page:${index}`, pageText(page, index, fontEntries));
    objects.set(`content:${index}`, { entries: '', data: page.content });
    for (const [at, annotation] of (page.annots ?? []).entries()) {
      objects.set(`annot:${index}:${at}`, annotation);
    }
  }
  for (const [name, font] of Object.entries(fonts)) {
    objects.set(`font:${name}`, fontText(name, font));
    if ('base' in font && font.toUnicode !== undefined) {
      objects.set(`toUnicode:${name}`, { entries: '', data: toUnicodeMap(font.toUnicode) });
    }
  }
  for (const [name, body] of Object.entries(recipe.objects ?? {})) objects.set(name, body);
  if (recipe.info !== undefined) objects.set('info', recipe.info);
  if (recipe.encryption !== undefined) objects.set('encrypt', recipe.encryption.dictionary);
  return objects;
}

function catalogText(recipe: PdfRecipe): string {
  const labels = recipe.pageLabels;
  return [
    '<< /Type /Catalog /Pages @{pages}',
    labels === undefined ? '' : `/PageLabels << /Nums [${labels}] >>`,
    recipe.ocProperties === undefined ? '' : `/OCProperties ${recipe.ocProperties}`,
    recipe.catalog ?? '',
    '>>',
  ].join(' ');
}

function pageText(page: PageRecipe, index: number, fontEntries: string): string {
  const mediaBox = page.mediaBox ?? [0, 0, page.width ?? 612, page.height ?? 792];
  const annotations = (page.annots ?? []).map((_, at) => `@{annot:${index}:${at}}`).join(' ');
  return [
    `<< /Type /Page /Parent @{pages} /MediaBox [${mediaBox.join(' ')}]`,
    page.cropBox === undefined ? '' : `/CropBox [${page.cropBox.join(' ')}]`,
    page.rotate === undefined ? '' : `/Rotate ${page.rotate}`,
    page.userUnit === undefined ? '' : `/UserUnit ${page.userUnit}`,
    `/Resources << /Font << ${fontEntries} >> ${page.resources ?? ''} >>`,
    annotations === '' ? '' : `/Annots [${annotations}]`,
    `/Contents @{content:${index}}`,
    page.entries ?? '',
    '>>',
  ].join(' ');
}

function fontText(name: string, font: FontRecipe): string {
  if ('raw' in font) return font.raw;
  const first = font.firstCode ?? 32;
  const widths = font.widths;
  return [
    `<< /Type /Font /Subtype /Type1 /BaseFont /${font.base} /Encoding /WinAnsiEncoding`,
    widths === undefined
      ? ''
      : `/FirstChar ${first} /LastChar ${first + widths.length - 1} /Widths [${widths.join(' ')}]`,
    font.toUnicode === undefined ? '' : `/ToUnicode @{toUnicode:${name}}`,
    '>>',
  ].join(' ');
}

function toUnicodeMap(map: Readonly<Record<number, string>>): string {
  const rows = Object.entries(map).map(([code, text]) => {
    const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
    return `<${Number(code).toString(16).padStart(2, '0')}> <${hex}>`;
  });
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CMapName /Made def /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    `${rows.length} beginbfchar`,
    ...rows,
    'endbfchar endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
}
