import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Bbox } from '../../src/contracts/locator.ts';
import type { PageGrounding } from '../../src/evidence/grounding.ts';
import { paintOverlay } from '../../src/imaging/page-overlay.ts';
import { layOutPage } from '../../src/layout/page.ts';
import { textPage } from '../support/pdf-maker.ts';
import { drawingOf } from '../support/read-drawing.ts';

const SCALE = 2;

async function whitePage(page: PageGrounding): Promise<Parameters<typeof paintOverlay>[0]> {
  const [width, height] = [Math.round(page.width * SCALE), Math.round(page.height * SCALE)];
  const blank = sharp({ create: { width, height, channels: 3, background: '#fff' } });
  return { width, height, png: await blank.png().toBuffer() };
}

interface Painted {
  readonly width: number;
  readonly height: number;
  /** How many pixels of the box (points) have this colour, as good as rounding allows. */
  readonly count: (colour: string, box: Bbox) => number;
  /** The darkest pixel under the page's picture. */
  readonly legendInk: number;
}

async function paint(page: PageGrounding, labels: Parameters<typeof paintOverlay>[2] = []) {
  const base = await whitePage(page);
  const { png, width, height } = await paintOverlay(base, page, labels);
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3]);
  const isNear = (x: number, y: number, colour: readonly number[]): boolean =>
    colour.every((value, at) => Math.abs((data[(y * width + x) * 3 + at] ?? -9) - value) <= 2);
  const painted: Painted = {
    width,
    height,
    count: (colour, [x0, y0, x1, y1]) => {
      const wanted = [...Buffer.from(colour.slice(1), 'hex')];
      let count = 0;
      for (let y = Math.floor(y0 * SCALE); y < y1 * SCALE; y += 1) {
        for (let x = Math.floor(x0 * SCALE); x < x1 * SCALE; x += 1) {
          if (isNear(x, y, wanted)) count += 1;
        }
      }
      return count;
    },
    legendInk: data.subarray(base.height * width * 3).reduce((least, ink) => Math.min(least, ink)),
  };
  return painted;
}

const WORD = '#cce3f0';
const ELEMENT = '#7b2fbe';
const UNSEEN = '#c00000';
const RULE = '#d55e00';

async function groundingOf(extra = ''): Promise<PageGrounding> {
  const lines = [
    { x: 72, y: 100, text: 'Revenue grew' },
    { x: 72, y: 300, text: 'Costs fell' },
  ];
  return layOutPage(await drawingOf({ pages: [textPage(lines, { content: extra })] }));
}

describe('the picture of what the verifier sees', () => {
  it('tints words but not the space between them, and frames each element beside its id', async () => {
    const page = await groundingOf();
    const picture = await paint(page);
    for (const element of page.elements) {
      const [x0, y0, x1, y1] = element.bbox;
      expect(picture.count(WORD, element.bbox)).toBeGreaterThan(200);
      expect(picture.count(ELEMENT, [x0 - 4, y0 - 4, x1 + 4, y1 + 4])).toBeGreaterThan(100);
      // The tag with the id stands left of the element.
      expect(picture.count(ELEMENT, [x0 - 40, y0 - 4, x0 - 3, y1 + 4])).toBeGreaterThan(100);
      expect(picture.count('#ffffff', [x0 - 40, y0 - 4, x0 - 3, y1 + 4])).toBeGreaterThan(20);
    }
    const space = page.text.indexOf(' ');
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.boxes.subarray(space * 4, space * 4 + 4);
    expect(picture.count(WORD, [x0 + 1, y0 + 3, x1 - 1, y1 - 3])).toBe(0);
    expect(picture.count(WORD, [300, 400, 600, 700])).toBe(0);
  });

  it('shows unseen text where it would stand, and rules where they are drawn', async () => {
    const hidden = 'q BT /F1 10 Tf 3 Tr 1 0 0 1 72 392 Tm (The reserve is empty) Tj ET Q';
    const page = await groundingOf(`${hidden}\n72 190 m 400 190 l S`);
    expect(page.unseen).toHaveLength(1);
    expect(page.rules.length).toBeGreaterThan(0);
    const picture = await paint(page);
    const [unseen] = page.unseen;
    const [x0, y0, x1, y1] = unseen?.bbox ?? [0, 0, 0, 0];
    expect(picture.count(UNSEEN, [x0 - 1, y0 - 1, x1 + 1, y1 + 1])).toBeGreaterThan(150);
    // Its cause and its words stand beside it, where nothing else does.
    expect(picture.count(UNSEEN, [x1 + 2, y0 - 2, x1 + 250, y1 + 2])).toBeGreaterThan(2000);
    expect(picture.count(RULE, [70, 598, 402, 606])).toBeGreaterThan(300);
    expect((await paint(await groundingOf())).count(UNSEEN, [70, 385, 400, 405])).toBe(0);
  });

  it('names the cause once for a page full of unseen text, and covers none of it', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `1 0 0 1 72 ${700 - at * 20} Tm (Scan) Tj`);
    const page = await groundingOf(`q BT /F1 10 Tf 3 Tr ${lines.join(' ')} ET Q`);
    expect(page.unseen).toHaveLength(20);
    const picture = await paint(page);
    const beside = page.unseen.map(({ bbox: [, y0, x1, y1] }) =>
      picture.count(UNSEEN, [x1 + 2, y0, x1 + 150, y1]),
    );
    expect(beside.filter((count) => count > 0).length).toBeLessThan(3);
  });

  it('has a legend below the page, higher with more to say', async () => {
    const page = await groundingOf();
    const plain = await paint(page);
    expect(plain.height).toBeGreaterThan(page.height * SCALE + 50);
    expect(plain.legendInk).toBeLessThan(64);
    const labels = Array.from({ length: 12 }, (_, index) => ({
      label: `<&"${index}`,
      source: 'printed_folio' as const,
    }));
    expect((await paint(page, labels)).height).toBeGreaterThan(plain.height);
  });

  it('is wide enough for its legend on a page that is narrow', async () => {
    const narrow = layOutPage(
      await drawingOf({
        pages: [textPage([{ x: 5, y: 20, text: 'Hi' }], { width: 60, height: 40 })],
      }),
    );
    expect((await paint(narrow)).width).toBeGreaterThanOrEqual(640);
  });

  it('is drawn for a page without any text', async () => {
    const empty = layOutPage(await drawingOf({ pages: [{ content: '' }] }));
    expect((await paint(empty)).legendInk).toBeLessThan(64);
  });

  it('is drawn for boxes far beyond the page and for more of them than anyone can see', async () => {
    const page = await groundingOf();
    const far = { text: 'x', bbox: [-1e6, 5e7, -9e5, 6e7] as const, cause: 'off_page' as const };
    const rules = Array.from(
      { length: 30_000 },
      (_, at): Bbox => [at % 600, 10, (at % 600) + 1, 11],
    );
    const picture = await paint({ ...page, unseen: [far], rules });
    expect(picture.count(RULE, [0, 9, 600, 12])).toBeGreaterThan(1000);
  });
});
