import { afterAll, describe, expect, test } from 'vitest';
import { createThreadPool, ThreadFailure } from '../../src/reading/thread-pool.ts';

const natives = { push: Array.prototype.push, parse: JSON.parse, stringify: JSON.stringify };

const OPTIONS = {
  entry: new URL('../support/thread-entry.ts', import.meta.url),
  threads: 2,
  heapMegabytes: 128,
  residentMegabytes: 512,
};

const pool = createThreadPool(OPTIONS);

afterAll(() => pool.close());

/** Far more than a job here takes on a loaded machine, unless it says otherwise. */
const PATIENT = { stallMs: 30_000 };
const IMPATIENT = { stallMs: 600 };

async function failureOf(result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    return error instanceof ThreadFailure ? error.kind : error;
  }
}

async function echo(text: string): Promise<unknown> {
  return pool.run({ name: 'echo', input: text }, PATIENT);
}

describe('a pool of threads', () => {
  test('gives back what a task returns', async () => {
    expect(await echo('hello')).toBe('hello');
  });

  test('kills a task that hangs, and goes on', async () => {
    const hung = pool.run({ name: 'hang', input: null }, IMPATIENT);
    expect(await failureOf(hung)).toBe('stalled');
    expect(await echo('after')).toBe('after');
  });

  test('kills a task that waits for what never comes', async () => {
    const waiting = pool.run({ name: 'wait for nothing', input: null }, { stallMs: 100 });
    expect(await failureOf(waiting)).toBe('stalled');
  });

  test('does not take a task for stuck that others keep from running', async () => {
    const napping = pool.run({ name: 'nap', input: 1_000 }, { stallMs: 300 });
    expect(await napping).toBe('rested');
  });

  test('leaves a slow task alone as long as it reports progress', async () => {
    expect(await pool.run({ name: 'slow but alive', input: null }, IMPATIENT)).toBe('done');
  });

  test('does not count the time in the queue as a stall', async () => {
    const busy = [1, 2].map(() => pool.run({ name: 'slow but alive', input: null }, PATIENT));
    const waiting = pool.run({ name: 'echo', input: 'late' }, { stallMs: 300 });
    expect(await waiting).toBe('late');
    await Promise.all(busy);
  });

  test('gives a worker the tasks about what it was about before', async () => {
    const who = (...abouts: readonly string[]) =>
      Promise.all(
        abouts.map((about) => pool.run({ name: 'name the process', input: null, about }, PATIENT)),
      );
    let [one, other] = await who('one', 'other');
    // Until the second worker has started, the first does everything.
    for (let tries = 0; one === other && tries < 500; tries += 1) {
      await Promise.all([
        pool.run({ name: 'slow but alive', input: null }, PATIENT),
        pool.run({ name: 'slow but alive', input: null }, PATIENT),
      ]);
      [one, other] = await who('one', 'other');
    }
    expect(one).not.toBe(other);
    expect(await who('other', 'one')).toEqual([other, one]);
    expect(await who('other')).toEqual([other]);
    expect(await who('one')).toEqual([one]);
    expect(await who('one', 'other')).toEqual([one, other]);
  });

  test('a task that throws fails as crashed, with its cause', async () => {
    const thrown = pool.run({ name: 'throw', input: null }, PATIENT);
    await expect(thrown).rejects.toMatchObject({
      kind: 'crashed',
      cause: { message: 'thrown by the task' },
    });
  });

  test('a rejection that nobody handles fails its own task and no other', async () => {
    const others = ['a', 'b', 'c'].map((text) => echo(text));
    const behind = pool.run({ name: 'reject behind', input: null }, PATIENT);
    expect(await failureOf(behind)).toBe('crashed');
    expect(await Promise.all(others)).toEqual(['a', 'b', 'c']);
    expect(await echo('after')).toBe('after');
  });

  test('a thread that exits fails its task and is replaced', async () => {
    const exited = pool.run({ name: 'exit', input: null }, PATIENT);
    expect(await failureOf(exited)).toBe('crashed');
    expect(await Promise.all(['x', 'y', 'z'].map(echo))).toEqual(['x', 'y', 'z']);
  });

  test('a task that fills its heap fails as out of memory, and the process lives on', async () => {
    const full = pool.run({ name: 'fill the heap', input: null }, PATIENT);
    expect(await failureOf(full)).toBe('out_of_memory');
    expect(await echo('after')).toBe('after');
  });

  test.each(['fill the heap by one array', 'fill buffers'])(
    'a task that comes to %s costs itself only',
    async (name) => {
      const full = pool.run({ name, input: null }, PATIENT);
      expect(await failureOf(full)).toBe('out_of_memory');
      expect(await echo('after')).toBe('after');
    },
  );

  test('a task whose process aborts costs itself only', async () => {
    const aborted = pool.run({ name: 'abort', input: null }, PATIENT);
    expect(await failureOf(aborted)).toBe('crashed');
    expect(await echo('after')).toBe('after');
  });

  test('a worker that holds much after its task is replaced, another is kept', async () => {
    const own = createThreadPool({ ...OPTIONS, threads: 1 });
    const pid = () => own.run({ name: 'name the process', input: null }, PATIENT);
    const first = await pid();
    expect(await pid()).toBe(first);
    expect(await own.run({ name: 'hold buffers', input: null }, PATIENT)).toBe(first);
    expect(await pid()).not.toBe(first);
    await own.close();
  });

  test('gives its workers none of its environment', async () => {
    expect(await pool.run({ name: 'name the environment', input: null }, PATIENT)).toEqual([]);
  });

  test('loading pdf.js leaves the native functions of both threads in place', async () => {
    expect(await pool.run({ name: 'load pdf.js', input: null }, PATIENT)).toEqual({
      push: true,
      parse: true,
      stringify: true,
    });
    expect(Array.prototype.push).toBe(natives.push);
    expect(JSON.parse).toBe(natives.parse);
    expect(JSON.stringify).toBe(natives.stringify);
  });

  test('closing fails what still runs', async () => {
    const own = createThreadPool({ ...OPTIONS, threads: 1 });
    const running = failureOf(own.run({ name: 'hang', input: null }, PATIENT));
    await own.close();
    expect(await running).toBe('crashed');
  });
});
