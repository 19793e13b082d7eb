import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactStore } from '../pipeline/kept-ports.ts';
import type { ReportSink, ReportWriter } from '../pipeline/ports.ts';
import { createReportFolder, type ReportContext } from './report-folder.ts';

/**
 * Tells the digest of a report that nobody has asked for yet, and keeps none of it: it is made again
 * from the store when somebody does. Fails as `report_unwritable`.
 */
export function createReportDigest(context: ReportContext, artifacts: ArtifactStore): ReportSink {
  return {
    open: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pagewitness-report-'));
      const contents = { formats: [], isRedacted: false, artifacts };
      return discarding(folder, await createReportFolder(folder, context, contents).open());
    },
  };
}

function discarding(folder: string, writer: ReportWriter): ReportWriter {
  const discard = () => rm(folder, { recursive: true, force: true });
  return {
    // Pictures are no part of the digest.
    write: (entry) => writer.write({ ...entry, crops: [] }),
    finish: async (facts) => {
      const digest = await writer.finish(facts);
      await discard();
      return digest;
    },
    abandon: discard,
  };
}
