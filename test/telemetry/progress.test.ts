import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/telemetry/log.ts';
import { createLoggedProgress, progressLine, type Step } from '../../src/telemetry/progress.ts';
import { createTerminalProgress } from '../../src/telemetry/terminal-progress.ts';

function stepOf(sources: number, claims: number, pages = 0): Step {
  return {
    sources_done: sources,
    sources_total: 10,
    claims_done: claims,
    claims_total: 100,
    pages_read: pages,
  };
}

function collector(): {
  readonly stream: Writable;
  readonly lines: () => readonly Record<string, unknown>[];
  readonly text: () => string;
} {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return {
    stream,
    text: () => text,
    lines: () =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

describe('the progress line', () => {
  it('tells share, documents, claims, rate and the time left', () => {
    const begin = { step: stepOf(0, 0), ms: 0 };
    expect(progressLine(stepOf(5, 50, 70), begin, 10_000)).toBe(
      '[============------------] 50% · 5/10 documents · 50/100 claims · 7.0 pages/s · 0:10 left',
    );
  });

  it('promises nothing before anything is known', () => {
    const begin = { step: stepOf(0, 0), ms: 0 };
    expect(progressLine(stepOf(0, 0), begin, 100)).not.toMatch(/left|pages/);
    expect(progressLine(stepOf(0, 0, 5), begin, 60_000)).not.toContain('left');
  });

  it('judges a resumed run by what was done since, not by what the store had', () => {
    const begin = { step: stepOf(5, 50, 700), ms: 0 };
    expect(progressLine(stepOf(6, 60, 800), begin, 10_000)).toContain('10 pages/s · 0:40 left');
  });

  it('counts hours', () => {
    expect(progressLine(stepOf(1, 0), { step: stepOf(0, 0), ms: 0 }, 600_000)).toContain(
      '3:10:00 left',
    );
  });
});

describe('progress that nobody watches', () => {
  it('is a log line every ten seconds at most, with counts only', () => {
    const { stream, lines } = collector();
    let now = 0;
    const progress = createLoggedProgress(createLog({ level: 'info', to: stream }), () => now);
    for (; now < 25_000; now += 1000) progress.observe(stepOf(1, now / 1000));
    progress.close();
    expect(lines()).toHaveLength(3);
    expect(lines()[0]).toMatchObject({ level: 'info', event: 'run_progress', claims_done: 0 });
  });
});

describe('progress on a terminal', () => {
  it('writes to the given stream and can be closed twice', () => {
    const { stream, text } = collector();
    const progress = createTerminalProgress(
      Object.assign(stream, {
        isTTY: true,
        columns: 80,
        cursorTo() {},
        clearLine() {},
        moveCursor() {},
        clearScreenDown() {},
      }),
      () => 0,
    );
    progress.observe(stepOf(5, 50));
    progress.close();
    progress.close();
    expect(text()).toContain('5/10 documents');
  });
});

describe('the log', () => {
  it('is one JSON object a line with level, UTC time and event, and no machine in it', () => {
    const { stream, lines } = collector();
    createLog({ level: 'warn', to: stream }).error('run_failed', {
      run_id: 'r',
      code: 'home_locked',
    });
    const [line] = lines();
    expect(line).toMatchObject({
      level: 'error',
      event: 'run_failed',
      run_id: 'r',
      code: 'home_locked',
    });
    expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(Object.keys(line ?? {})).toHaveLength(5);
  });

  it('leaves out what lies under its level', () => {
    const { stream, text } = collector();
    createLog({ level: 'silent', to: stream }).error('x');
    createLog({ level: 'warn', to: stream }).info('x');
    expect(text()).toBe('');
  });
});
