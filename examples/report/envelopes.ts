import { pageOf } from './build.ts';
import { type Editions, type ExampleEnvelope, right, wrong } from './example.ts';
import { quote, rightClaims } from './right-claims.ts';
import { wrongClaims } from './wrong-claims.ts';

/** Source ids: the names of the documents under `sources`, without their extension. */
export const REVISED = 'annual-report-2025';
export const FIRST = 'annual-report-2025-first-edition';

const SENTENCE = 'No customer data was lost.';

/** All envelopes of the examples, in the order of the file. */
export function exampleEnvelopes(editions: Editions): readonly ExampleEnvelope[] {
  const current = { source_id: REVISED, document_fingerprint: editions.revised_fingerprint };
  return [
    {
      head: { request_id: 'right', ...current, page_count: editions.revised.page_count },
      examples: rightClaims(editions.revised),
    },
    { head: { request_id: 'wrong', ...current }, examples: wrongClaims(editions.revised) },
    ...versions(editions),
    { head: { request_id: 'unreadable', ...current }, examples: unreadable() },
    {
      head: { request_id: 'unreadable-same-ids', ...current },
      examples: ['first', 'second'].map((word) =>
        wrong(
          { id: 'twin', kind: 'quote', page_index: 1, expected_text: `The ${word} of two claims.` },
          'invalid',
          ['duplicate_id'],
          'Two claims of the envelope share an id.',
        ),
      ),
    },
    ...sources(editions),
  ];
}

function versions(editions: Editions): readonly ExampleEnvelope[] {
  const { first } = editions;
  const cited = 'No single customer accounted for more than 14% of revenue.';
  const employees = {
    id: 'version-row',
    kind: 'value',
    page_index: pageOf(first, cited),
    row_label: 'Number of employees',
    expected_text: '3,285',
  };
  return [
    {
      head: {
        request_id: 'first-edition',
        source_id: FIRST,
        document_fingerprint: editions.first_fingerprint,
      },
      examples: [
        right(
          quote(first, 'version-quote', cited),
          'Cited from the first edition, checked against it.',
        ),
        right(employees, 'The number as the first edition printed it.'),
      ],
    },
    {
      head: {
        request_id: 'stale',
        source_id: REVISED,
        document_fingerprint: editions.first_fingerprint,
      },
      examples: [
        wrong(
          quote(first, 'version-quote', cited),
          'stale',
          ['fingerprint_mismatch'],
          'Cited from the first edition; the sentence still stands, one page later.',
        ),
        wrong(
          employees,
          'stale',
          ['fingerprint_mismatch'],
          'Cited from the first edition; the number was corrected since.',
        ),
      ],
    },
    {
      head: { request_id: 'no-version', source_id: REVISED },
      examples: [
        wrong(
          quote(editions.revised, 'version-missing', cited),
          'stale',
          ['fingerprint_missing'],
          'The envelope does not say which version was cited.',
        ),
      ],
    },
  ];
}

function unreadable(): ExampleEnvelope['examples'] {
  return [
    wrong(
      { id: 'field-misspelt', kind: 'quote', page_indx: 3, expected_text: SENTENCE },
      'invalid',
      ['unknown_field'],
      'A misspelt locator must not weaken a check.',
    ),
    wrong(
      { id: 'no-place', kind: 'quote', expected_text: SENTENCE },
      'invalid',
      ['missing_locator'],
      'The claim does not say where.',
    ),
    wrong(
      { id: 'no-number', kind: 'value', page_index: 12, row_label: 'Revenue' },
      'invalid',
      ['missing_expectation'],
      'The claim does not say how much.',
    ),
    wrong(
      {
        id: 'two-numbers',
        kind: 'value',
        page_index: 12,
        row_label: 'Revenue',
        expected_text: '486.2',
        expected_value: '418600000',
      },
      'invalid',
      ['conflicting_expectations'],
      'The printed text and the value contradict each other.',
    ),
    wrong(
      { id: 'no-such-kind', kind: 'footnote', page_index: 3, expected_text: SENTENCE },
      'invalid',
      ['schema'],
      'There is no such kind of claim.',
    ),
  ];
}

function sources(editions: Editions): readonly ExampleEnvelope[] {
  const claim = {
    id: 'source-claim',
    kind: 'quote',
    page_index: 0,
    expected_text: 'Annual Report',
  };
  const version = { document_fingerprint: editions.revised_fingerprint };
  return [
    {
      head: { request_id: 'no-document', source_id: 'annual-report-2019', ...version },
      examples: [wrong(claim, 'source_error', ['source_missing'], 'There is no such document.')],
    },
    {
      head: { request_id: 'outside', source_id: '../private/minutes', ...version },
      examples: [
        wrong(claim, 'denied', ['source_not_authorized'], 'The source lies outside the folder.'),
      ],
    },
  ];
}
