import type { Digest } from '../contracts/fingerprint.ts';
import type { Proposal } from '../contracts/repair.ts';
import type { Finding } from '../verification/finding.ts';

/** The outcome for one claim without anything of its run; see `keptFindingSchema`. */
export interface KeptFinding {
  readonly finding: Finding;
  readonly proposal: Proposal;
  /** The page that was compared or resolved, for a picture of it where nothing stands there. */
  readonly cited_page: number | null;
}

/** Outcomes of claims, kept by the digest of everything they rest on. */
export interface FindingStore {
  /** Which of the keys have an outcome; cheaper than `known`, and it may err where a record is unusable. */
  readonly kept: (keys: readonly Digest[]) => Promise<ReadonlySet<Digest>>;
  readonly known: (keys: readonly Digest[]) => Promise<ReadonlyMap<Digest, KeptFinding>>;
  readonly keep: (findings: ReadonlyMap<Digest, KeptFinding>) => Promise<void>;
}

/** A picture that was drawn before. */
export interface KeptPicture {
  readonly png_sha256: Digest;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Which pictures are kept as artifacts, by the digest of all that was asked for. */
export interface PictureStore {
  readonly known: (keys: readonly Digest[]) => Promise<ReadonlyMap<Digest, KeptPicture>>;
  readonly keep: (pictures: ReadonlyMap<Digest, KeptPicture>) => Promise<void>;
}

/** Bytes kept under their own digest. A put of bytes that are there already changes nothing. */
export interface ArtifactStore {
  /** Fails as `artifacts_unusable`. */
  readonly put: (bytes: Uint8Array) => Promise<Digest>;
  /** Null if no such bytes are kept. */
  readonly get: (digest: Digest) => Promise<Uint8Array | null>;
}
