import { readFileSync } from 'node:fs';

/** The version of this package, as its own `package.json` says. */
export function packageVersion(): string {
  const isSource = import.meta.url.endsWith('.ts');
  const file = new URL(isSource ? '../../package.json' : '../../../package.json', import.meta.url);
  const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const version =
    typeof found === 'object' && found !== null ? Reflect.get(found, 'version') : null;
  return typeof version === 'string' ? version : 'unknown';
}
