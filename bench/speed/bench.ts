import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchEnvelope, writeEnvelopes } from './claims.ts';

/** What every group of rows works with. */
export interface Bench {
  /** The claims of the set, one envelope a document. */
  readonly envelopes: readonly BenchEnvelope[];
  /** Folder of the set: its envelopes, and its documents under `pdfs`. */
  readonly set_folder: string;
  /** Folder of its documents; a document's name is its source id and `.pdf`. */
  readonly documents: string;
  /** A folder for whatever a group makes; it is removed at the end. */
  readonly scratch: string;
  /** How often each run is repeated. */
  readonly rounds: number;
  /** Fewer rounds and smaller corpora; its figures are for a first look only. */
  readonly is_quick: boolean;
}

/** A fresh folder for the runs of one kind. */
export function folderFor(bench: Bench, name: string): string {
  const folder = join(bench.scratch, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Puts envelopes where a run finds them. */
export function envelopeFile(
  bench: Bench,
  name: string,
  envelopes: readonly BenchEnvelope[],
): string {
  const path = join(bench.scratch, `${name}.jsonl`);
  writeEnvelopes(path, envelopes);
  return path;
}
