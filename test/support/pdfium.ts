import { type OpenPdfium, openPdfium } from '../../src/reading/pdfium/open.ts';

interface Opening {
  readonly password?: string;
  readonly heapMegabytes?: number;
}

/** Opens bytes in this thread with PDFium, does something with the document, and closes it. */
export async function withPdfium<T>(
  bytes: Uint8Array,
  use: (pdf: OpenPdfium) => T | Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const opened = await openPdfium(bytes, {
    name: 'made.pdf',
    password: opening.password ?? null,
    heapMegabytes: opening.heapMegabytes ?? 256,
  });
  if (!opened.ok) throw new Error(`not opened: ${opened.failure.reason}`);
  try {
    return await use(opened.value);
  } finally {
    opened.value.close();
  }
}
