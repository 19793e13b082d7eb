import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { redisForSuite } from '../support/redis.ts';
import { envelopeOf, makeWorkspace, quoteOf, SENTENCE, type Workspace } from './workspace.ts';

const redis = redisForSuite();

const scheduleSchema = z.strictObject({
  name: z.string(),
  cron: z.string(),
  timezone: z.string(),
  run: z.looseObject({ envelopes: z.array(z.string()), sources: z.array(z.string()) }),
  created_at: z.iso.datetime(),
  next_due_at: z.iso.datetime().nullable(),
  last_tick: z
    .strictObject({
      due_at: z.iso.datetime(),
      run_id: z.string().nullable(),
      run_state: z.string().nullable(),
      failure: z.string().nullable(),
    })
    .nullable(),
});

const NIGHTLY = ['--cron', '0 2 * * *', '--timezone', 'Europe/Berlin'] as const;

async function list({ cli }: Workspace): Promise<readonly z.infer<typeof scheduleSchema>[]> {
  const { out } = await cli(['schedule', 'list', '--json']);
  return z.array(scheduleSchema).parse(JSON.parse(out));
}

function add({ cli, folder }: Workspace, name: string, words: readonly string[]) {
  const sources = ['--sources', join(folder, 'docs')];
  return cli(['schedule', 'add', name, join(folder, 'answers.jsonl'), ...sources, ...words]);
}

describe('schedules', () => {
  it('are added, listed and removed with the store alone', async () => {
    const workspace = makeWorkspace();
    const added = await add(workspace, 'nightly', [...NIGHTLY, '--search', 'none', '--json']);
    expect(added.exitCode).toBe(0);
    expect(added.err).toContain('answers.jsonl does not exist');
    const [kept, ...others] = await list(workspace);
    expect(others).toEqual([]);
    expect(JSON.parse(added.out)).toEqual(kept);
    expect(kept).toMatchObject({ name: 'nightly', timezone: 'Europe/Berlin', last_tick: null });
    expect(kept?.run).toMatchObject({ search: 'none', sources: [join(workspace.folder, 'docs')] });
    const due = new Date(kept?.next_due_at ?? 0);
    expect(due.toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' })).toBe('02:00:00');
    expect((await workspace.cli(['schedule', 'list'])).out).toContain('"0 2 * * *" Europe/Berlin');
    const again = await add(workspace, 'nightly', NIGHTLY);
    expect(again).toMatchObject({ exitCode: 2, out: '' });
    expect(again.err).toContain('There is a schedule "nightly"');
    const removed = await workspace.cli(['schedule', 'remove', 'nightly', '--json']);
    expect(JSON.parse(removed.out)).toEqual({ removed: 'nightly' });
    expect(await list(workspace)).toEqual([]);
    const gone = await workspace.cli(['schedule', 'remove', 'nightly']);
    expect(gone.exitCode).toBe(2);
    expect(gone.err).toContain('There is no schedule "nightly"');
  });

  it.each([
    ['a name', ['every night', ...NIGHTLY], '"every night" is no name'],
    ['a pattern', ['nightly', '--cron', '0 25 * * *'], 'got value 25'],
    ['a short pattern', ['nightly', '--cron', '0 2 * *'], 'has 4 fields'],
    ['a zone', ['nightly', '--cron', '0 2 * * *', '--timezone', 'Berlin'], 'no time zone "Berlin"'],
    ['standard input', ['nightly', ...NIGHTLY, '-'], 'cannot read standard input'],
  ])('are refused for %s that cannot be used, saying why', async (_what, words, says) => {
    const workspace = makeWorkspace();
    const [name = '', ...more] = words;
    const refused = await add(workspace, name, more);
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain(says);
    expect(await list(workspace)).toEqual([]);
  });

  it('have workers verify what the files hold when it is due, and show what failed', async () => {
    const workspace = makeWorkspace({ REDIS_URL: await redis.emptied() });
    const { folder, cli, put } = workspace;
    await add(workspace, 'often', ['--cron', '* * * * * *', '--crops', 'none']);
    const ended = work(workspace);
    const last = async () => (await list(workspace))[0]?.last_tick;
    const soon = { timeout: 45_000, interval: 200 };
    await vi.waitFor(
      async () => expect((await last())?.failure).toContain('answers.jsonl does not exist'),
      soon,
    );
    const envelope = envelopeOf(workspace, [quoteOf('q', 0, SENTENCE)]);
    put('answers.jsonl', `${JSON.stringify(envelope)}\n`);
    await vi.waitFor(async () => expect(await last()).toMatchObject({ run_state: 'completed' }), {
      ...soon,
      interval: 50,
    });
    const { out } = await cli(['runs', '--json']);
    const runs = z.array(z.looseObject({ run_id: z.string() })).parse(JSON.parse(out));
    const [run] = runs.slice(-1);
    const status = JSON.parse((await cli(['status', run?.run_id ?? '', '--json'])).out);
    expect(status).toMatchObject({
      state: 'completed',
      claims: { decided: 1, total: 1 },
      schedule: { name: 'often', next_due_at: expect.stringMatching(/Z$/) },
    });
    rmSync(join(folder, 'answers.jsonl'));
    await vi.waitFor(async () => expect((await last())?.run_id).toBeNull(), soon);
    expect(await ended()).toBe(0);
  });
});

/** A worker in this process; the returned function ends it as SIGTERM does. */
function work({ cli }: Workspace): () => Promise<number> {
  const done = cli(['work']);
  return async () => {
    process.emit('SIGTERM', 'SIGTERM');
    return (await done).exitCode;
  };
}
