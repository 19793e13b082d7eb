import { createHash } from 'node:crypto';
import type { Digest } from '../contracts/fingerprint.ts';
import { invariant } from './invariant.ts';

/**
 * Canonical JSON after RFC 8785: keys sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript prints them. `undefined` members are left out. Numbers must be finite.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    invariant(Number.isFinite(value), 'canonical JSON holds finite numbers only');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  invariant(typeof value === 'object', `canonical JSON holds no ${typeof value}`);
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key);
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** The digest of a record: SHA-256 of its canonical JSON. */
export function digestOf(value: unknown): Digest {
  return digestOfText(canonicalJson(value));
}

/** SHA-256 of the UTF-8 bytes of a text. */
export function digestOfText(text: string): Digest {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}
