import { expect, it } from 'vitest';
import { createGate } from '../../src/pipeline/gate.ts';

/** Work that says when it begins and ends, and ends when it is told. */
function createWork(log: string[], name: string) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('lets in as many as there are places, in the order they came', async () => {
  const gate = createGate(2);
  const log: string[] = [];
  const [a, b, c] = ['a', 'b', 'c'].map((name) => createWork(log, name));
  const all = [a, b, c].map((one) => gate.shared(one?.work ?? (() => Promise.resolve(''))));
  await settle();
  expect(log).toEqual(['a begins', 'b begins']);
  b?.end();
  await settle();
  expect(log).toEqual(['a begins', 'b begins', 'b ends', 'c begins']);
  a?.end();
  c?.end();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('who wants to be alone waits for all inside, and nobody passes meanwhile', async () => {
  const gate = createGate(3);
  const log: string[] = [];
  const [a, lone, late] = ['a', 'lone', 'late'].map((name) => createWork(log, name));
  if (a === undefined || lone === undefined || late === undefined) throw new Error('three works');
  const all = [gate.shared(a.work), gate.alone(lone.work), gate.shared(late.work)];
  await settle();
  expect(log).toEqual(['a begins']);
  a.end();
  await settle();
  expect(log).toEqual(['a begins', 'a ends', 'lone begins']);
  late.end();
  lone.end();
  await Promise.all(all);
  expect(log.slice(-3)).toEqual(['lone ends', 'late begins', 'late ends']);
});

it('work that fails leaves its places to others', async () => {
  const gate = createGate(2);
  await expect(gate.alone(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(gate.shared(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.alone(() => Promise.resolve(1))).toBe(1);
});
