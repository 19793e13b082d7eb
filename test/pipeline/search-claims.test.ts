import { describe, expect, it } from 'vitest';
import { createBatch, createCollectingSink, runBatch } from '../support/batch.ts';
import { createDrawnLibrary } from '../support/drawn-library.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';
import { openStore, outcomes, verifyDrawn } from '../support/verify-drawn.ts';

/** Forty pages, each with words of its own. */
const LONG = Array.from({ length: 40 }, (_, index) => {
  const word = String.fromCharCode(97 + (index % 26), 107 + (index % 13), 104).repeat(3);
  return `The ${word} committee met in ${word}hall ${index}.\n\n${index + 1}`;
});

/** What page `index` alone says. */
function sentenceOf(index: number): string {
  return LONG[index]?.split('\n')[0] ?? '';
}

describe('the search for the evidence of a failed claim', () => {
  it('reads only the pages that may hold it', async () => {
    const read: number[] = [];
    const { verdicts, sink } = await verifyDrawn(
      [envelopeEntry('long', [quoteEntry('a', 2, sentenceOf(31))])],
      { long: LONG },
      {
        onRead: (_name, pages) => {
          read.push(...pages);
          return Promise.resolve(null);
        },
      },
    );
    expect(outcomes(verdicts)).toEqual(['evidence_on_other_page']);
    expect(verdicts[0]?.proposal).toMatchObject({ page_index: 31, scope: 'document' });
    expect(read).toContain(31);
    expect(new Set(read).size).toBeLessThan(LONG.length);
    expect(sink.facts()?.counters).toMatchObject({ pages_raw: LONG.length });
  });

  it('rules nothing out where the renderer cannot say what a page holds', async () => {
    const onRaw = () =>
      Promise.resolve({ reason: 'corrupt', detail: 'no', is_of_machine: false } as const);
    const entries = [envelopeEntry('long', [quoteEntry('a', 2, sentenceOf(31))])];
    const blind = await verifyDrawn(entries, { long: LONG }, { onRaw });
    const sighted = await verifyDrawn(entries, { long: LONG });
    expect(blind.verdicts).toEqual(sighted.verdicts);
    expect(blind.sink.facts()?.machine_outcomes).toEqual([]);
  });

  it('finds evidence that runs over the break after the cited page', async () => {
    const pages = ['First words of', 'a long sentence that ends here.', 'Other.'];
    const { verdicts } = await verifyDrawn(
      [envelopeEntry('broken', [quoteEntry('a', 0, 'words of a long sentence that ends')])],
      { broken: pages },
    );
    expect(outcomes(verdicts)).toEqual(['evidence_spans_pages']);
  });

  it('goes no further than it is told', async () => {
    const entries = [
      envelopeEntry('long', [
        quoteEntry('far', 2, sentenceOf(31)),
        quoteEntry('near', 2, sentenceOf(4)),
      ]),
    ];
    const told = async (search: 'none' | 'window') => {
      const sink = createCollectingSink();
      const library = createDrawnLibrary({ long: LONG });
      const batch = createBatch({ store: await openStore(), library, sink, search });
      await runBatch(batch, entries);
      return sink.lines().map((line) => {
        const verdict: { reason: string; limitations: string[] } = JSON.parse(line);
        return [verdict.reason, verdict.limitations.includes('other_pages_not_searched')];
      });
    };
    const window = await told('window');
    expect(window[1]).toEqual(['evidence_on_other_page', false]);
    expect(window[0]?.[0]).not.toBe('evidence_on_other_page');
    expect((await told('none')).map(([, isPartial]) => isPartial)).toEqual([true, true]);
  });
});
