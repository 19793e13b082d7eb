import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The parts of pdf.js that reading needs. */
export type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/** Folders of the installed package, each ending in `/` as pdf.js asks for. */
export interface PdfjsFolders {
  readonly characterMaps: string;
  readonly standardFonts: string;
  readonly decoders: string;
  readonly colourProfiles: string;
}

export interface LoadedPdfjs {
  readonly pdfjs: Pdfjs;
  readonly folders: PdfjsFolders;
}

/** Takes what pdf.js reports, without its prefix. It may hold text of the document. */
export type ReportSink = (message: string, level: 'warning' | 'info') => void;

const PACKAGE = 'pdfjs-dist';
const PREFIXES = { warning: 'Warning: ', info: 'Info: ' } as const;

const sinks = new Set<ReportSink>();
let loading: Promise<LoadedPdfjs> | null = null;

/**
 * Loads pdf.js (5.6, legacy build) once a thread. For worker threads only: the build replaces
 * functions of the whole thread. `Array.prototype.push`, `JSON.parse` and `JSON.stringify` are put
 * back afterwards: the replacements slow reading down by 35 to 48 % and serializing 21 times
 * (measured). Its parser runs in the same thread, and its reports go to `listen` alone.
 */
export function loadPdfjs(): Promise<LoadedPdfjs> {
  loading ??= load();
  return loading;
}

/** Hands every later report of pdf.js in this thread to `sink`, until the result is called. */
export function listen(sink: ReportSink): () => void {
  sinks.add(sink);
  return () => sinks.delete(sink);
}

async function load(): Promise<LoadedPdfjs> {
  const { push } = Array.prototype;
  const { parse, stringify } = JSON;
  divertReports('warn', 'warning');
  divertReports('info', 'info');
  const resolve = createRequire(import.meta.url).resolve;
  const worker = pathToFileURL(resolve(`${PACKAGE}/legacy/build/pdf.worker.mjs`)).href;
  try {
    const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const parser: unknown = await import(worker);
    // With the parser's module here, pdf.js calls it in this thread instead of starting its own.
    Object.assign(globalThis, { pdfjsWorker: parser });
    return { pdfjs, folders: foldersIn(dirname(resolve(`${PACKAGE}/package.json`))) };
  } finally {
    putBack(Array.prototype, 'push', push);
    putBack(JSON, 'parse', parse);
    putBack(JSON, 'stringify', stringify);
  }
}

function putBack(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  });
}

/** pdf.js reports what it recovered from by its thread's console, and in no other way. */
function divertReports(method: 'warn' | 'info', level: 'warning' | 'info'): void {
  const target = globalThis.console;
  const original = target[method];
  const prefix = PREFIXES[level];
  putBack(target, method, (...values: readonly unknown[]): void => {
    const [first] = values;
    if (typeof first !== 'string' || !first.startsWith(prefix)) {
      original.apply(target, [...values]);
      return;
    }
    for (const sink of sinks) sink(first.slice(prefix.length), level);
  });
}

function foldersIn(root: string): PdfjsFolders {
  const folder = (name: string): string => `${join(root, name)}/`;
  return {
    characterMaps: folder('cmaps'),
    standardFonts: folder('standard_fonts'),
    decoders: folder('wasm'),
    colourProfiles: folder('iccs'),
  };
}
