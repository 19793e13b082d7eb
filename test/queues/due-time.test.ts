import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAfter, dueAtOrBefore, type Timing, timingProblem } from '../../src/queues/due-time.ts';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';

/** The due times after one moment up to another, by either function; they must agree. */
function dueBetween(timing: Timing, from: string, to: string): readonly string[] {
  const forward: number[] = [];
  for (let at = dueAfter(Date.parse(from), timing); at !== null && at <= Date.parse(to); ) {
    forward.push(at);
    at = dueAfter(at, timing);
  }
  const backward: number[] = [];
  for (let at = dueAtOrBefore(Date.parse(to), timing); at !== null && at > Date.parse(from); ) {
    backward.unshift(at);
    at = dueAtOrBefore(at - 1_000, timing);
  }
  expect(backward).toEqual(forward);
  return forward.map((at) => new Date(at).toISOString().replace(':00.000Z', 'Z'));
}

describe('a change of the clocks', () => {
  it('leaves out an hour: what is due in it is due when it is over, once', () => {
    const night = (hour: string, minute: string, timezone: string): Timing => ({
      cron: `${minute} ${hour} * * *`,
      timezone,
    });
    const berlin = ['2026-03-28T12:00Z', '2026-03-30T12:00Z'] as const;
    expect(dueBetween(night('2', '30', BERLIN), ...berlin)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:30Z',
    ]);
    expect(dueBetween(night('2', '*/20', BERLIN), ...berlin)).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:00Z',
      '2026-03-30T00:20Z',
      '2026-03-30T00:40Z',
    ]);
    expect(
      dueBetween(night('2', '30', NEW_YORK), '2026-03-07T12:00Z', '2026-03-09T12:00Z'),
    ).toEqual(['2026-03-08T07:00Z', '2026-03-09T06:30Z']);
  });

  it('brings an hour twice: what is due in it is due the first time alone', () => {
    expect(
      dueBetween(
        { cron: '30 2 * * *', timezone: BERLIN },
        '2026-10-24T12:00Z',
        '2026-10-26T12:00Z',
      ),
    ).toEqual(['2026-10-25T00:30Z', '2026-10-26T01:30Z']);
    expect(
      dueBetween(
        { cron: '30 1 * * *', timezone: NEW_YORK },
        '2026-10-31T12:00Z',
        '2026-11-02T12:00Z',
      ),
    ).toEqual(['2026-11-01T05:30Z', '2026-11-02T06:30Z']);
  });

  it('does not touch what is due every hour', () => {
    const hourly = { cron: '30 * * * *', timezone: BERLIN };
    expect(dueBetween(hourly, '2026-10-24T23:45Z', '2026-10-25T02:45Z')).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
      '2026-10-25T02:30Z',
    ]);
    expect(dueBetween(hourly, '2026-03-28T23:45Z', '2026-03-29T02:45Z')).toEqual([
      '2026-03-29T00:30Z',
      '2026-03-29T01:30Z',
      '2026-03-29T02:30Z',
    ]);
  });
});

const number = (most: number) => fc.integer({ min: 0, max: most }).map(String);
const field = (most: number) =>
  fc.oneof(
    fc.constant('*'),
    number(most),
    fc.uniqueArray(number(most), { minLength: 2, maxLength: 2 }).map((both) => both.join(',')),
    fc.constantFrom(2, 7, 15).map((step) => `*/${step}`),
  );
const timings = fc.record({
  cron: fc
    .tuple(
      field(59),
      field(23),
      fc.constantFrom('*', '*', '1', '29', 'L'),
      fc.constantFrom('*', '*', '3,10', '11'),
      fc.constantFrom('*', '*', '0', '1-5', '5L', '1#2'),
    )
    .map((fields) => fields.join(' ')),
  timezone: fc.constantFrom(BERLIN, NEW_YORK, 'UTC', 'Australia/Lord_Howe', 'Asia/Kolkata'),
});
const YEAR = { min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2027-01-01T00:00Z') };
/** Half of them within two days of a change of the clocks. */
const moments = fc.oneof(
  fc.integer(YEAR),
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-29T01:00Z',
        '2026-10-25T01:00Z',
        '2026-03-08T07:00Z',
        '2026-11-01T06:00Z',
      ),
      fc.integer({ min: -172_800_000, max: 172_800_000 }),
    )
    .map(([turn, off]) => Date.parse(turn) + off),
);

describe('due times', () => {
  it('never come after the moment they are asked for, and never go back while it goes on', () => {
    fc.assert(
      fc.property(timings, moments, moments, (timing, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        const before = dueAtOrBefore(early, timing);
        const after = dueAtOrBefore(late, timing);
        if (before === null || after === null) return before === null;
        return before <= early && after <= late && before <= after;
      }),
      { numRuns: 300 },
    );
  });

  it('are the same whether they are looked for forward or backward', () => {
    fc.assert(
      fc.property(timings, moments, (timing, moment) => {
        const next = dueAfter(moment, timing);
        const last = dueAtOrBefore(moment, timing);
        if (next === null) return true;
        expect(next).toBeGreaterThan(moment);
        expect(dueAtOrBefore(next, timing)).toBe(next);
        expect(dueAtOrBefore(next - 1, timing)).toBe(last);
        if (last !== null) expect(dueAfter(last, timing)).toBe(next);
        return true;
      }),
      { numRuns: 300 },
    );
  });

  it('show on the wall of their zone what the pattern says, but at the end of an hour left out', () => {
    const minutes = fc.integer({ min: 0, max: 59 });
    const hours = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(minutes, hours, moments, (minute, hour, moment) => {
        const due = dueAtOrBefore(moment, { cron: `${minute} ${hour} * * *`, timezone: BERLIN });
        const shown = new Date(due ?? 0).toLocaleTimeString('en-GB', { timeZone: BERLIN });
        const isLeftOut = due === Date.parse('2026-03-29T01:00Z') && hour === 2;
        const [h, m] = isLeftOut ? [3, 0] : [hour, minute];
        expect(shown).toBe(`${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}:00`);
        expect(moment - (due ?? 0)).toBeLessThan(25 * 3_600_000);
      }),
      { numRuns: 200 },
    );
  });

  it('may have seconds', () => {
    const timing = { cron: '*/10 * * * * *', timezone: BERLIN };
    const moment = Date.parse('2026-06-01T12:00:17.500Z');
    expect(dueAtOrBefore(moment, timing)).toBe(Date.parse('2026-06-01T12:00:10Z'));
    expect(dueAfter(moment, timing)).toBe(Date.parse('2026-06-01T12:00:20Z'));
  });
});

describe('a pattern or a zone that cannot be used', () => {
  it.each([
    ['0 2 * *', 'has 4 fields'],
    ['* * * * * * *', 'has 7 fields'],
    ['61 * * * *', 'cannot be read'],
    ['often at night you know', 'cannot be read'],
    ['0 0 30 2 *', 'cannot be read'],
    ['0 0 31 4,6 *', 'never comes'],
    ['H 2 * * *', 'leaves a time to chance'],
  ])('%s %s', (cron, says) => {
    expect(timingProblem({ cron, timezone: 'UTC' })).toContain(says);
  });

  it('a zone is named that is none', () => {
    const timing = { cron: '0 2 * * THU', timezone: 'Europe/Berlni' };
    expect(timingProblem(timing)).toContain('Europe/Berlni');
    expect(timingProblem({ ...timing, timezone: BERLIN })).toBeNull();
  });
});
