import { describe, expect, it } from 'vitest';
import { atLeast, atMost, none, renderTable, share } from '../../bench/accuracy/score.ts';

describe('targets', () => {
  it('compare shares exactly and not as they are printed', () => {
    expect(atLeast('recall', 1989, 2000, 99.5).is_met).toBe(false);
    expect(atLeast('recall', 1990, 2000, 99.5).is_met).toBe(true);
    expect(atMost('false', 1, 199, 0.5).is_met).toBe(false);
    expect(atMost('false', 1, 200, 0.5).is_met).toBe(true);
  });

  it('are not met by an empty set', () => {
    expect(atLeast('recall', 0, 0, 0).is_met).toBe(false);
    expect(none('false', 0, 0).is_met).toBe(false);
    expect(share(0, 0)).toBe('– (0 of 0)');
  });
});

describe('a table of text', () => {
  it('aligns the first column left and numbers right', () => {
    const text = renderTable({
      title: 'Counts',
      head: ['kind', 'n'],
      rows: [
        ['quote', '573'],
        ['a', '4'],
      ],
    });
    expect(text).toBe('Counts\nkind     n\n-----  ---\nquote  573\na        4');
  });
});
