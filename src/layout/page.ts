import { digestOfText } from '../evidence/canonical.ts';
import type { DrawnBy, PageDrawing } from '../evidence/drawing.ts';
import type { ElementRole, PageGrounding, UnseenCause } from '../evidence/grounding.ts';
import { gatherBands } from './bands.ts';
import { countDirections } from './bidi.ts';
import { orderColumns } from './columns.ts';
import { sortIntoFrames } from './frames.ts';
import { partFurniture } from './furniture.ts';
import { type Frame, type Ink, inkOf, isPlaced } from './ink.ts';
import { setLetters } from './letters.ts';
import { type Section, setLine } from './lines.ts';
import { setNotes } from './notes.ts';
import { dropOverprint } from './overprint.ts';
import { findPictures, findRules, hasShapes } from './rules.ts';
import { markStacks } from './stacks.ts';
import { gatherUnseen } from './unseen.ts';
import { judgeVisibility } from './visibility.ts';
import { partWords, type WordRow } from './words.ts';
import { writePage } from './write-page.ts';

/** What other layers draw is read after the page's own text. */
const LAYERS: readonly DrawnBy[] = ['content', 'field', 'annotation'];

/**
 * Turns what is drawn on a page into what a verifier may know of it: canonical text in reading
 * order with a box for every character, lines, rows, elements, and what is not seen. Glyphs that
 * are surely unseen are taken out before repeated ones, else the visible copy would go with the
 * hidden one. Pure; the same drawing always gives the same grounding. Never throws.
 */
export function layOutPage(drawn: PageDrawing): PageGrounding {
  const drawing = { ...drawn, glyphs: markStacks(drawn.glyphs) };
  const { seen, maybe, unseen } = partByVisibility(drawing);
  const { kept, cleared } = dropOverprint(drawing.glyphs, seen, (index) => maybe.has(index));
  const sections = sortIntoFrames(drawing.glyphs, kept).flatMap(({ frame, indices }) => {
    const inks: Ink[] = [];
    for (const index of indices) {
      const glyph = drawing.glyphs[index];
      const isMaybe = maybe.has(index) && !cleared.has(index);
      if (glyph !== undefined) inks.push(inkOf(glyph, index, isMaybe, frame));
    }
    return readFrame(drawing, frame, inks);
  });
  const inOrder = [
    ...LAYERS.flatMap((layer) => sections.filter((section) => section.layer === layer)),
    ...setNotes(drawing.notes),
  ];
  const rules = findRules(drawing);
  const written = writePage(drawing.page_index, inOrder, rules);
  const pictures = findPictures(drawing);
  return {
    page_index: drawing.page_index,
    width: drawing.width,
    height: drawing.height,
    rotation: drawing.rotation,
    user_unit: drawing.user_unit,
    ...written,
    text_sha256: digestOfText(written.text),
    unseen: gatherUnseen(drawing, unseen),
    rules,
    pictures: pictures.boxes,
    picture_share: pictures.share,
    has_shapes: hasShapes(drawing),
    capabilities: written.text === '' ? ['geometry'] : ['text', 'geometry', 'char_offsets'],
    degraded: drawing.degraded,
  };
}

interface PartedGlyphs {
  /** Seen or maybe seen, in paint order. */
  readonly seen: readonly number[];
  readonly maybe: ReadonlySet<number>;
  readonly unseen: ReadonlyMap<number, UnseenCause>;
}

function partByVisibility(drawing: PageDrawing): PartedGlyphs {
  const seen: number[] = [];
  const maybe = new Set<number>();
  const unseen = new Map<number, UnseenCause>();
  judgeVisibility(drawing).forEach((visibility, index) => {
    const glyph = drawing.glyphs[index];
    if (glyph === undefined) return;
    if (visibility.cause !== null) unseen.set(index, visibility.cause);
    else if (!isPlaced(glyph)) unseen.set(index, 'off_page');
    else {
      seen.push(index);
      if (visibility.state === 'maybe') maybe.add(index);
    }
  });
  return { seen, maybe, unseen };
}

interface LayerSection extends Section {
  readonly layer: DrawnBy;
}

/** Reads all glyphs of one writing direction; bands run across the page and all layers. */
function readFrame(
  drawing: PageDrawing,
  frame: Frame,
  inks: readonly Ink[],
): readonly LayerSection[] {
  const bands = gatherBands(inks);
  const directions = countDirections(inks);
  const base = directions.rtl > directions.ltr ? 'rtl' : 'ltr';
  const layers = LAYERS.filter((layer) => inks.some((ink) => ink.glyph.drawn_by === layer));
  const hasLayers = layers.length > 1;
  return layers.flatMap((layer) => {
    const rows: WordRow[] = [];
    bands.forEach(({ v, size, inks: members }, band) => {
      const own = hasLayers ? members.filter((ink) => ink.glyph.drawn_by === layer) : members;
      const words = partWords(setLetters(own));
      if (words.length > 0) rows.push({ band, v, size, words });
    });
    const isUpright = frame.direction === 0 && layer === 'content';
    const { header, body, footer } = isUpright
      ? partFurniture(rows, drawing.width, drawing.height)
      : { header: [], body: rows, footer: [] };
    const section = (role: ElementRole, block: readonly WordRow[]): LayerSection => ({
      layer,
      role: layer === 'content' ? role : layer,
      lines: block.map((row) => setLine(row, frame, base)),
    });
    return [
      section('header', header),
      ...orderColumns(body, base === 'rtl').map((block) => section('body', block)),
      section('footer', footer),
    ].filter(({ lines }) => lines.length > 0);
  });
}
