import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PageGrounding } from '../evidence/grounding.ts';
import { invariant } from '../evidence/invariant.ts';
import type { StoredPage } from '../evidence/ports.ts';

/** Raised with any change of the stored form or of `PageGrounding`; part of the reader profile. */
export const PAGE_CODEC = 'page-codec/1';

/** Boxes are kept in hundredths of a point, the precision that layout rounds to. */
const QUANTA = 100;

/** Level 1 packs a page of a filing in about 0.5 ms; level 6 saves a tenth more for thrice the time. */
const DEFLATE = { level: 1 } as const;

/**
 * Packs a page reading: the length of its record, the record as JSON without boxes, and the boxes
 * as differences from the box before, which deflate well.
 */
export function encodePage(page: PageGrounding): StoredPage {
  const { boxes, ...record } = page;
  const json = Buffer.from(JSON.stringify(record), 'utf8');
  const deltas = deltasOf(boxes);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(json.length);
  const body = Buffer.from(deltas.buffer, deltas.byteOffset, deltas.byteLength);
  const payload = deflateRawSync(Buffer.concat([head, json, body]), DEFLATE);
  const { page_index, width, height, rotation, user_unit } = page;
  const geometry = { width, height, rotation, user_unit };
  return { page_index, geometry, payload: new Uint8Array(payload) };
}

/** Unpacks what `encodePage` packed. Throws if the payload was not made by it. */
export function decodePage(stored: StoredPage): PageGrounding {
  const bytes = inflateRawSync(stored.payload);
  const bodyAt = 4 + bytes.readUInt32LE(0);
  const record: Omit<PageGrounding, 'boxes'> = JSON.parse(bytes.toString('utf8', 4, bodyAt));
  const boxes = new Float32Array(record.text.length * 4);
  invariant(bytes.length === bodyAt + boxes.length * 4, 'a page holds one box a character');
  const quanta = [0, 0, 0, 0];
  for (let index = 0; index < boxes.length; index += 1) {
    const side = index % 4;
    const value = (quanta[side] ?? 0) + bytes.readInt32LE(bodyAt + index * 4);
    quanta[side] = value;
    boxes[index] = value / QUANTA;
  }
  return { ...record, boxes };
}

/**
 * By how many quanta each side differs from that of the box before. A function of its own: V8 compiles a loop in the
 * middle of a larger one for each page anew (160 times in 455 pages, measured).
 */
function deltasOf(boxes: Float32Array): Int32Array {
  const deltas = new Int32Array(boxes.length);
  for (let index = 0; index < boxes.length; index += 1) {
    deltas[index] = quantaAt(boxes, index) - (index < 4 ? 0 : quantaAt(boxes, index - 4));
  }
  return deltas;
}

function quantaAt(boxes: Float32Array, index: number): number {
  return Math.round((boxes[index] ?? 0) * QUANTA);
}
