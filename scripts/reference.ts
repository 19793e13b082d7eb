import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderReference } from './render-reference.ts';

/** Writes the pages of `docs/` that are made from tables in the code. */
const ROOT = fileURLToPath(new URL('../', import.meta.url));

const pages = renderReference();
for (const [path, text] of pages) writeFileSync(`${ROOT}${path}`, text);
process.stdout.write(`${pages.size} pages written to docs\n`);
