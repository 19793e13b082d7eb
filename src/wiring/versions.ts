import { createRequire } from 'node:module';
import { packageVersion } from './package-version.ts';
import { READER_PARTS } from './reader.ts';
import { RENDERER_PARTS } from './renderer.ts';

/** Versions that a report names: this program, the reader's library, and the schema of the report. */
export function versionsOfParts(): Readonly<Record<string, string>> {
  return {
    pagewitness: packageVersion(),
    [READER_PARTS.reader]: READER_PARTS.pdfjs,
    pdfium: RENDERER_PARTS.pdfium,
  };
}

/** The installed version of a package, for the diagnosis of an installation; null if it is missing. */
export function installedVersion(name: string): string | null {
  try {
    const found: unknown = createRequire(import.meta.url)(`${name}/package.json`);
    const version =
      typeof found === 'object' && found !== null ? Reflect.get(found, 'version') : null;
    return typeof version === 'string' ? version : null;
  } catch {
    // Not installed, or installed without its manifest: both mean that nothing can be said of it.
    return null;
  }
}
