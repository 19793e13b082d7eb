import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { invariant } from '../../evidence/invariant.ts';
import { loadedFontFace } from './font-faces.ts';
import { inflateAtOnce } from './inflate.ts';
import { isRecord } from './operands.ts';
import { createParserPort, type ParserPort } from './parser-port.ts';

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
  /** The parser, in this thread; lives as long as the thread, whatever documents are closed. */
  readonly worker: PDFWorker;
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
 * (measured). `DecompressionStream` is replaced by one that inflates in this thread, and there is a
 * `FontFace` that loads nothing. The parser runs here too, and its reports go to `listen` alone.
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
    define(globalThis, 'DecompressionStream', inflateAtOnce);
    define(globalThis, 'FontFace', loadedFontFace);
    return {
      pdfjs,
      worker: connect(pdfjs, parser),
      folders: foldersIn(dirname(resolve(`${PACKAGE}/package.json`))),
    };
  } finally {
    define(Array.prototype, 'push', push);
    define(JSON, 'parse', parse);
    define(JSON, 'stringify', stringify);
  }
}

/** `pdfjs` and its parser talk of all documents over one port. */
function connect(pdfjs: Pdfjs, parser: unknown): PDFWorker {
  const handler = isRecord(parser) ? parser['WorkerMessageHandler'] : null;
  invariant(isPortReader(handler), 'the parser of pdf.js takes a port');
  const port = createParserPort();
  handler.initializeFromPort(port);
  return pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.INFOS });
}

function isPortReader(
  value: unknown,
): value is { readonly initializeFromPort: (port: ParserPort) => void } {
  return (
    typeof value === 'function' &&
    'initializeFromPort' in value &&
    typeof value.initializeFromPort === 'function'
  );
}

function define(owner: object, name: string, value: unknown): void {
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
  define(target, method, (...values: readonly unknown[]): void => {
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
