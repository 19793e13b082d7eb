import { describe, expect, test } from 'vitest';
import { createParserPort } from '../../../src/reading/pdfjs/parser-port.ts';

function heardBy(port: ReturnType<typeof createParserPort>, signal?: AbortSignal): unknown[] {
  const heard: unknown[] = [];
  port.addEventListener(
    'message',
    ({ data }) => heard.push(data),
    signal === undefined ? null : { signal },
  );
  return heard;
}

const laterTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the port between pdf.js and its parser', () => {
  test('gives a message to every listener as it is, in a later turn and in order', async () => {
    const port = createParserPort();
    const one = heardBy(port);
    const other = heardBy(port);
    const first = { action: 'GetPage', data: new Uint8Array([1]) };
    const second = { action: 'GetPage', data: () => 'no clone' };
    port.postMessage(first);
    port.postMessage(second);
    expect(one).toEqual([]);
    await laterTurn();
    expect(one[0]).toBe(first);
    expect(one[1]).toBe(second);
    expect(other).toHaveLength(2);
  });

  test('keeps a piece of an operator list when the parser empties its own', async () => {
    const port = createParserPort();
    const heard = heardBy(port);
    const operands = [['F1', 10]];
    const chunk = { fnArray: [37], argsArray: [operands], lastChunk: false, length: 1 };
    port.postMessage({ stream: 4, streamId: 1, chunk });
    chunk.fnArray.length = 0;
    chunk.argsArray.length = 0;
    await laterTurn();
    expect(heard).toEqual([
      {
        stream: 4,
        streamId: 1,
        chunk: { fnArray: [37], argsArray: [operands], lastChunk: false, length: 1 },
      },
    ]);
  });

  test('is silent to a listener whose signal was aborted', async () => {
    const port = createParserPort();
    const stop = new AbortController();
    const stopped = heardBy(port, stop.signal);
    const other = heardBy(port);
    port.postMessage('before');
    await laterTurn();
    stop.abort();
    port.postMessage('after');
    await laterTurn();
    expect(stopped).toEqual(['before']);
    expect(other).toEqual(['before', 'after']);
  });
});
