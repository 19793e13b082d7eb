import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageDrawing } from '../../src/evidence/drawing.ts';
import { judgeVisibility } from '../../src/layout/visibility.ts';
import { drawing, type GlyphExtra } from '../support/drawing.ts';

/** Ten points under the text's baseline at (20, 50), far around `word`. */
const AROUND = [10, 30, 120, 60] as const;

/** The one judgement that all glyphs share, as `state` or `unseen/cause`. */
function judge(page: PageDrawing): string {
  const all = judgeVisibility(page).map(({ state, cause }) =>
    cause === null ? state : `${state}/${cause}`,
  );
  expect(all.length).toBe(page.glyphs.length);
  return [...new Set(all)].join(' ');
}

function judgeText(extra: GlyphExtra): string {
  return judge(drawing().text('word', 20, 50, extra).done());
}

describe('what a glyph says of itself', () => {
  it('black print on the bare page is seen', () => {
    expect(judgeText({})).toBe('seen');
  });

  it.each([
    ['rendering mode 3', { render_mode: 3 }, 'invisible_mode'],
    ['rendering mode 7 without a paint through it', { render_mode: 7 }, 'invisible_mode'],
    ['fill alpha 0', { fill_alpha: 0 }, 'transparent'],
    ['fill alpha 0.02', { fill_alpha: 0.02 }, 'transparent'],
    ['stroke alpha 0 in mode 1', { render_mode: 1, stroke_alpha: 0 }, 'transparent'],
    ['both alphas 0 in mode 2', { render_mode: 2, fill_alpha: 0, stroke_alpha: 0 }, 'transparent'],
    ['an empty clip', { clip: null }, 'clipped_away'],
    ['a clip elsewhere', { clip: [100, 60, 200, 100] as const }, 'clipped_away'],
    ['a switched-off layer', { layer_on: false }, 'layer_off'],
    ['type of 0.3 pt', { size: 0.3 }, 'too_small'],
    ['horizontal scaling 0', { advance: 0 }, 'too_small'],
    ['white on white', { fill: '#ffffff' }, 'same_colour'],
    ['97 % grey on white', { fill: '#f7f7f7' }, 'same_colour'],
    ['a procedure that paints nothing', { draws_nothing: true }, 'draws_nothing'],
    [
      'mode 7 with a white paint through it',
      { render_mode: 7, painted_through: true, fill: '#ffffff' },
      'same_colour',
    ],
    ['a white outline on white', { render_mode: 1, stroke: '#ffffff' }, 'same_colour'],
  ])('%s is unseen', (_name, extra, cause) => {
    expect(judgeText(extra)).toBe(`unseen/${cause}`);
  });

  it.each([
    ['an outline', { render_mode: 1, fill: '#ffffff' }],
    ['white with a black outline', { render_mode: 2, fill: '#ffffff' }],
    ['an invisible fill with a visible outline', { render_mode: 2, fill_alpha: 0 }],
    ['mode 7 with a paint through it', { render_mode: 7, painted_through: true }],
    ['pure yellow', { fill: '#ffff00' }],
    ['half transparent black', { fill_alpha: 0.5 }],
  ])('%s is seen', (_name, extra) => {
    expect(judgeText(extra)).toBe('seen');
  });

  it.each([
    ['a soft mask', { soft_mask: true }],
    ['a pattern as ink', { fill: null }],
    ['very light grey', { fill: '#ebebeb' }],
    ['black of an opacity of 0.08', { fill_alpha: 0.08 }],
    ['a clip that leaves a sliver', { clip: [0, 46, 200, 47.5] as const }],
  ])('%s may be unseen', (_name, extra) => {
    expect(judgeText(extra)).toBe('maybe');
  });

  it('a glyph is off the page when its centre is', () => {
    expect(judge(drawing().text('ab', 196, 50).done())).toBe('seen unseen/off_page');
    expect(judge(drawing().text('ab', 20, -1).done())).toBe('unseen/off_page');
    expect(judge(drawing().text('ab', 20, Number.NaN).done())).toBe('unseen/off_page');
  });

  it('an accent without width is seen where a letter without width is not', () => {
    expect(judge(drawing().text('\u0301', 20, 50, { advance: 0 }).done())).toBe('seen');
  });

  it('the size of a Type 3 font says nothing', () => {
    const fonts = [{ name: 'T', embedded: true, type3: true, vertical: false }];
    expect(judge(drawing().text('a', 20, 50, { size: 0.01 }).done({ fonts }))).toBe('seen');
  });

  it('white space has no ink and is hidden only with its place', () => {
    const white = drawing().text(' \u00a0', 20, 50, { fill: '#ffffff', fill_alpha: 0 });
    expect(judge(white.rectangle(AROUND, '#000000').done())).toBe('seen');
    expect(judge(drawing().text(' ', 20, 50, { render_mode: 3 }).done())).toBe(
      'unseen/invisible_mode',
    );
  });
});

describe('the ground behind a glyph', () => {
  it.each([
    ['rectangle', {}],
    ['polygon', { is_rectangle: false, outline: [[10, 30, 120, 30, 120, 60, 10, 60]] }],
    [
      'fat stroke',
      { kind: 'stroke', is_rectangle: false, outline: [[10, 45, 120, 45]], line_width: 30 },
    ],
  ] as const)('white on a black %s is seen, and black on it is not', (_name, extra) => {
    const white = drawing().rectangle(AROUND, '#000000', extra).text('w', 20, 50, {
      fill: '#ffffff',
    });
    expect(judge(white.done())).toBe('seen');
    const black = drawing().rectangle(AROUND, '#000000', extra).text('w', 20, 50);
    expect(judge(black.done())).toBe('unseen/same_colour');
  });

  it('grey on the same grey is unseen', () => {
    const page = drawing().rectangle(AROUND, '#808080').text('word', 20, 50, { fill: '#7c7c7c' });
    expect(judge(page.done())).toBe('unseen/same_colour');
  });

  it('only the topmost fill counts', () => {
    const page = drawing().rectangle(AROUND, '#000000').rectangle(AROUND, '#ffffff');
    expect(judge(page.text('word', 20, 50, { fill: '#ffffff' }).done())).toBe('unseen/same_colour');
  });

  it('a hairline behind white print does not make it seen', () => {
    const page = drawing().rectangle([10, 46.5, 120, 46.9], '#000000');
    expect(judge(page.text('word', 20, 50, { fill: '#ffffff' }).done())).toBe('maybe');
  });

  it('white print that leaves its band is doubtful only where most of it is lost', () => {
    const white: GlyphExtra = { fill: '#ffffff' };
    const low = drawing().rectangle([10, 48.5, 120, 60], '#000000').text('w', 20, 50, white);
    expect(judge(low.done())).toBe('maybe');
    const high = drawing().rectangle([10, 45.5, 120, 60], '#000000').text('w', 20, 50, white);
    expect(judge(high.done())).toBe('seen');
  });

  it.each(['image', 'shading', 'pattern'] as const)('on an %s nothing is flagged', (kind) => {
    const page = drawing().paint({ kind, bbox: AROUND }).text('word', 20, 50, { fill: '#ffffff' });
    expect(judge(page.done())).toBe('seen');
  });

  it('a band whose clip is not known raises no flag against white print', () => {
    const page = drawing().rectangle(AROUND, '#000000', { opaque: false });
    expect(judge(page.text('w', 20, 50, { fill: '#ffffff' }).done())).toBe('seen');
  });

  it('white print on a white panel whose clip is not known is unseen either way', () => {
    const page = drawing().rectangle(AROUND, '#fefefe', { opaque: false });
    expect(judge(page.text('w', 20, 50, { fill: '#ffffff' }).done())).toBe('unseen/same_colour');
  });

  it('a highlighter multiplies into the ground', () => {
    const marked = drawing().rectangle(AROUND, '#ffff00', { blend_mode: 'Multiply' });
    expect(judge(marked.text('w', 20, 50, { fill: '#ffff00' }).done())).toBe('unseen/same_colour');
  });

  it('a hole in an outline is not painted, by either fill rule', () => {
    const outer = [10, 30, 120, 30, 120, 60, 10, 60];
    const alike = [15, 35, 100, 35, 100, 55, 15, 55];
    const against = [15, 35, 15, 55, 100, 55, 100, 35];
    const onRing = (hole: number[], even_odd: boolean): string => {
      const ring = { is_rectangle: false, outline: [outer, hole], even_odd };
      return judge(drawing().rectangle(AROUND, '#000000', ring).text('w', 20, 50).done());
    };
    expect(onRing(against, false)).toBe('seen');
    expect(onRing(alike, true)).toBe('seen');
    expect(onRing(alike, false)).toBe('unseen/same_colour');
  });
});

describe('what is painted over a glyph', () => {
  it.each([
    ['a rectangle', { kind: 'fill', color: '#ffffff' }],
    ['a black rectangle', { kind: 'fill', color: '#000000' }],
    ['an opaque image', { kind: 'image' }],
    ['an annotation', { kind: 'fill', color: '#ffffff', drawn_by: 'annotation' }],
    [
      'a polygon',
      {
        kind: 'fill',
        color: '#ffffff',
        is_rectangle: false,
        outline: [[14, 30, 116, 30, 120, 34, 120, 56, 116, 60, 14, 60, 10, 56, 10, 34]],
      },
    ],
    [
      'a fat stroke',
      {
        kind: 'stroke',
        color: '#ffffff',
        is_rectangle: false,
        outline: [[10, 47, 120, 47]],
        line_width: 20,
      },
    ],
  ] as const)('%s covers it', (_name, paint) => {
    const page = drawing()
      .text('word', 20, 50)
      .paint({ bbox: AROUND, ...paint });
    expect(judge(page.done())).toBe('unseen/covered');
  });

  it('two adjoining rectangles cover together', () => {
    const page = drawing()
      .text('w', 20, 50)
      .rectangle([10, 30, 120, 46], '#ffffff')
      .rectangle([10, 46, 120, 60], '#ffffff');
    expect(judge(page.done())).toBe('unseen/covered');
  });

  it('a bar over the letters covers them although their box is taller', () => {
    const page = drawing().text('word', 20, 50).rectangle([10, 43, 120, 51], '#000000');
    expect(judge(page.done())).toBe('unseen/covered');
  });

  it.each([
    ['painted before it', { order: 0 }],
    ['of no opacity', { alpha: 0 }],
    ['of half opacity', { alpha: 0.5 }],
    ['in a switched-off layer', { layer_on: false }],
    ['that multiplies', { blend_mode: 'Multiply' }],
  ])('a cover %s does not cover', (_name, extra) => {
    const page = drawing().text('word', 20, 50).rectangle(AROUND, '#ffff80', extra);
    expect(judge(page.done())).toBe('seen');
  });

  it('an underline painted later does not cover, nor does a strike-through', () => {
    const page = drawing().text('word', 20, 50);
    page.rectangle([10, 50.5, 120, 51.2], '#000000').rectangle([10, 46.4, 120, 47.1], '#000000');
    expect(judge(page.done())).toBe('seen');
  });

  it.each([
    ['a shading', { kind: 'shading' }],
    ['a pattern', { kind: 'pattern' }],
    ['an image with alpha', { kind: 'image', opaque: false }],
    ['a white fill of 0.85', { kind: 'fill', color: '#ffffff', alpha: 0.85 }],
    [
      'a path of unknown outline',
      { kind: 'fill', color: '#ffffff', opaque: true, is_rectangle: false },
    ],
  ] as const)('%s over it may hide it', (_name, paint) => {
    const page = drawing()
      .text('word', 20, 50)
      .paint({ bbox: AROUND, ...paint });
    expect(judge(page.done())).toBe('maybe');
  });

  it('the paint that shows a clip of text is no cover', () => {
    const page = drawing()
      .text('word', 20, 50, { render_mode: 7, painted_through: true })
      .rectangle([20, 42, 40, 52], '#000000', { opaque: false });
    expect(judge(page.done())).toBe('seen');
  });
});

describe('laws', () => {
  const box = fc
    .tuple(fc.double({ min: 0, max: 150 }), fc.double({ min: 0, max: 80 }), fc.nat(60), fc.nat(30))
    .map(([x, y, w, h]) => [x, y, x + w + 1, y + h + 1] as const);
  const grey = fc.constantFrom('#000000', '#808080', '#ffffff');

  it('a last opaque cover over the whole page hides every glyph, whatever lies below', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(box, grey), { maxLength: 30 }), (paints) => {
        const page = drawing().text('some words', 20, 50);
        for (const [bbox, color] of paints) page.rectangle(bbox, color);
        page.rectangle([-10, -10, 300, 300], '#ffffff');
        const states = judgeVisibility(page.done()).map(({ state }) => state);
        expect(states.filter((state) => state !== 'unseen').length).toBe(1);
      }),
    );
  });

  it('what is painted elsewhere changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(box, grey), { maxLength: 30 }), (paints) => {
        const page = drawing();
        const far = paints.filter(([bbox]) => bbox[0] > 60 || bbox[1] > 55);
        for (const [bbox, color] of far) page.rectangle(bbox, color);
        page.text('word', 20, 50);
        for (const [bbox, color] of far) page.rectangle(bbox, color);
        expect(judge(page.done())).toBe('seen');
      }),
    );
  });

  it('opposite colours on one ground are never both unseen', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(box, grey), { maxLength: 10 }), (paints) => {
        const page = drawing();
        for (const [bbox, color] of paints) page.rectangle(bbox, color);
        page.text('w', 20, 50).text('w', 20, 50, { fill: '#ffffff' });
        const [black, white] = judgeVisibility(page.done());
        expect(black?.state === 'unseen' && white?.state === 'unseen').toBe(false);
      }),
    );
  });
});

describe('crowded pages', () => {
  it('judges 20,000 glyphs among 20,000 paints in a moment', () => {
    const page = drawing();
    for (let at = 0; at < 10_000; at += 1) {
      const x = (at % 100) * 6;
      const y = Math.floor(at / 100) * 7.9;
      page.rectangle([x, y, x + 6, y + 7.9], at % 2 === 0 ? '#ffffff' : '#eeeeee');
      page.rectangle([0, y, 612, y + 0.5], '#000000');
    }
    for (let at = 0; at < 20_000; at += 1) {
      page.text('x', (at % 200) * 3, 5 + Math.floor(at / 200) * 7.9, { size: 5 });
    }
    const started = performance.now();
    judgeVisibility(page.done({ width: 612, height: 792 }));
    // About 0.3 s on a free core; the bound only tells near linear from quadratic (over a minute).
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
