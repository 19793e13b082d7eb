import sharp from 'sharp';
import type { Bbox } from '../contracts/locator.ts';
import type { PageLabel } from '../contracts/page-label.ts';
import { unionOf } from '../evidence/geometry.ts';
import type { PageGrounding, TextSpan, UnseenText } from '../evidence/grounding.ts';
import type { CropImage } from '../evidence/rendering.ts';
import { drawLegend, type LegendRow } from './overlay-legend.ts';
import { drawTags, type Tag } from './overlay-tags.ts';

/**
 * Draws what the verifier knows of a page over its picture: words, lines, elements with their ids,
 * rules, pictures, doubtful characters, and unseen text with its cause; below it a legend with counts
 * and the page's labels.
 * @param picture the whole page, nothing outlined.
 */
export async function paintOverlay(
  picture: CropImage,
  page: PageGrounding,
  labels: readonly Omit<PageLabel, 'page_index'>[],
): Promise<CropImage> {
  const scale = picture.width / page.width;
  const classes = shapeClasses(page);
  const width = Math.max(picture.width, WIDTH_MIN);
  const legend = drawLegend(headingsOf(page, labels), classes.map(legendRow), width);
  const height = picture.height + legend.height;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    HATCHES,
    ...classes.flatMap((shapes) => drawn(shapes, scale)),
    drawTags(tagsOf(page, scale), obstaclesOf(page, scale), { width, height: picture.height }),
    `<g transform="translate(0 ${picture.height})">${legend.svg}</g>`,
    '</svg>',
  ].join('');
  const png = await sharp(picture.png)
    .extend({ right: width - picture.width, bottom: legend.height, background: '#ffffff' })
    .composite([{ input: Buffer.from(svg), top: 0, left: 0 }])
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { width, height, png };
}

/** Pixels that the longest line of the legend takes. */
const WIDTH_MIN = 640;

/** Boxes that are drawn alike and have one line of the legend. */
interface ShapeClass {
  readonly name: string;
  readonly boxes: readonly Bbox[];
  /** SVG paint; `none` for no fill. */
  readonly fill: string;
  readonly stroke: string;
  /** Pixels. */
  readonly strokeWidth: number;
  /** Pixels of a dash and a gap; empty for a full line. */
  readonly dashes: string;
  /** Pixels by which the box is drawn larger, so that frames inside each other stay apart. */
  readonly margin: number;
}

/** Distinct also to readers who do not tell red from green (after Okabe and Ito). */
const COLOURS = {
  word: '#0072b2',
  line: '#009e73',
  element: '#7b2fbe',
  rule: '#d55e00',
  picture: '#8c6d31',
  doubtful: '#e69f00',
  unseen: '#c00000',
} as const;

const HATCHES = `<defs>${hatch('picture', COLOURS.picture, 14)}${hatch('unseen', COLOURS.unseen, 8)}</defs>`;

/** Pixels between an element and its frame, so that the frames of its lines stay apart from it. */
const ELEMENT_MARGIN = 3;

/** A page of shapes beyond this is a page of one colour. */
const BOXES_MAX = 20_000;

function shapeClasses(page: PageGrounding): readonly ShapeClass[] {
  const plain = { fill: 'none', stroke: 'none', strokeWidth: 1, dashes: '', margin: 0 };
  const frame = { ...plain, strokeWidth: 2 };
  const { picture, word, doubtful, line, rule, element, unseen } = COLOURS;
  const whole = { start: 0, end: page.text.length };
  const doubts = [...page.unmapped, ...page.maybe_unseen];
  return [
    {
      ...frame,
      name: 'picture',
      boxes: page.pictures,
      fill: 'url(#picture)',
      stroke: picture,
      dashes: '10 6',
    },
    { ...plain, name: 'word', boxes: wordBoxes(page, whole), fill: `${word}33` },
    {
      ...plain,
      name: 'unmapped or maybe unseen',
      boxes: doubts.flatMap((span) => wordBoxes(page, span)),
      fill: `${doubtful}88`,
    },
    { ...plain, name: 'line', boxes: page.lines.map(({ bbox }) => bbox), stroke: line },
    { ...frame, name: 'rule', boxes: page.rules, stroke: rule },
    {
      ...frame,
      name: 'element with its id',
      boxes: page.elements.map(({ bbox }) => bbox),
      stroke: element,
      margin: ELEMENT_MARGIN,
    },
    {
      ...frame,
      name: 'unseen text with its cause',
      boxes: page.unseen.map(({ bbox }) => bbox),
      fill: 'url(#unseen)',
      stroke: unseen,
      dashes: '5 3',
    },
  ];
}

function hatch(id: string, colour: string, distance: number): string {
  const size = `width="${distance}" height="${distance}"`;
  return (
    `<pattern id="${id}" patternUnits="userSpaceOnUse" ${size} patternTransform="rotate(45)">` +
    `<path d="M0 0V${distance}" stroke="${colour}" stroke-opacity="0.35" stroke-width="2"/></pattern>`
  );
}

/** One box for each stretch of the span without white space. */
function wordBoxes(page: PageGrounding, { start, end }: TextSpan): readonly Bbox[] {
  const words: Bbox[] = [];
  for (const { index, 0: word } of page.text.slice(start, end).matchAll(/\S+/gu)) {
    const glyphs: Bbox[] = [];
    for (let offset = start + index; offset < start + index + word.length; offset += 1) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.boxes.subarray(offset * 4, offset * 4 + 4);
      if (x0 < x1 && y0 < y1) glyphs.push([x0, y0, x1, y1]);
    }
    const box = unionOf(glyphs);
    if (box !== null) words.push(box);
  }
  return words;
}

function drawn({ boxes, margin, ...look }: ShapeClass, scale: number): readonly string[] {
  const paths: string[] = [];
  for (let first = 0; first < Math.min(boxes.length, BOXES_MAX); first += BOXES_PER_PATH) {
    const part = boxes.slice(first, Math.min(first + BOXES_PER_PATH, BOXES_MAX));
    paths.push(rectanglePath(part.map((box) => inPixels(box, scale, margin))));
  }
  return paths.map(
    (data) =>
      `<path d="${data}" fill="${look.fill}" stroke="${look.stroke}"` +
      ` stroke-width="${look.strokeWidth}" stroke-dasharray="${look.dashes}"/>`,
  );
}

/** Keeps one attribute far below the parser's limit of ten million characters. */
const BOXES_PER_PATH = 2000;

function rectanglePath(boxes: readonly Bbox[]): string {
  return boxes
    .map(([x0, y0, x1, y1]) => `M${tenth(x0)} ${tenth(y0)}H${tenth(x1)}V${tenth(y1)}H${tenth(x0)}z`)
    .join('');
}

function tenth(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function inPixels(box: Bbox, scale: number, margin: number): Bbox {
  return [
    box[0] * scale - margin,
    box[1] * scale - margin,
    box[2] * scale + margin,
    box[3] * scale + margin,
  ];
}

function tagsOf(page: PageGrounding, scale: number): readonly Tag[] {
  const elements = page.elements.map(({ id, role, bbox }) => ({
    text: role === 'body' ? id : `${id} ${role}`,
    box: inPixels(bbox, scale, ELEMENT_MARGIN),
    colour: COLOURS.element,
  }));
  const unseen = causesOf(page).flatMap(([cause, texts]) =>
    texts.length > UNSEEN_TAGS_MAX
      ? texts.slice(0, 1).map(({ bbox }) => ({ text: `${cause}: ${texts.length} texts`, bbox }))
      : texts.map(({ text, bbox }) => ({ text: `${cause}: ${start(text, TAG_TEXT_MAX)}`, bbox })),
  );
  return [
    ...elements,
    ...unseen.map(({ text, bbox }) => ({
      text,
      box: inPixels(bbox, scale, 0),
      colour: COLOURS.unseen,
    })),
  ];
}

/** Enough characters to know the text by. */
const TAG_TEXT_MAX = 32;
/** More tags of one cause, as on a scan with a text layer, would cover what they stand for. */
const UNSEEN_TAGS_MAX = 8;

function start(text: string, charactersMax: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > charactersMax ? `${line.slice(0, charactersMax - 3)}...` : line;
}

/** What tags should not cover. */
function obstaclesOf(page: PageGrounding, scale: number): readonly Bbox[] {
  return [...page.lines, ...page.unseen].map(({ bbox }) => inPixels(bbox, scale, 0));
}

function headingsOf(
  page: PageGrounding,
  labels: readonly Omit<PageLabel, 'page_index'>[],
): readonly string[] {
  const size = `${tenth(page.width)} x ${tenth(page.height)} pt, rotation ${page.rotation}`;
  const printed = labels.map(({ label, source }) => `"${label}" (${source})`).join(', ');
  const names = printed === '' ? 'no page label' : `page label ${printed}`;
  const place = `page_index ${page.page_index}, page ${page.page_index + 1} of the file`;
  return [
    `${place} - ${names} - ${size}`,
    ...unseenHeadings(page),
    ...page.degraded.map((cause) => `degraded: ${cause}`),
  ];
}

/** How often each cause keeps text from being seen, and how much of it lies beyond the page. */
function unseenHeadings(page: PageGrounding): readonly string[] {
  if (page.unseen.length === 0) return [];
  const beyond = page.unseen.filter(({ bbox: [x0, y0, x1, y1] }) => {
    return x1 <= 0 || y1 <= 0 || x0 >= page.width || y0 >= page.height;
  }).length;
  const counts = causesOf(page)
    .map(([cause, texts]) => `${cause} ${texts.length}`)
    .join(', ');
  return [`unseen: ${counts}${beyond > 0 ? `; ${beyond} beyond the page` : ''}`];
}

/** The unseen texts of the page by cause, causes and texts in the order of the page. */
function causesOf(page: PageGrounding): readonly (readonly [string, readonly UnseenText[]])[] {
  const causes = new Map<string, UnseenText[]>();
  for (const unseen of page.unseen) {
    const texts = causes.get(unseen.cause) ?? [];
    causes.set(unseen.cause, texts);
    texts.push(unseen);
  }
  return [...causes];
}

function legendRow({ name, boxes, ...look }: ShapeClass): LegendRow {
  const note = boxes.length > BOXES_MAX ? `, the first ${BOXES_MAX} drawn` : '';
  return { text: `${name} (${boxes.length}${note})`, ...look };
}
