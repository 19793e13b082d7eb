import { put } from '../../../examples/report/typeset.ts';
import { fails, holds, type MatrixCase, type MatrixRow } from '../case.ts';
import { quoteOn, regionOn, valueOn } from '../claims.ts';
import { boxOf, type Lie, lookOf, makeDocument } from '../document.ts';
import { dealer, take } from '../sentences.ts';

/** Pages that the file turns for display; places are those of the page as it is displayed. */
export const rotatedPages: MatrixRow = {
  name: 'rotated pages',
  cases: () => ([90, 180, 270, 0] as const).flatMap((rotate, index) => turned(rotate, index)),
};

function turned(rotate: 0 | 90 | 180 | 270, seed: number): readonly MatrixCase[] {
  const look = lookOf(seed + 2);
  const deal = dealer(500 + seed);
  const paragraphs = take(deal, 4);
  const lie: Lie = { rotate, ...(seed % 2 === 0 ? {} : { crop: { x: 30, y: 18, margin: 12 } }) };
  const footY = look.height - 90;
  const document = makeDocument(look, [
    {
      paragraphs,
      lie,
      draw: (sheet) => {
        put(sheet, look.margin, footY, '(in thousands of euros)', look.style);
        put(sheet, look.margin, footY + 20, 'Net turnover', look.style);
        put(sheet, look.width - look.margin - 80, footY + 20, '48,213', look.style);
      },
    },
    { paragraphs: take(deal, 4), lie },
  ]);
  const first = paragraphs[0] ?? '';
  const last = paragraphs[3] ?? '';
  const declared = {
    origin: 'top_left',
    unit: 'point',
    page_width: look.height,
    page_height: look.width,
    rotation: rotate === 0 ? 90 : 0,
  };
  return [
    {
      title: `a quote on a page turned by ${rotate} degrees`,
      document,
      claim: quoteOn(0, last),
      expected: holds({ evidence_page: 0, occurrences: 1 }),
    },
    {
      title: `a region of a page turned by ${rotate} degrees`,
      document,
      claim: regionOn(0, boxOf(document, 0, last), last),
      expected: holds({ evidence_page: 0 }),
    },
    {
      title: `a quote bound to a box on a page turned by ${rotate} degrees`,
      document,
      claim: quoteOn(0, first, { bbox: boxOf(document, 0, first) }),
      expected: holds({ evidence_page: 0 }),
    },
    {
      title: `a value in a row of a page turned by ${rotate} degrees`,
      document,
      claim: valueOn(0, 'Net turnover', { expected_text: '48,213', scale: '1000', unit: 'EUR' }),
      expected: holds({ match_methods: ['value_in_row'], observed_value: '48213000' }),
    },
    {
      title: `the box of another paragraph, page turned by ${rotate} degrees`,
      document,
      claim: regionOn(0, boxOf(document, 0, first), last),
      expected: fails(['evidence_elsewhere_on_page']),
    },
    {
      title: `coordinates declared for the page before it was turned by ${rotate} degrees`,
      document,
      claim: regionOn(0, [10, 10, 200, 200], last, { bbox_space: declared }),
      expected: fails(['geometry_mismatch']),
    },
    {
      title: `the other page, turned by ${rotate} degrees too, is cited`,
      document,
      claim: quoteOn(1, last),
      expected: fails(['evidence_on_other_page'], { actions: ['repoint'], repoint_to: 0 }),
    },
  ];
}
