import { randomBytes } from 'node:crypto';

/** Sorts by time, and is unique for ever: `20260102t030405-1a2b3c4d5e6f`, UTC. */
export function newRunId(nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase();
  return `${time}-${randomBytes(6).toString('hex')}`;
}
