import { quoted } from '../contracts/schema-problem.ts';
import { findRepeatedMember } from './repeated-member.ts';

/** A JSON value, or in words why the bytes hold none. */
export type JsonText =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/**
 * Decodes UTF-8 strictly (a byte order mark is passed over) and parses it as JSON. The problem
 * completes a sentence and shows nothing of the text but a repeated name. Never throws.
 */
export function parseJsonBytes(bytes: Uint8Array): JsonText {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  try {
    const value: unknown = JSON.parse(text.value);
    const repeated = findRepeatedMember(text.value);
    if (repeated === null) return { ok: true, value };
    return {
      ok: false,
      problem: `names ${quoted(repeated)} twice in one object; keep one of them`,
    };
  } catch (error) {
    return { ok: false, problem: `is not valid JSON${placeOf(error, text.value)}` };
  }
}

/** The name of another encoding that the first bytes of a file betray, or null. */
export function foreignEncoding(start: Uint8Array): string | null {
  const [a, b, c, d] = start;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  // JSON starts with two ASCII characters, so a zero among the first two bytes is half of a wide one.
  return start.length > 1 && (a === 0) !== (b === 0) ? 'UTF-16' : null;
}

/** Whether the bytes hold nothing but JSON white space and a byte order mark. */
export function isBlank(bytes: Uint8Array): boolean {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = hasMark ? bytes.subarray(3) : bytes;
  return content.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

function decodeText(
  bytes: Uint8Array,
): { ok: true; value: string } | { ok: false; problem: string } {
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, problem: 'is not valid UTF-8; save it as UTF-8' };
  }
}

/** V8 tells the position in most messages, the offending text in some; only the former is passed on. */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('end of JSON input')) return '; it ends too early';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position)).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return before.length === 1
    ? `, at character ${column}`
    : `, at its line ${before.length}, character ${column}`;
}
