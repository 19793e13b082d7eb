import { makePdf, type PdfRecipe, type StreamRecipe, textPage } from './pdf-maker.ts';

/** What the sound part of every hostile document shows on its first page, if anything of it can be read. */
export const SHOWN = 'Revenue was $12.4 million for the quarter.';

/** What no document shows. A claim of it must never verify. */
export const NOWHERE = 'Revenue was $98.7 million for the decade.';

/** A status and its reason, such as `source_error/corrupt`; `verified` has none. */
export type Outcome = string;

/** A document that means harm or is broken, and how its claims may end. */
export interface HostileCase {
  /** File name without extension, and source id. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How the claim of `SHOWN` on the first page may end. */
  readonly shown: readonly Outcome[];
  /** How the claim of `NOWHERE` may end. */
  readonly nowhere: readonly Outcome[];
}

/** The file cannot be opened. */
export const CORRUPT: readonly Outcome[] = ['source_error/corrupt'];

/** The thread that read it hung, and was stopped, or its memory was full, and it was ended. */
export const STOPPED: readonly Outcome[] = [
  'source_error/parse_timeout',
  'source_error/parse_crashed',
];

/** The page is beyond a limit, or could be read in part only. */
export const LIMITED: readonly Outcome[] = ['capability_limited/degraded_parse'];

/** The page is read as if nothing were wrong. */
export const SOUND: readonly Outcome[] = ['verified'];

const ABSENT: readonly Outcome[] = [
  'mismatch/text_mismatch',
  'not_found/text_not_found',
  'not_found/page_out_of_range',
  'capability_limited/no_text_layer',
];

/** A case of which both claims fail alike, except that what is shown nowhere is absent where the page can be read. */
export function hostile(
  name: string,
  bytes: Uint8Array,
  shown: readonly Outcome[],
  nowhere: readonly Outcome[] = absenceOf(shown),
): HostileCase {
  return { name, bytes, shown, nowhere };
}

function absenceOf(shown: readonly Outcome[]): readonly Outcome[] {
  return [
    ...new Set(
      shown.flatMap((outcome) => (outcome === 'verified' ? [...ABSENT, ...LIMITED] : [outcome])),
    ),
  ];
}

/** A document whose only page shows `SHOWN`, with whatever else a recipe may add. */
export function shownWith(
  more: Partial<Omit<PdfRecipe, 'pages'>> & {
    readonly content?: string;
    readonly page?: Parameters<typeof textPage>[1];
  } = {},
): Uint8Array {
  const { content, page, ...recipe } = more;
  return makePdf({
    ...recipe,
    pages: [
      textPage([{ x: 72, y: 100, text: SHOWN }], {
        ...page,
        ...(content === undefined ? {} : { content }),
      }),
    ],
  });
}

/** A form that draws `data`, with the given resources. */
export function form(data: string, resources = ''): StreamRecipe {
  return {
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`,
    data,
  };
}

/** The bytes with a text replaced wherever it stands; offsets behind it no longer fit. */
export function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.includes(from)) throw new Error(`the document does not hold ${from}`);
  return latin1(text.replaceAll(from, to));
}

/** The first part of the bytes, up to a fraction or to a text that stands in them. */
export function cut(bytes: Uint8Array, at: number | string): Uint8Array {
  const end =
    typeof at === 'number' ? Math.floor(bytes.length * at) : Buffer.from(bytes).indexOf(at);
  if (end < 0) throw new Error(`the document does not hold ${at}`);
  return bytes.slice(0, end);
}

export function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}
