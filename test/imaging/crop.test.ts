import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Bbox } from '../../src/contracts/locator.ts';
import type { CropArea, GreyImage } from '../../src/evidence/rendering.ts';
import { paintCrop } from '../../src/imaging/crop.ts';

/** One pixel a point. */
function areaOf(bbox: Bbox, dpi = 72): CropArea {
  return { page_index: 0, bbox, dpi, user_unit: 1 };
}

function greyOf(width: number, height: number, value: number): GreyImage {
  return { width, height, pixels: new Uint8Array(width * height).fill(value) };
}

type Colour = readonly [number, number, number];

interface Picture {
  readonly at: (x: number, y: number) => Colour;
  readonly isFrame: (x: number, y: number) => boolean;
}

async function paint(
  image: GreyImage,
  area: CropArea,
  outlines: readonly Bbox[],
): Promise<Picture> {
  const { png } = await paintCrop(image, area, outlines);
  const { channels } = await sharp(png).metadata();
  expect(channels).toBe(outlines.length === 0 ? 1 : 3);
  const inColour = sharp(png).toColourspace('srgb').raw();
  const { data, info } = await inColour.toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([image.width, image.height, 3]);
  const at = (x: number, y: number): Colour => {
    const start = (y * info.width + x) * 3;
    return [data[start] ?? -1, data[start + 1] ?? -1, data[start + 2] ?? -1];
  };
  return { at, isFrame: (x, y) => at(x, y).join() === '224,72,16' };
}

/** WCAG 2.2 relative luminance. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('a crop', () => {
  it('frames the evidence just outside its box and leaves everything beyond as it was', async () => {
    const picture = await paint(greyOf(60, 40, 255), areaOf([100, 200, 160, 240]), [
      [120, 210, 140, 220],
    ]);
    // The box is pixels 20-39 by 10-19; one pixel of gap, two of frame.
    expect(picture.at(20, 10)).toEqual([255, 247, 214]);
    expect(picture.at(39, 19)).toEqual([255, 247, 214]);
    expect(picture.at(19, 15)).toEqual([255, 247, 214]);
    expect([17, 18].map((x) => picture.isFrame(x, 15))).toEqual([true, true]);
    expect([41, 42].map((x) => picture.isFrame(x, 15))).toEqual([true, true]);
    expect([7, 8].map((y) => picture.isFrame(30, y))).toEqual([true, true]);
    expect([21, 22].map((y) => picture.isFrame(30, y))).toEqual([true, true]);
    for (const [x, y] of [
      [16, 15],
      [43, 15],
      [30, 6],
      [30, 23],
    ] as const) {
      expect(picture.at(x, y)).toEqual([255, 255, 255]);
    }
  });

  it('never paints over the evidence: print inside stays black, and ground stays bright', async () => {
    const pixels = Uint8Array.from({ length: 900 }, (_, index) => (index % 2 === 0 ? 0 : 255));
    const image = { width: 30, height: 30, pixels };
    const picture = await paint(image, areaOf([0, 0, 30, 30]), [[10, 10, 20, 20]]);
    for (let y = 10; y < 20; y += 1) {
      for (let x = 10; x < 20; x += 1) {
        const expected = (y * 30 + x) % 2 === 0 ? [0, 0, 0] : [255, 247, 214];
        expect(picture.at(x, y)).toEqual(expected);
      }
    }
  });

  it.each([0, 255])('has a frame that stands out from a ground of %i', async (ground) => {
    const picture = await paint(greyOf(30, 30, ground), areaOf([0, 0, 30, 30]), [[10, 10, 20, 20]]);
    const [bright, dark] = [luminance(picture.at(8, 15)), luminance([ground, ground, ground])].sort(
      (a, b) => b - a,
    );
    expect(((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05)).toBeGreaterThan(3);
  });

  it('draws one frame around the lines of a passage, without a stroke between them', async () => {
    const picture = await paint(greyOf(80, 80, 255), areaOf([0, 0, 80, 80]), [
      [40, 20, 70, 30],
      [10, 35, 70, 45],
      [10, 45, 30, 55],
    ]);
    for (let y = 19; y <= 45; y += 1) expect(picture.isFrame(55, y)).toBe(false);
    for (let y = 34; y <= 55; y += 1) expect(picture.isFrame(20, y)).toBe(false);
    // The step between the short first line and the long second one is framed.
    expect(picture.isFrame(20, 32)).toBe(true);
    expect(picture.isFrame(50, 47)).toBe(true);
  });

  it('keeps lines apart that stand far from each other', async () => {
    const picture = await paint(greyOf(80, 80, 255), areaOf([0, 0, 80, 80]), [
      [10, 10, 70, 20],
      [10, 50, 70, 60],
    ]);
    expect(picture.isFrame(40, 22)).toBe(true);
    expect(picture.at(40, 35)).toEqual([255, 255, 255]);
    expect(picture.isFrame(40, 47)).toBe(true);
  });

  it('counts pixels from the corner of the area, at any resolution', async () => {
    const area = areaOf([-10, -10, 40, 40], 144);
    const picture = await paint(greyOf(100, 100, 255), area, [[0, 0, 20, 10]]);
    // The box is pixels 20-59 by 20-39, with a gap of two and a frame of three.
    expect([15, 16, 17].map((x) => picture.isFrame(x, 30))).toEqual([true, true, true]);
    expect([14, 18].map((x) => picture.isFrame(x, 30))).toEqual([false, false]);
  });

  it('is a grey picture where nothing is to be outlined', async () => {
    const pixels = Uint8Array.from({ length: 256 }, (_, index) => index);
    const picture = await paint({ width: 16, height: 16, pixels }, areaOf([0, 0, 16, 16]), []);
    for (const index of [0, 17, 128, 255]) {
      expect(picture.at(index % 16, Math.floor(index / 16))).toEqual([index, index, index]);
    }
  });

  it('takes boxes of any place and size, and paints only inside the picture', async () => {
    const coordinate = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const box = fc.tuple(coordinate, coordinate, coordinate, coordinate);
    await fc.assert(
      fc.asyncProperty(fc.array(box, { maxLength: 5 }), async (boxes) => {
        const { width, height } = await paintCrop(
          greyOf(20, 10, 200),
          areaOf([0, 0, 20, 10]),
          boxes,
        );
        expect([width, height]).toEqual([20, 10]);
      }),
      { numRuns: 40 },
    );
  });

  it('frames everything at once where there are more boxes than anyone can look at', async () => {
    const left: Bbox = [10, 10, 15, 20];
    const right: Bbox = [40, 10, 45, 20];
    const many = (count: number): readonly Bbox[] =>
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? left : right));
    const area = areaOf([0, 0, 60, 40]);
    const few = await paint(greyOf(60, 40, 255), area, many(1000));
    expect(few.at(28, 15)).toEqual([255, 255, 255]);
    const picture = await paint(greyOf(60, 40, 255), area, many(1001));
    expect(picture.at(28, 15)).toEqual([255, 247, 214]);
    expect(picture.isFrame(28, 8)).toBe(true);
  });

  it('has the same bytes each time, and nothing but pixels in them', async () => {
    const draw = () => paintCrop(greyOf(50, 50, 180), areaOf([0, 0, 50, 50]), [[5, 5, 20, 20]]);
    const [first, second] = [await draw(), await draw()];
    expect(Buffer.from(first.png).equals(Buffer.from(second.png))).toBe(true);
    const names = [
      ...Buffer.from(first.png)
        .toString('latin1')
        .matchAll(/[A-Za-z]{4}/g),
    ];
    expect(names.map(([name]) => name)).not.toContain('tIME');
    expect(names.map(([name]) => name)).not.toContain('tEXt');
  });
});
