import { DIFFERS, fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn, regionOn } from '../claims.ts';
import { boxOf, type Lie, lookOf, type MadeDocument, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Areas of a page in several spaces, on pages that are cropped, shifted or scaled. */
export const regionGeometry: MatrixRow = {
  name: 'region and bbox geometry',
  cases: () => LIES().flatMap((lie, index) => regions(lie, 1800 + index)),
};

function LIES(): readonly Lie[] {
  return [
    {},
    { crop: { x: 40, y: 25, margin: 30 } },
    { crop: { x: -120, y: 300, margin: 0 } },
    { userUnit: 2 },
  ];
}

function regions(lie: Lie, seed: number): readonly MatrixCase[] {
  const look = lookOf(seed);
  const paragraphs = take(dealer(seed), 4);
  const document = makeDocument(look, [{ paragraphs, lie }]);
  const [first = '', second = '', , last = ''] = paragraphs;
  return [...rightRegions(document, second, last), ...wrongRegions(document, first, second)];
}

function rightRegions(document: MadeDocument, second: string, last: string): readonly MatrixCase[] {
  const { width, height } = document.look;
  const [x0, y0, x1, y1] = boxOf(document, 0, second);
  const right = (title: string, claim: MatrixCase['claim']): MatrixCase => ({
    title,
    document,
    claim,
    expected: holds({ evidence_page: 0 }),
  });
  return [
    right('points of the displayed page', regionOn(0, [x0, y0, x1, y1], second)),
    right(
      'fractions of the displayed page',
      regionOn(0, [x0 / width, y0 / height, x1 / width, y1 / height], second, {
        bbox_space: 'display_fraction_top_left',
      }),
    ),
    right(
      'points from the bottom left corner',
      regionOn(0, [x0, height - y1, x1, height - y0], second, {
        bbox_space: 'display_pt_bottom_left',
      }),
    ),
    right(
      'pixels of a picture of the page, with its size',
      regionOn(0, [x0 * 2, y0 * 2, x1 * 2, y1 * 2], second, {
        bbox_space: {
          origin: 'top_left',
          unit: 'pixel',
          page_width: width * 2,
          page_height: height * 2,
        },
      }),
    ),
    right('a box around a quote', quoteOn(0, last, { bbox: boxOf(document, 0, last) })),
    right('presence of a region with text', {
      id: 'c1',
      kind: 'presence',
      page_index: 0,
      bbox: boxOf(document, 0, last),
    }),
  ];
}

function wrongRegions(
  document: MadeDocument,
  first: string,
  second: string,
): readonly MatrixCase[] {
  const { width, height } = document.look;
  const box = boxOf(document, 0, second);
  const half = [box[0], box[1], (box[0] + box[2]) / 2, box[3]];
  const foot = [20, height - 44, 200, height - 10];
  return [
    {
      title: 'the box of another paragraph',
      document,
      claim: regionOn(0, boxOf(document, 0, first), second),
      expected: fails(['evidence_elsewhere_on_page']),
    },
    {
      title: 'the left half of the paragraph',
      document,
      claim: regionOn(0, half, second),
      expected: fails(['evidence_elsewhere_on_page', ...DIFFERS]),
    },
    {
      title: 'a box below the page',
      document,
      claim: regionOn(0, [20, height + 30, 200, height + 80], second),
      expected: fails(['region_outside_page']),
    },
    {
      title: 'presence of a region without text',
      document,
      claim: { id: 'c1', kind: 'presence', page_index: 0, bbox: foot },
      expected: fails(['region_empty']),
    },
    {
      title: 'a declared page size that the page does not have',
      document,
      claim: regionOn(0, box, second, {
        bbox_space: {
          origin: 'top_left',
          unit: 'point',
          page_width: width + 40,
          page_height: height,
        },
      }),
      expected: fails(['geometry_mismatch']),
    },
  ];
}
