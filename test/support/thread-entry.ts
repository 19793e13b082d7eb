import { setTimeout } from 'node:timers/promises';
import type { ReadLimits } from '../../src/reading/pdfjs/open.ts';
import { reportProgress, type ThreadTask } from '../../src/reading/thread-task.ts';

interface Reading {
  readonly bytes: Uint8Array;
  readonly limits: ReadLimits;
}

const natives = {
  push: Array.prototype.push,
  parse: JSON.parse,
  stringify: JSON.stringify,
};

/** What a job leaves behind in its process. */
export let held: Uint8Array | null = null;

/** Jobs of a thread that the tests of the pool run: sound ones, and every way to fail. */
export async function run(task: ThreadTask): Promise<unknown> {
  switch (task.name) {
    case 'echo':
      return task.input;
    case 'hang':
      for (;;) performance.now();
    case 'wait for nothing':
      return await new Promise(() => {});
    case 'nap':
      await setTimeout(Number(task.input));
      return 'rested';
    case 'slow but alive':
      for (let step = 0; step < 12; step += 1) {
        await setTimeout(100);
        reportProgress(task);
      }
      return 'done';
    case 'throw':
      throw new Error('thrown by the task');
    case 'reject behind':
      void Promise.reject(new Error('nobody waits for this'));
      return 'looks fine';
    case 'exit':
      return process.exit(1);
    case 'fill the heap': {
      const kept: number[][] = [];
      for (;;) kept.push(new Array<number>(100_000).fill(kept.length));
    }
    case 'fill the heap by one array': {
      const kept: number[] = [];
      for (;;) kept.push(kept.length + 0.5);
    }
    case 'fill buffers': {
      const kept: Uint8Array[] = [];
      for (;;) kept.push(new Uint8Array(4 * 1024 * 1024).fill(1));
    }
    case 'hold buffers': {
      held = new Uint8Array(300 * 1024 * 1024).fill(1);
      return process.pid;
    }
    case 'abort':
      return process.abort();
    case 'name the process':
      return process.pid;
    case 'name the environment':
      return Object.keys(process.env);
    case 'load pdf.js': {
      const { loadPdfjs } = await import('../../src/reading/pdfjs/load.ts');
      await loadPdfjs();
      return {
        push: Array.prototype.push === natives.push,
        parse: JSON.parse === natives.parse,
        stringify: JSON.stringify === natives.stringify,
      };
    }
    case 'read all pages': {
      const { openPdf } = await import('../../src/reading/pdfjs/open.ts');
      if (!isReading(task.input)) throw new Error('nothing to read');
      const opened = await openPdf(task.input.bytes, {
        name: 'made.pdf',
        password: null,
        limits: task.input.limits,
      });
      if (!opened.ok) return opened.failure.reason;
      const counts: (number | null)[] = [];
      for (let index = 0; index < opened.value.page_count; index += 1) {
        const read = await opened.value.readPage(index);
        counts.push(read.ok ? read.value.glyphs.length : null);
        reportProgress(task);
      }
      await opened.value.close();
      return counts;
    }
    default:
      throw new Error(`no such job: ${task.name}`);
  }
}

function isReading(value: unknown): value is Reading {
  return typeof value === 'object' && value !== null && 'bytes' in value && 'limits' in value;
}
