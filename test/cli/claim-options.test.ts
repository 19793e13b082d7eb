import { describe, expect, it } from 'vitest';
import { type ClaimOptions, envelopeFrom } from '../../src/cli/claim-options.ts';
import { readPages } from '../../src/cli/page-choice.ts';
import { envelopeSchema } from '../../src/contracts/envelope.ts';

const FINGERPRINT = `sha256:${'0'.repeat(64)}`;

function claimOf(options: ClaimOptions): unknown {
  return envelopeSchema.parse(envelopeFrom(options, 'report.pdf', FINGERPRINT)).claims[0];
}

describe('a claim made of options', () => {
  it.each([
    [{ quote: 'x' }, 'quote'],
    [{ quote: 'x', bbox: '0,0,600,200' }, 'quote'],
    [{ value: '1,234', row: 'Net sales' }, 'value'],
    [{ expectedValue: '12400000', scale: '1000000', unit: 'USD' }, 'value'],
    [{ bbox: '0,0,600,200' }, 'presence'],
    [{ element: 'p0-e1' }, 'presence'],
    [{}, 'page'],
  ])('%j is of kind %s', (options, kind) => {
    expect(claimOf({ page: '1', ...options })).toMatchObject({ kind, page_index: 0 });
  });

  it('holds nothing that was not given', () => {
    expect(claimOf({ label: 'iv', quote: 'x' })).toEqual({
      id: 'check',
      kind: 'quote',
      page_label: 'iv',
      expected_text: 'x',
    });
  });
});

describe('pages as a viewer counts them', () => {
  it('become indices from zero, each once', () => {
    expect(readPages('18')).toEqual([17]);
    expect(readPages('1, 4-6,5')).toEqual([0, 3, 4, 5]);
  });

  it.each(['', '0', '3-1', 'x', '1-', '1-9999999', '-1'])('%j is refused', (text) => {
    expect(() => readPages(text)).toThrow('counts from 1');
  });
});
