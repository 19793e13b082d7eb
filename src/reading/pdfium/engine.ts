import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import { invariant } from '../../evidence/invariant.ts';

/** A raw export: numbers in, a number out; booleans are 0 and 1, pointers offsets into memory. */
type RawCall = (...values: readonly number[]) => number;

export type PdfiumCalls = Readonly<Record<(typeof CALLS)[number], RawCall>>;

/** One instance of PDFium with a memory of its own. Nothing passes from one to another. */
export interface Pdfium {
  readonly calls: PdfiumCalls;
  /** All of its memory. To be taken anew after any call: memory that grows is another object. */
  readonly bytes: () => Uint8Array;
  readonly floats: () => Float32Array;
  readonly doubles: () => Float64Array;
  /** 64 bytes for what calls write, overwritten by the next caller. */
  readonly scratch: number;
  /** The C string `ActualText`. */
  readonly actual_text_key: number;
}

/**
 * Starts an instance whose memory may not grow beyond `memoryBytesMax` by more than one step of
 * growth (a fifth). The code is compiled once a thread; an instance takes 10 to 25 ms of CPU
 * (measured) and needs no end: it goes when nothing holds it.
 * Only the raw exports are used: the package's wrappers cost ten times as much a call (measured).
 */
export async function startPdfium(memoryBytesMax: number): Promise<Pdfium> {
  compiling ??= compile();
  const module = await compiling;
  const started: { exports: Readonly<Record<string, unknown>> | null } = { exports: null };
  const overrides = {
    instantiateWasm: (imports: Imports, done: (instance: unknown) => void): unknown => {
      const instance = new WebAssembly.Instance(module, capped(imports, memoryBytesMax));
      started.exports = instance.exports;
      done(instance);
      return instance.exports;
    },
    // What it prints may hold text of the document.
    print: () => undefined,
    printErr: () => undefined,
  };
  await init(overrides);
  const { exports } = started;
  invariant(exports !== null, 'PDFium takes the instance it is given');
  const calls = callsOf(exports);
  const views = viewsOf(exports['memory']);
  calls.PDFiumExt_Init();
  const actual_text_key = calls.malloc(ACTUAL_TEXT.length);
  views.bytes().set(ACTUAL_TEXT, actual_text_key);
  return { calls, ...views, scratch: calls.malloc(SCRATCH_BYTES), actual_text_key };
}

/**
 * Whether an error came out of the instance and not out of our own code: a trap or an abort, a stack
 * that ran over, or what is thrown to unwind it. The instance is dead then.
 */
export function endsInstance(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    error instanceof RangeError ||
    !(error instanceof Error)
  );
}

const SCRATCH_BYTES = 64;
const ACTUAL_TEXT = Buffer.from('ActualText\0', 'latin1');

const CALLS = [
  'malloc',
  'free',
  'PDFiumExt_Init',
  'PDFiumExt_OpenFormFillInfo',
  'PDFiumExt_InitFormFillEnvironment',
  'FPDF_LoadMemDocument',
  'FPDF_CloseDocument',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageBoundingBox',
  'FPDF_RenderPageBitmap',
  'FPDF_FFLDraw',
  'FORM_OnAfterLoadPage',
  'FORM_OnBeforeClosePage',
  'FPDFPage_GetRotation',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetObjectCount',
  'FPDFAnnot_GetObject',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_SetIsActive',
  'FPDFPageObj_CountMarks',
  'FPDFPageObj_GetMark',
  'FPDFPageObjMark_GetParamValueType',
  'FPDFTextObj_GetFont',
  'FPDFFont_GetIsEmbedded',
  'FPDFFont_GetGlyphPath',
  'FPDFGlyphPath_CountGlyphSegments',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetText',
  'FPDFText_GetUnicode',
  'FPDFText_GetTextObject',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox',
  'FPDFText_HasUnicodeMapError',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_Destroy',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_GetBuffer',
  'FPDFBitmap_GetStride',
] as const;

let compiling: Promise<WebAssemblyModule> | null = null;

async function compile(): Promise<WebAssemblyModule> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  return WebAssembly.compile(await readFile(path));
}

/** Functions by name, by the name of their module. */
type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * The imports with a bound on memory, which neither V8 nor the limits of a thread put on WebAssembly.
 * PDFium takes a refusal for memory that has run out, and ends itself.
 */
function capped(imports: Imports, memoryBytesMax: number): Imports {
  const { env } = imports;
  const resize = env?.['emscripten_resize_heap'];
  invariant(isCall(resize), 'PDFium asks for memory through its import');
  return {
    ...imports,
    env: {
      ...env,
      emscripten_resize_heap: (bytes: number): number =>
        bytes >>> 0 > memoryBytesMax ? 0 : resize(bytes),
    },
  };
}

/** The wanted exports in an object of our own: a property of all 630 is found more slowly. */
function callsOf(exports: Readonly<Record<string, unknown>>): PdfiumCalls {
  const calls = Object.fromEntries(CALLS.map((name) => [name, exports[name]]));
  invariant(hasCalls(calls), 'PDFium exports what is called here');
  return calls;
}

function hasCalls(exports: object): exports is PdfiumCalls {
  return Object.values(exports).every(isCall);
}

function isCall(value: unknown): value is RawCall {
  return typeof value === 'function';
}

/** Views of the memory as it is at each call; made anew only after it grew. */
function viewsOf(memory: unknown): Pick<Pdfium, 'bytes' | 'floats' | 'doubles'> {
  invariant(memory instanceof WebAssembly.Memory, 'PDFium exports its memory');
  let bytes = new Uint8Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);
  let doubles = new Float64Array(memory.buffer);
  const renew = (): void => {
    if (bytes.buffer === memory.buffer) return;
    bytes = new Uint8Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
    doubles = new Float64Array(memory.buffer);
  };
  return {
    bytes: () => {
      renew();
      return bytes;
    },
    floats: () => {
      renew();
      return floats;
    },
    doubles: () => {
      renew();
      return doubles;
    },
  };
}
