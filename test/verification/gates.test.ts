import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/contracts/claim.ts';
import type { BboxSpace } from '../../src/contracts/locator.ts';
import type { LabelSource } from '../../src/contracts/page-label.ts';
import type { DocumentGrounding, LabelMap } from '../../src/evidence/grounding.ts';
import { resolvePage } from '../../src/verification/gates/page.ts';
import { resolveRegion, spansInside } from '../../src/verification/gates/region.ts';
import { documentOf, pageOf } from '../support/page.ts';

const document: DocumentGrounding = { ...documentOf(pageOf('x')), page_count: 10 };

function labelMap(
  labels: Readonly<Record<number, string>>,
  source: LabelSource = 'printed_folio',
): LabelMap['labels'] {
  return Object.entries(labels).map(([index, label]) => ({
    page_index: Number(index),
    label,
    source,
  }));
}

function mapOf(...labels: LabelMap['labels'][]): LabelMap {
  return { labels: labels.flat(), unread: [] };
}

function cite(fields: Partial<Extract<Claim, { kind: 'quote' }>>): Claim {
  return { kind: 'quote', id: 'q', expected_text: 'x', ...fields };
}

function reasonOf(claim: Claim, labels: LabelMap | null): string {
  const page = resolvePage(claim, document, labels);
  return page.outcome === 'failed' ? page.reason : `page ${page.page_index}`;
}

describe('the page gate', () => {
  const printed = mapOf(labelMap({ 2: '1', 3: '2', 4: '3', 6: '5', 7: '2' }));

  test.each([
    ['an index in range', { page_index: 9 }, null, 'page 9'],
    ['an index past the end', { page_index: 10 }, null, 'page_out_of_range'],
    ['a label that one page carries', { page_label: '3' }, printed, 'page 4'],
    ['a label that two pages carry', { page_label: '2' }, printed, 'page_label_ambiguous'],
    ['a label that no page carries', { page_label: 'xiv' }, printed, 'page_label_not_found'],
    ['index and label that agree', { page_index: 3, page_label: '2' }, printed, 'page 3'],
    [
      'index and a label of another page',
      { page_index: 3, page_label: '3' },
      printed,
      'page_label_mismatch',
    ],
    [
      'a label no page carries, on a labelled page',
      { page_index: 3, page_label: '9' },
      printed,
      'page_label_mismatch',
    ],
    [
      'an unprinted label that the neighbours suggest',
      { page_index: 5, page_label: '4' },
      printed,
      'no_page_labels',
    ],
    [
      'an unlabelled page and a label of another page',
      { page_index: 0, page_label: '5' },
      printed,
      'page_label_mismatch',
    ],
    [
      'an unlabelled page and a label of no page',
      { page_index: 0, page_label: 'iv' },
      printed,
      'page_label_not_found',
    ],
    [
      'an element of another page',
      { page_index: 3, element_id: 'p4-e1' },
      null,
      'locator_conflict',
    ],
    ['an element alone', { element_id: 'p4-e1' }, null, 'page 4'],
    ['a break to the next page', { page_index: 3, page_index_end: 4 }, null, 'page 3'],
    [
      'a break to a page further on',
      { page_index: 3, page_index_end: 5 },
      null,
      'locator_conflict',
    ],
    [
      'a break past the last page',
      { page_index: 9, page_index_end: 10 },
      null,
      'page_out_of_range',
    ],
  ])('%s', (_name, fields, labels, expected) => {
    expect(reasonOf(cite(fields), labels)).toBe(expected);
  });

  test('an index past the end of a damaged page tree is a limit', () => {
    const damaged = { ...document, degraded: ['pages_uncounted'] };
    expect(resolvePage(cite({ page_index: 10 }), damaged, null)).toMatchObject({
      reason: 'degraded_parse',
    });
  });

  test('a label that one source gives and another denies passes with a limitation', () => {
    const labels = mapOf(labelMap({ 3: 'iv' }, 'pdf_dictionary'), labelMap({ 3: '2' }));
    const page = resolvePage(cite({ page_index: 3, page_label: '2' }), document, labels);
    expect(page).toMatchObject({
      outcome: 'resolved',
      page_label: '2',
      limitations: ['label_sources_disagree'],
      detail: 'label "2" from printed_folio',
    });
  });

  test('a label read from the page alone, outside every run, passes with a limitation', () => {
    const isolated = labelMap({ 0: 'iv' });
    const labels = { ...printed, isolated };
    const page = resolvePage(cite({ page_index: 0, page_label: 'iv' }), document, labels);
    expect(page).toMatchObject({ outcome: 'resolved', limitations: ['label_isolated'] });
    expect(reasonOf(cite({ page_index: 0, page_label: 'v' }), labels)).toBe('page_label_not_found');
  });

  test('a spread that prints two labels carries both', () => {
    const labels = mapOf(labelMap({ 3: '8' }), labelMap({ 3: '9' }));
    for (const page_label of ['8', '9']) {
      expect(resolvePage(cite({ page_index: 3, page_label }), document, labels)).toMatchObject({
        outcome: 'resolved',
        limitations: [],
      });
    }
  });

  test('a label of the text alone that both sources give is one page', () => {
    const labels = mapOf(labelMap({ 3: '4' }, 'pdf_dictionary'), labelMap({ 3: '4' }));
    expect(reasonOf(cite({ page_label: '4' }), labels)).toBe('page 3');
  });
});

describe('the region gate', () => {
  const page = { ...pageOf('alpha\n\nbeta'), width: 600, height: 800, rotation: 90 as const };

  test.each<[string, BboxSpace | undefined, readonly number[] | string]>([
    ['points from the top left', undefined, [10, 20, 30, 40]],
    ['points from the bottom left', 'display_pt_bottom_left', [10, 760, 30, 780]],
    [
      'the declared rotation of the page',
      { origin: 'top_left', unit: 'point', rotation: 90 },
      [10, 20, 30, 40],
    ],
    ['another rotation', { origin: 'top_left', unit: 'point', rotation: 0 }, 'geometry_mismatch'],
    ['another size', { origin: 'top_left', unit: 'point', page_width: 612 }, 'geometry_mismatch'],
    [
      'pixels of a known picture',
      { origin: 'top_left', unit: 'pixel', page_width: 1200, page_height: 1600 },
      [5, 10, 15, 20],
    ],
    ['pixels of an unknown picture', { origin: 'top_left', unit: 'pixel' }, 'no_geometry'],
    ['the media box', { origin: 'top_left', unit: 'point', box: 'media' }, 'no_geometry'],
    ['inches', { origin: 'top_left', unit: 'inch' }, 'region_outside_page'],
  ])('%s', (_name, space, expected) => {
    const region = resolveRegion([10, 20, 30, 40], space, page);
    if (typeof expected === 'string') expect(region).toMatchObject({ reason: expected });
    else expect(region).toEqual({ outcome: 'resolved', bbox: expected });
  });

  test('a character is inside where its centre is', () => {
    const [box] = [page.lines[0]?.bbox ?? [0, 0, 0, 0]];
    const half = [box[0], box[1], box[0] + 12, box[3]] as const;
    const spans = spansInside(page, half);
    expect(spans.map(({ start, end }) => page.text.slice(start, end))).toEqual(['alp']);
  });
});
