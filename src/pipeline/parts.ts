import type { Digest } from '../contracts/fingerprint.ts';
import type { Status } from '../contracts/reason.ts';
import type { CropScope, SearchScope } from '../contracts/run-options.ts';
import type { ReleaseDecision } from '../contracts/verdict.ts';
import type { DocumentReader } from '../evidence/ports.ts';
import type { PageRenderer } from '../evidence/rendering.ts';
import type { VerificationSettings } from '../verification/verify-claim.ts';
import type { Gate } from './gate.ts';
import type { ArtifactStore, FindingStore, PictureStore } from './kept-ports.ts';
import type {
  ClaimChecker,
  Clock,
  GroundingStore,
  ReportSink,
  RunRecord,
  RunStore,
  SourceResolver,
  WorkLedger,
} from './ports.ts';
import type { ProgressTracker } from './progress.ts';
import type { Session } from './session.ts';

/** Everything the stages work with; `wiring` puts it together once for each process. */
export interface PipelineParts {
  readonly runs: RunStore;
  readonly work: WorkLedger;
  readonly groundings: GroundingStore;
  readonly sources: SourceResolver;
  readonly reader: DocumentReader;
  readonly checker: ClaimChecker;
  readonly renderer: PageRenderer;
  /** Digest of everything that can change a raw text of `renderer`. */
  readonly raw_profile: Digest;
  readonly findings: FindingStore;
  readonly pictures: PictureStore;
  readonly artifacts: ArtifactStore;
  readonly clock: Clock;
  /** Bounds the calls into `reader` and `checker`; as many places as there are threads. */
  readonly gate: Gate;
  /** The verification profile; only runs of this profile are worked on. */
  readonly profile: Digest;
  readonly settings: VerificationSettings;
  /** How far the evidence of failed claims is searched for. */
  readonly search: SearchScope;
  /** Which claims get pictures. */
  readonly crops: CropScope;
  /** Whether outcomes that earlier runs kept may be taken over. */
  readonly isReuseAllowed: boolean;
  /** The policy's decision from a verdict's status alone. */
  readonly decideRelease: (status: Status) => ReleaseDecision;
  /** Where the report of a run goes when it ends. */
  readonly sinkOf: (run: RunRecord) => ReportSink;
  /**
   * An item that was taken more often than this without an end is given up, as is one that lost as many
   * workers alone; what a worker that is lost held together with other items does not count.
   */
  readonly attemptsMax: number;
  /** An item that lost as many workers is given up, whoever was to blame. */
  readonly lossesMax: number;
  readonly progress: ProgressTracker;
  readonly session: Session;
}
