import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An object by its number and generation. */
interface Reference {
  readonly num: number;
  readonly gen: number;
}

/** How far back from its `/Type` an object's beginning is looked for; page dictionaries are short. */
const OBJECT_HEAD_WITHIN = 4_096;

/** Room for an object's number and generation: at most 10 and 5 digits (7.5.4), and white space. */
const OBJECT_NUMBER_WITHIN = 64;

/** How many objects are looked up in the tree; a file with more superseded pages is left alone. */
const LOOKUPS_MAX = 2_000;

/**
 * Whether the page tree has pages beyond the number of pages it states: viewers do not show them,
 * and pdf.js gives no access to them, but they must not count as certainly absent. Sees only page
 * dictionaries that stand in the file uncompressed.
 */
export async function hasUncountedPages(
  document: PDFDocumentProxy,
  bytes: Uint8Array,
): Promise<boolean> {
  const candidates = pageObjects(bytes);
  if (candidates.length <= document.numPages || candidates.length > LOOKUPS_MAX) return false;
  for (const candidate of candidates) {
    try {
      if ((await document.getPageIndex(candidate)) >= document.numPages) return true;
    } catch {
      // Not in the tree: an earlier version of a page, or a page that was taken out.
    }
  }
  return false;
}

function pageObjects(bytes: Uint8Array): readonly Reference[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Reference>();
  for (let at = file.indexOf('/Page'); at >= 0; at = file.indexOf('/Page', at + 1)) {
    if (/[A-Za-z]/.test(String.fromCharCode(file[at + 5] ?? 0))) continue;
    const head = file.subarray(Math.max(0, at - OBJECT_HEAD_WITHIN), at).toString('latin1');
    if (!/\/Type\s*$/.test(head)) continue;
    const end = Math.max(0, head.lastIndexOf(' obj'));
    // The pattern would look at all that comes before, from each digit on.
    const start = head.slice(Math.max(0, end - OBJECT_NUMBER_WITHIN), end);
    const [, number, generation] = /(\d+)\s+(\d+)$/.exec(start) ?? [];
    if (number === undefined || generation === undefined) continue;
    found.set(`${number} ${generation}`, { num: Number(number), gen: Number(generation) });
  }
  return [...found.values()];
}
