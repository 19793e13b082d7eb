import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '../../evidence/invariant.ts';

/**
 * The review page apart from its data, cut where the data goes: `start`, the facts, `middle`, the
 * claims, `end`.
 */
export interface PageSource {
  readonly start: string;
  readonly middle: string;
  readonly end: string;
}

/**
 * The page is written as plain files in `page/`: a skeleton, style sheets, and ES modules that a
 * browser runs as they stand (types in comments, checked by `tsconfig.page.json`). The build copies
 * the folder, so that sources and compiled program read the very same bytes. A page opened from
 * disk may not load a second file as a module, so all of it goes into one document.
 */
const FOLDER = fileURLToPath(new URL('./page/', import.meta.url));
const ENTRY = join(FOLDER, 'main.mjs');
const STYLES = [
  'base.css',
  'frame.css',
  'list.css',
  'claim.css',
  'evidence.css',
  'dialogs.css',
  'narrow.css',
  'print.css',
];

/** Reads the page from the files beside this one. */
export function readPageSource(): PageSource {
  const style = STYLES.map((name) => readText(join(FOLDER, name))).join('\n');
  const script = joinModules(ENTRY);
  for (const text of [style, script]) {
    invariant(!/<\/(?:script|style)|<!--/iu.test(text), 'the page ends none of its own elements');
  }
  const policy = [
    "default-src 'none'",
    "img-src 'self' file:",
    `style-src ${hashSource(style)}`,
    `script-src ${hashSource(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const filled = readText(join(FOLDER, 'page.html'))
    .replace('{{policy}}', () => policy)
    .replace('{{style}}', () => style)
    .replace('{{script}}', () => script);
  const [start, middle, end, ...more] = filled.split(/\{\{(?:facts|claims)\}\}/u);
  invariant(
    start !== undefined && middle !== undefined && end !== undefined && more.length === 0,
    'the skeleton names each of its places once',
  );
  return { start, middle, end };
}

/** A source expression of CSP 3: the digest of an inline script or style sheet. */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/**
 * Joins a module and all it imports into one script: each becomes a function that is called once,
 * after those it imports, and gives what it exports. So names may repeat between modules, as in any
 * program; imports and exports have the plain forms only, and no circle.
 */
function joinModules(entry: string): string {
  const parts: string[] = [];
  const numbers = new Map<string, number>();
  const visit = (path: string): number => {
    const known = numbers.get(path);
    if (known !== undefined) return known;
    const body = readText(path)
      .replaceAll(IMPORT, (_statement, names: string, name: string) => {
        return `const {${names}} = module${visit(join(dirname(path), name))};\n`;
      })
      .trim();
    const exported = [...body.matchAll(EXPORT)].map(([, name]) => name);
    const inner = body.replaceAll(EXPORT, (statement) => statement.slice('export '.length));
    invariant(!/^(?:import|export)\b/mu.test(inner), `${path} imports and exports plainly`);
    const number = numbers.size;
    numbers.set(path, number);
    const given = `return { ${exported.join(', ')} };`;
    parts.push(`const module${number} = (() => {\n${inner}\n${given}\n})();\n`);
    return number;
  };
  visit(entry);
  return `\n${parts.join('\n')}`;
}

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';\n/gmu;
const EXPORT = /^export (?:async )?(?:function\*? |const )(\w+)/gmu;

/** Line ends as a browser makes them, or the digests of the policy would not fit. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
}
