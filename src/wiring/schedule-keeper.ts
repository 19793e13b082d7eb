import type { Settings } from '../../config/env.ts';
import { runSettingsSchema } from '../contracts/run-settings.ts';
import {
  createScheduleKeeper,
  type ScheduleKeeper,
  type ScheduleObserver,
} from '../pipeline/keep-schedules.ts';
import type { Clock } from '../pipeline/ports.ts';
import { dueAtOrBefore } from '../queues/due-time.ts';
import { readEnvelopeFiles } from '../sources/envelope-files.ts';
import type { Store } from '../stores/sql/store.ts';
import { engineName } from './engine-name.ts';
import { newRunId } from './run-id.ts';
import { profileOf } from './run-profile.ts';

export interface ScheduleOptions {
  /**
   * Turns files, folders and patterns into files, relative names from `folder` on. Fails as
   * `envelopes_unusable`.
   */
  readonly expandEnvelopes: (
    given: readonly string[],
    passedOver: readonly string[],
    folder: string,
  ) => Promise<readonly string[]>;
  readonly observer: ScheduleObserver;
}

/** Plans the runs of schedules for workers like this one. `clock`: that of the store. */
export function openScheduleKeeper(
  settings: Settings,
  { schedules, runs }: Pick<Store, 'schedules' | 'runs'>,
  clock: Clock,
  { expandEnvelopes, observer }: ScheduleOptions,
): ScheduleKeeper {
  const { limits } = settings;
  return createScheduleKeeper({
    schedules,
    runs,
    clock,
    leaseMs: limits.lease_ms,
    dueAtOrBefore,
    newRun: async ({ run }, nowMs) => {
      const { folder, out, sources } = run;
      const passedOver = out === null ? sources : [out, ...sources];
      const envelopes = await expandEnvelopes(run.envelopes, passedOver, folder);
      return {
        run_id: newRunId(nowMs),
        profile: profileOf(run, settings).digest,
        engine: engineName(settings),
        settings: { ...run, envelopes },
        created_ms: nowMs,
      };
    },
    read: ({ settings: kept }) => {
      const { envelopes, folder } = runSettingsSchema.parse(kept);
      const files = readEnvelopeFiles(envelopes, {
        folder,
        stdin: nothing(),
        lineBytesMax: limits.line_bytes_max,
        jsonBytesMax: limits.json_bytes_max,
      });
      return { entries: files, inputs: files.inputs };
    },
    observer,
  });
}

/** A schedule reads no standard input. */
async function* nothing(): AsyncGenerator<Uint8Array> {}
