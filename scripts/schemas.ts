import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { renderSchemas } from './render-schemas.ts';

/** Writes the JSON Schemas of everything that crosses a process boundary into `docs/schema`. */
const FOLDER = fileURLToPath(new URL('../docs/schema/', import.meta.url));

mkdirSync(FOLDER, { recursive: true });
for (const name of readdirSync(FOLDER)) rmSync(`${FOLDER}${name}`);
const files = renderSchemas();
for (const [name, text] of files) writeFileSync(`${FOLDER}${name}`, text);
process.stdout.write(`${files.size} schemas written to docs/schema\n`);
