import type { Read, ReadFailure } from '../../evidence/ports.ts';
import { type Pdfium, startPdfium } from './engine.ts';

/** A document in an instance of its own. */
export interface PdfiumDocument {
  readonly pdfium: Pdfium;
  /** Pointer to PDFium's document. */
  readonly handle: number;
  readonly page_count: number;
  /** Pointer to what draws form fields; made when first asked for, 0 if that cannot be had. */
  readonly fields: () => number;
}

export interface DocumentOptions {
  /** Tried after the empty password. */
  readonly password: string | null;
  /** Memory of the instance beyond the document's own bytes, which lie in it too. */
  readonly heapMegabytes: number;
}

/**
 * Loads a document into a new instance. Fails as `encrypted`, `too_large` (its bytes do not fit into
 * memory) or `corrupt`. Throws what the instance throws.
 */
export async function loadDocument(
  bytes: Uint8Array,
  options: DocumentOptions,
): Promise<Read<PdfiumDocument>> {
  const pdfium = await startPdfium(options.heapMegabytes * MEBIBYTE + bytes.length);
  const { calls } = pdfium;
  const data = calls.malloc(Math.max(1, bytes.length));
  if (data === 0) return failed('too_large', 'The file does not fit into the memory of PDFium.');
  pdfium.bytes().set(bytes, data);
  let error = 0;
  for (const password of passwordsFor(options.password)) {
    const handle = loadWith(pdfium, data, bytes.length, password);
    if (handle !== 0) return { ok: true, value: opened(pdfium, handle) };
    error = calls.FPDF_GetLastError();
    if (error !== PASSWORD_ERROR) break;
  }
  return refusal(error, options.password);
}

const MEBIBYTE = 1024 * 1024;

/** Of `FPDF_GetLastError` (fpdfview.h): a wrong password, and protection it does not know. */
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;

/** The older kinds of protection take Latin-1, the newest UTF-8 (ISO 32000-2, 7.6.4). */
function passwordsFor(given: string | null): readonly Uint8Array[] {
  const none = new Uint8Array(0);
  if (given === null) return [none];
  return [none, Buffer.from(given, 'utf8'), Buffer.from(given, 'latin1')];
}

function loadWith(pdfium: Pdfium, data: number, size: number, password: Uint8Array): number {
  const { calls } = pdfium;
  const text = calls.malloc(password.length + 1);
  const memory = pdfium.bytes();
  memory.set(password, text);
  memory[text + password.length] = 0;
  const handle = calls.FPDF_LoadMemDocument(data, size, text);
  calls.free(text);
  return handle;
}

function opened(pdfium: Pdfium, handle: number): PdfiumDocument {
  const { calls } = pdfium;
  let fields: number | null = null;
  return {
    pdfium,
    handle,
    page_count: calls.FPDF_GetPageCount(handle),
    fields: () => {
      fields ??= calls.PDFiumExt_InitFormFillEnvironment(
        handle,
        calls.PDFiumExt_OpenFormFillInfo(),
      );
      return fields;
    },
  };
}

function refusal(error: number, password: string | null): Read<never> {
  if (error === PASSWORD_ERROR) {
    return failed(
      'encrypted',
      password === null
        ? 'The document asks for a password, and none was given.'
        : 'The document asks for another password than the one given.',
    );
  }
  if (error === SECURITY_ERROR) {
    return failed('encrypted', 'The document is protected in a way that PDFium does not know.');
  }
  return failed('corrupt', `PDFium cannot read the file as a PDF (error ${error}).`);
}

function failed(reason: ReadFailure['reason'], detail: string): Read<never> {
  return { ok: false, failure: { reason, detail, is_of_machine: false } };
}
