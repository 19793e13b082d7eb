/** Version of the package that holds PDFium. PDFium's own revision is not told in it. */
export const PDFIUM_VERSION = '2.15.1';
