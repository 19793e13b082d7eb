import { put, type Sheet, widthOf } from '../../../examples/report/typeset.ts';
import { pdfString } from '../../support/pdf-maker.ts';
import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn } from '../claims.ts';
import { LOOKS, type Look, lookOf, makeDocument, type PageSpec } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Text in the file that no reader of the page can see, and odd text that every reader sees. */
export const hiddenText: MatrixRow = {
  name: 'hidden text',
  cases: () =>
    LOOKS.slice(0, 2).flatMap((look, index) => [
      ...unseen(look, 1400 + index * 50),
      ...seen(look, 1420 + index * 50),
    ]),
};

/** How the planted sentence is drawn: operators around it, and what else the page needs. */
interface Drawing {
  readonly what: string;
  readonly before?: string;
  readonly after?: (x: number, y: number, width: number, look: Look) => string;
  readonly prepare?: (x: number, y: number, width: number, look: Look) => string;
  readonly color?: string;
  readonly mode?: number;
  readonly shiftX?: number;
  readonly size?: number;
}

const RESOURCES =
  '/ExtGState << /Gone << /ca 0 /CA 0 >> /Faint << /ca 0.02 >> >> ' +
  '/Properties << /Off @{off} /On @{on} >>';

const LAYERS = {
  objects: {
    off: '<< /Type /OCG /Name (Draft) >>',
    on: '<< /Type /OCG /Name (Final) >>',
  },
  ocProperties: '<< /OCGs [@{off} @{on}] /D << /OFF [@{off}] /ON [@{on}] /Order [] >> >>',
} as const;

/** A filled rectangle around the sentence; `y` is the baseline from the bottom. */
function slab(color: string, grow: number) {
  return (x: number, y: number, width: number, look: Look): string =>
    `q ${color} rg ${x - grow} ${y - 6} ${width + 2 * grow} ${look.style.size + 10} re f Q`;
}

const UNSEEN: readonly Drawing[] = [
  { what: 'text rendering mode 3', mode: 3 },
  { what: 'opacity zero', before: '/Gone gs' },
  { what: 'opacity two percent', before: '/Faint gs' },
  { what: 'white on the white page', color: '1 1 1' },
  { what: 'grey on the same grey', color: '0.8 0.8 0.8', prepare: slab('0.8 0.8 0.8', 8) },
  { what: 'covered by a white rectangle', after: slab('1 1 1', 6) },
  { what: 'covered by a black bar', after: slab('0 0 0', 6) },
  { what: 'beside the page', shiftX: 3000 },
  { what: 'clipped away', before: '0 0 20 20 re W n' },
  { what: 'on a layer that is off', before: '/OC /Off BDC' },
  { what: 'type of a third of a point', size: 0.3 },
];

const SEEN: readonly Drawing[] = [
  { what: 'white on a dark band', color: '1 1 1', prepare: slab('0.1 0.1 0.3', 8) },
  { what: 'outlined letters, mode 1', mode: 1 },
  { what: 'a rectangle painted before the text', prepare: slab('0.9 0.9 0.6', 8) },
  { what: 'on a layer that is on', before: '/OC /On BDC' },
  { what: 'inside a wide clip', before: '0 0 2000 2000 re W n' },
  { what: 'a line drawn beside it later', after: () => 'q 0 0 1 RG 5 5 m 60 5 l S Q' },
];

function unseen(look: Look, seed: number): readonly MatrixCase[] {
  return UNSEEN.map((drawing, index) => {
    const deal = dealer(seed + index);
    const sentence = deal();
    return {
      title: `unseen: ${drawing.what}`,
      document: plant(look, take(deal, 4), sentence, drawing),
      claim: quoteOn(0, sentence),
      expected: fails(['hidden_text']),
    };
  });
}

function seen(look: Look, seed: number): readonly MatrixCase[] {
  const controls = SEEN.map((drawing, index) => {
    const deal = dealer(seed + index);
    const sentence = deal();
    return {
      title: `seen: ${drawing.what}`,
      document: plant(look, take(deal, 4), sentence, drawing),
      claim: quoteOn(0, sentence),
      expected: holds({ evidence_page: 0, occurrences: 1 }),
    };
  });
  return [...controls, halfCovered(seed + 30)];
}

/** A quote of which a part is covered: what is left on the page are other words. */
function halfCovered(seed: number): MatrixCase {
  const look = lookOf(seed);
  const deal = dealer(seed);
  const sentence = deal();
  const document = plant(look, take(deal, 4), sentence, {
    what: 'half covered',
    after: (x, y, width) => slab('1 1 1', 0)(x + width / 2, y, width, look),
  });
  return {
    title: 'unseen: the second half is covered',
    document,
    claim: quoteOn(0, sentence),
    expected: fails(['hidden_text', ...DIFFERS, 'text_not_found']),
  };
}

function plant(look: Look, paragraphs: string[], sentence: string, drawing: Drawing) {
  const size = Math.min(look.style.size, 9);
  const style = { ...look.style, size: drawing.size ?? size };
  const x = look.margin + (drawing.shiftX ?? 0);
  const y = 110;
  const width = widthOf(sentence, { ...look.style, size });
  const page: PageSpec = {
    paragraphs,
    resources: RESOURCES,
    draw: (sheet) => {
      sheet.operators.push(drawing.prepare?.(x, y, width, look) ?? '');
      const marks = drawing.before?.includes('BDC') ? 'EMC' : '';
      const text =
        `BT 0 Tw ${drawing.color ?? '0 0 0'} rg /${style.face} ${style.size} Tf ` +
        `${drawing.mode ?? 0} Tr 1 0 0 1 ${x} ${y} Tm ${pdfString(sentence)} Tj ET`;
      sheet.operators.push(`q ${drawing.before ?? ''} ${text} ${marks} Q`);
      sheet.operators.push(drawing.after?.(x, y, width, look) ?? '');
      closing(sheet, look);
    },
  };
  return makeDocument(look, [page], LAYERS);
}

/** An ordinary line after the planted one. */
function closing(sheet: Sheet, look: Look): void {
  put(sheet, look.margin, look.height - 60, 'End of the page.', look.style);
}
