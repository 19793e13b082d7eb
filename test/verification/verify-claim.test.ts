import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/contracts/claim.ts';
import type { EnvelopeHead } from '../../src/contracts/envelope.ts';
import type { PageGrounding } from '../../src/evidence/grounding.ts';
import type { CitedGrounding, Finding } from '../../src/verification/finding.ts';
import { findNearby } from '../../src/verification/repair/nearby.ts';
import { refineAbsence, type SearchReach } from '../../src/verification/repair/propose.ts';
import { findStale, verifyClaim } from '../../src/verification/verify-claim.ts';
import { documentOf, type PageOptions, pageOf } from '../support/page.ts';

const head: EnvelopeHead = {
  request_id: 'r',
  source_id: 's',
  document_fingerprint: `sha256:${'0'.repeat(64)}`,
};

/** A document of the given pages; a page is a picture in characters. */
function documentWith(...pages: readonly (string | [string, PageOptions])[]): CitedGrounding {
  const grounded = pages.map((page, page_index) =>
    typeof page === 'string'
      ? pageOf(page, { page_index })
      : pageOf(page[0], { ...page[1], page_index }),
  );
  const [first] = grounded;
  if (first === undefined) throw new Error('a document has pages');
  const document = { ...documentOf(first), page_count: grounded.length };
  return {
    document,
    labels: null,
    pages: new Map(grounded.map((page) => [page.page_index, page])),
  };
}

function quote(
  expected_text: string,
  fields: Partial<Extract<Claim, { kind: 'quote' }>> = {},
): Claim {
  return { kind: 'quote', id: 'q', page_index: 0, expected_text, ...fields };
}

function find(claim: Claim, cited: CitedGrounding): Finding {
  return verifyClaim(claim, head, cited);
}

/** The finding and proposal after a search of the whole document. */
function refine(claim: Claim, cited: CitedGrounding) {
  const pages: PageGrounding[] = [...cited.pages.values()];
  const nearby = findNearby(claim, cited.document, cited.labels, pages);
  const reach: SearchReach = {
    document: cited.document,
    labels: cited.labels,
    searched: 'document',
    unsearched: [],
  };
  return refineAbsence(claim, find(claim, cited), nearby, reach);
}

describe('quotes on the cited page', () => {
  test('a quote that stands there is verified with offsets, boxes and element', () => {
    const cited = documentWith('Intro line.\n\nRevenue was $12.4 million\nfor the quarter.');
    const finding = find(quote('Revenue was $12.4 million for the quarter.'), cited);
    expect(finding).toMatchObject({
      status: 'verified',
      match_method: 'exact_text',
      occurrences: 1,
    });
    const page = cited.pages.get(0);
    const evidence = finding.evidence;
    expect(page?.text.slice(evidence?.start ?? 0, evidence?.end ?? 0)).toBe(evidence?.text);
    expect(evidence).toMatchObject({ page_index: 0, element_id: 'p0-e1' });
    expect(evidence?.boxes).toHaveLength(2);
  });

  test('every occurrence is counted, and several are a limitation', () => {
    const finding = find(quote('Past results'), documentWith('Past results.\n\nPast results.'));
    expect(finding).toMatchObject({ status: 'verified', occurrences: 2 });
    expect(finding.limitations).toContain('several_occurrences');
  });

  test('near words are a mismatch that shows what differs', () => {
    const cited = documentWith('Revenue increased by 12 percent to a new record level.');
    const finding = find(quote('Revenue decreased by 12 percent to a new record level.'), cited);
    expect(finding).toMatchObject({ status: 'mismatch', reason: 'text_mismatch' });
    expect(finding.difference).toEqual([
      { part: 'both', text: 'Revenue' },
      { part: 'expected', text: 'decreased' },
      { part: 'page', text: 'increased' },
      { part: 'both', text: 'by 12 percent to a new record level' },
    ]);
  });

  test('in a short quote another number is near, another word is not', () => {
    const cited = documentWith('Payment is due within 90 days of receipt.');
    expect(find(quote('within 30 days'), cited).reason).toBe('text_mismatch');
    expect(find(quote('after 30 weeks'), cited).reason).toBe('text_not_found');
  });

  test('a verbatim half with an invented end is partially present', () => {
    const cited = documentWith(
      'The committee reviewed the annual accounts in detail and then rested.',
    );
    const claim = quote(
      'The committee reviewed the annual accounts and found grave errors everywhere.',
    );
    expect(find(claim, cited)).toMatchObject({ reason: 'text_partially_present' });
  });

  test('text that only the file holds is inconsistent, not verified', () => {
    const unseen = [
      { text: 'Secret bonus of 5', bbox: [0, 0, 1, 1], cause: 'same_colour' },
    ] as const;
    const finding = find(quote('Secret bonus of 5'), documentWith(['Plain text.', { unseen }]));
    expect(finding).toMatchObject({ status: 'inconsistent', reason: 'hidden_text' });
  });

  test('an invisible text layer over a scan is not held against the claim', () => {
    const unseen = [
      { text: 'Eichmond fell', bbox: [0, 0, 1, 1], cause: 'invisible_mode' },
    ] as const;
    const cited = documentWith(['49', { unseen, picture_share: 0.9 }]);
    expect(find(quote('Richmond fell'), cited)).toMatchObject({ reason: 'no_ocr' });
    expect(find(quote('Eichmond fell'), cited)).toMatchObject({ reason: 'no_ocr' });
  });

  test('what may be covered verifies only with a limitation', () => {
    const cited = documentWith(['A covered line here.', { maybe_unseen: ['covered'] }]);
    expect(find(quote('A covered line'), cited).limitations).toEqual(['visibility_not_proved']);
  });

  test.each<[string, PageOptions, string]>([
    ['a page read by recovery', { degraded: ['xref'] }, 'degraded_parse'],
    ['a page that is mostly a picture', { picture_share: 0.8 }, 'no_ocr'],
  ])('on %s an absence is a limit, not an accusation', (_name, options, reason) => {
    const finding = find(quote('Something else entirely'), documentWith(['Some text.', options]));
    expect(finding).toMatchObject({ status: 'capability_limited', reason });
  });

  test('a blank page holds nothing, a page of shapes may hold letters turned into outlines', () => {
    const blank = (has_shapes: boolean) =>
      find(quote('Anything'), documentWith(['', { has_shapes }]));
    expect(blank(false).reason).toBe('text_not_found');
    expect(blank(true).reason).toBe('no_text_layer');
  });

  test('unmapped characters are a limit, list marks are not', () => {
    const broken = documentWith('The \ufffdnal certi\ufffdcate was classi\ufffded.');
    expect(find(quote('The final certificate was classified.'), broken)).toMatchObject({
      reason: 'glyphs_unmapped',
    });
    const list = documentWith('\uf0b7  first point\n\uf0b7  second point\n\uf0b7  third point');
    expect(find(quote('a wholly different sentence'), list)).toMatchObject({
      reason: 'text_not_found',
    });
  });
});

describe('ellipses', () => {
  const cited = documentWith(
    'The board approved a dividend of two cents on Monday, payable in June.',
    'The fee will not be raised, and in any case will be refunded to members.',
  );

  test('segments in order in one passage verify with a limitation', () => {
    const finding = find(quote('The board approved a dividend … payable in June.'), cited);
    expect(finding).toMatchObject({ status: 'verified', limitations: ['segments_joined'] });
    expect(finding.evidence?.segments).toHaveLength(2);
  });

  test('segments out of order do not', () => {
    expect(find(quote('payable in June ... The board approved'), cited).status).not.toBe(
      'verified',
    );
  });

  test('a gap that leaves out a negation is a mismatch', () => {
    const finding = find(quote('The fee will ... be raised', { page_index: 1 }), cited);
    expect(finding).toMatchObject({ status: 'mismatch', reason: 'text_mismatch' });
  });
});

describe('targets narrower than the page', () => {
  const cited = documentWith('First paragraph here.\n\nSecond paragraph there.');

  test('a quote in the cited element is verified, one in another is elsewhere on the page', () => {
    const inside = quote('Second paragraph', { element_id: 'p0-e1' });
    const outside = quote('Second paragraph', { element_id: 'p0-e0' });
    expect(find(inside, cited).status).toBe('verified');
    expect(refine(outside, cited).finding).toMatchObject({
      status: 'mismatch',
      reason: 'evidence_elsewhere_on_page',
    });
  });

  test('a region without text keeps its reason, and the proposal shows where the text stands', () => {
    const claim: Claim = {
      kind: 'region',
      id: 'r',
      page_index: 0,
      bbox: [400, 600, 500, 700],
      expected_text: 'Second paragraph',
    };
    const { finding, proposal } = refine(claim, cited);
    expect(finding).toMatchObject({ status: 'not_found', reason: 'region_empty' });
    expect(proposal).toMatchObject({ action: 'flag', evidence: { text: 'Second paragraph' } });
  });

  test('an element that is not there is not found', () => {
    expect(find(quote('x', { element_id: 'p0-e9' }), cited)).toMatchObject({
      reason: 'element_not_found',
    });
  });

  test('ids of another reading are stale, never not found', () => {
    const other: EnvelopeHead = { ...head, grounding_profile: `sha256:${'a'.repeat(64)}` };
    expect(verifyClaim(quote('x', { element_id: 'p0-e9' }), other, cited)).toMatchObject({
      status: 'stale',
      reason: 'grounding_profile_changed',
    });
  });
});

describe('page breaks', () => {
  const cited = documentWith(
    ['Body text. The agreement ends\n\n17', { roles: { 1: 'footer' } }],
    ['Annual report\n\non the last day of June. More.', { roles: { 0: 'header' } }],
  );
  const text = 'The agreement ends on the last day of June.';

  test('a quote over a page break is verified where both pages are cited', () => {
    const finding = find(quote(text, { page_index_end: 1 }), cited);
    expect(finding.status).toBe('verified');
    expect(finding.evidence?.segments?.map(({ page_index }) => page_index)).toEqual([0, 1]);
  });

  test('and spans pages where one is cited', () => {
    const { finding, proposal } = refine(quote(text), cited);
    expect(finding).toMatchObject({ status: 'mismatch', reason: 'evidence_spans_pages' });
    expect(proposal.action).toBe('flag');
  });
});

describe('repair', () => {
  const other = 'A sentence that stands on one page alone.';

  test('evidence on exactly one other page is proposed and never verifies the cited one', () => {
    const { finding, proposal } = refine(quote(other), documentWith('Cited.', 'Between.', other));
    expect(finding).toMatchObject({ status: 'mismatch', reason: 'evidence_on_other_page' });
    expect(proposal).toMatchObject({
      action: 'repoint',
      page_index: 2,
      scope: 'window',
      candidates: 1,
    });
  });

  test('beyond the window it must be the only page of the document', () => {
    const far = documentWith('Cited.', '-', '-', '-', other);
    expect(refine(quote(other), far).proposal).toMatchObject({ scope: 'document', page_index: 4 });
    const twice = documentWith('Cited.', '-', '-', '-', other, other);
    expect(refine(quote(other), twice).proposal).toMatchObject({ action: 'flag', candidates: 2 });
  });

  test('plain absence is proposed for removal', () => {
    const { finding, proposal } = refine(
      quote('Nowhere at all in it'),
      documentWith('Cited.', '-'),
    );
    expect(finding.reason).toBe('text_not_found');
    expect(proposal.action).toBe('remove');
  });

  test('a page out of range keeps its reason and may be repointed', () => {
    const past = quote(other, { page_index: 9 });
    const { finding, proposal } = refine(past, documentWith('First.', other));
    expect(finding).toMatchObject({ status: 'not_found', reason: 'page_out_of_range' });
    expect(proposal).toMatchObject({ action: 'repoint', page_index: 1, scope: 'document' });
  });

  test('a wrong label keeps its reason, and the evidence of the cited index is shown', () => {
    const base = documentWith('First.', other);
    const label = { page_index: 1, label: '7', source: 'printed_folio' } as const;
    const cited: CitedGrounding = { ...base, labels: { labels: [label], unread: [] } };
    const { finding, proposal } = refine(quote(other, { page_index: 1, page_label: '8' }), cited);
    expect(finding).toMatchObject({ status: 'mismatch', reason: 'page_label_mismatch' });
    expect(proposal).toMatchObject({ action: 'flag', evidence: { page_index: 1, text: other } });
  });

  test('a limit of the cited page stays a limit, whatever other pages hold', () => {
    const cited = documentWith(['Cited.', { degraded: ['xref'] }], other);
    const { finding, proposal } = refine(quote(other), cited);
    expect(finding.reason).toBe('degraded_parse');
    expect(proposal.action).toBe('flag');
  });

  test('no set of other pages makes or unmakes verified', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), {
      minLength: 2,
      maxLength: 8,
    });
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 4 }), words, (page, others, wanted) => {
        const claim = quote(wanted.join(' '));
        const alone = find(claim, documentWith(page.join(' ')));
        const among = documentWith(page.join(' '), ...others.map((one) => one.join(' ')));
        const { finding } = refine(claim, among);
        expect(finding.status === 'verified').toBe(alone.status === 'verified');
      }),
    );
  });
});

describe('gates before the comparison', () => {
  const observed = `sha256:${'1'.repeat(64)}` as const;

  test('another fingerprint is stale, and nothing after it is compared', () => {
    const finding = findStale(head, observed, { is_fingerprint_required: true });
    expect(finding).toMatchObject({ status: 'stale', reason: 'fingerprint_mismatch' });
    expect(finding?.checks.map(({ outcome }) => outcome)).toEqual([
      'pass',
      'pass',
      'pass',
      'fail',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ]);
  });

  test('a missing fingerprint is stale, or a limitation where it is allowed', () => {
    const { document_fingerprint: _, ...without } = head;
    expect(findStale(without, observed, { is_fingerprint_required: true })).toMatchObject({
      reason: 'fingerprint_missing',
    });
    expect(findStale(without, observed, { is_fingerprint_required: false })).toBeNull();
    expect(verifyClaim(quote('Cited'), without, documentWith('Cited.')).limitations).toEqual([
      'fingerprint_not_given',
    ]);
  });

  test('kinds that are not decided yet say so', () => {
    const claim: Claim = { kind: 'statement', id: 's', page_index: 0, statement: 'It rose.' };
    expect(find(claim, documentWith('It rose.'))).toMatchObject({
      status: 'capability_limited',
      reason: 'unsupported_claim_kind',
    });
  });

  test('a cited page that could not be read is a limit', () => {
    const cited = documentWith('x', 'y');
    const without: CitedGrounding = { ...cited, pages: new Map() };
    expect(find(quote('x'), without)).toMatchObject({ reason: 'degraded_parse' });
  });
});

describe('open gaps', () => {
  test.each([
    ['The group is notable to pay.', 'notable to pay', 16],
    ['Ref 3105 applies.', 'Ref 3105 applies', 6],
  ])('in %j the quote %j is not told', (text, expected, at) => {
    const cited = documentWith(text);
    const page = cited.pages.get(0);
    if (page === undefined) throw new Error('the document has a page');
    const pages = new Map([[0, { ...page, open_joins: [at] }]]);
    expect(find(quote(expected), cited).status).toBe('verified');
    expect(find(quote(expected), { ...cited, pages })).toMatchObject({
      status: 'capability_limited',
      reason: 'spacing_not_established',
    });
  });
});

describe('absences that are named with care', () => {
  test('letters with other spaces between them are not told, but digits are', () => {
    const page = documentWith('Nospaceglyphs at all, and 1 234 567 units.');
    expect(find(quote('No space glyphs at all'), page)).toMatchObject({
      status: 'capability_limited',
      reason: 'spacing_not_established',
    });
    expect(find(quote('1234567 units'), page)).toMatchObject({ reason: 'text_mismatch' });
  });

  test('another form of the same number, and a line read backwards, are near', () => {
    expect(find(quote('caf\u00e9'), documentWith('a cafe\u00b4 here')).reason).toBe(
      'text_mismatch',
    );
    expect(find(quote('1/2'), documentWith('about \u00bd of it')).reason).toBe('text_mismatch');
    expect(find(quote('םולש'), documentWith('שלום')).reason).toBe('text_mismatch');
  });

  test('zero-width characters part words or not: it is not told', () => {
    const page = documentWith('Zero\u200bwidth and word\u2060joiner');
    expect(find(quote('Zerowidth and wordjoiner'), page).reason).toBe('spacing_not_established');
  });
});
