import { describe, expect, it } from 'vitest';
import type { ReadFailure } from '../../src/evidence/ports.ts';
import { envelopeEntry, quoteEntry } from '../support/plan.ts';
import { outcomes, verifyDrawn } from '../support/verify-drawn.ts';

const ENTRY = envelopeEntry('report', [
  quoteEntry('shown', 1, 'Costs were low and fell further.'),
  quoteEntry('absent', 2, 'Nobody ever wrote this sentence anywhere.'),
]);

const imageCheck = (verdict: { checks: readonly { check: string }[] } | undefined) =>
  verdict?.checks.find(({ check }) => check === 'image');

describe('the picture of the page', () => {
  it('is asked for what would be verified, and for nothing else', async () => {
    const asked: number[] = [];
    const onSight = (pageIndex: number) => {
      asked.push(pageIndex);
      return Promise.resolve({ state: 'seen' as const });
    };
    const { verdicts } = await verifyDrawn([ENTRY], undefined, { onSight });
    expect(outcomes(verdicts)).toEqual(['verified', 'text_not_found']);
    expect(asked).toEqual([1]);
    expect(imageCheck(verdicts[0])).toMatchObject({ outcome: 'pass' });
    expect(imageCheck(verdicts[1])).toMatchObject({ outcome: 'skipped' });
  });

  it('that does not show the evidence makes it hidden text', async () => {
    const onSight = () => Promise.resolve({ state: 'unseen' as const, unseen_count: 3 });
    const { verdicts } = await verifyDrawn([ENTRY], undefined, { onSight });
    expect(verdicts[0]).toMatchObject({
      status: 'inconsistent',
      reason: 'hidden_text',
      match_method: null,
      proposal: { action: 'flag' },
      evidence: { page_index: 1 },
    });
    expect(imageCheck(verdicts[0])).toMatchObject({ outcome: 'fail', reason: 'hidden_text' });
  });

  it('that cannot tell leaves the claim verified under a limitation', async () => {
    const onSight = () =>
      Promise.resolve({ state: 'not_proved' as const, cause: 'font_not_drawable' as const });
    const { verdicts, sink } = await verifyDrawn([ENTRY], undefined, { onSight });
    expect(outcomes(verdicts)).toEqual(['verified', 'text_not_found']);
    expect(verdicts[0]?.limitations).toContain('visibility_not_proved');
    expect(imageCheck(verdicts[0])).toMatchObject({
      outcome: 'informative',
      detail: 'font_not_drawable',
    });
    expect(sink.facts()?.machine_outcomes).toEqual([]);
  });

  it('that the machine could not draw is tried again alone, then told apart', async () => {
    const stall: ReadFailure = { reason: 'parse_timeout', detail: 'stalled', is_of_machine: true };
    let tries = 0;
    const onSight = () => {
      tries += 1;
      return Promise.resolve(stall);
    };
    const { verdicts, sink } = await verifyDrawn([ENTRY], undefined, { onSight });
    expect(tries).toBe(2);
    expect(outcomes(verdicts)).toEqual(['verified', 'text_not_found']);
    expect(verdicts[0]?.limitations).toContain('visibility_not_proved');
    expect(sink.facts()?.machine_outcomes).toMatchObject([{ claim_index: 0, detail: 'stalled' }]);
  });

  it('of a document that cannot be drawn costs no claim', async () => {
    const refused: ReadFailure = { reason: 'corrupt', detail: 'no', is_of_machine: false };
    const { verdicts, sink } = await verifyDrawn([ENTRY], undefined, {
      onSight: () => Promise.resolve(refused),
    });
    expect(outcomes(verdicts)).toEqual(['verified', 'text_not_found']);
    expect(imageCheck(verdicts[0])).toMatchObject({ detail: 'page_not_drawable' });
    expect(sink.facts()?.machine_outcomes).toEqual([]);
  });
});
