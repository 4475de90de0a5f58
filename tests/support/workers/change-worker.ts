import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type EventLog, type SearchAdsClient } from '@tapwise/adapters';
import { attemptActivities } from '../../../workflows/src/activity/attempt-activities.ts';
import { createApplyChangeActivities } from '../../../workflows/src/apply-change/apply-change.activities.ts';
import { changeFromLoop } from '../../../workflows/src/loop/work-from-loop.ts';
import { serveReadings } from '../../../workflows/src/read-settings/serve-readings.ts';
import { openCheckpointFile } from '../../../workflows/src/starter/checkpoint-file.ts';
import { keepWorking, type WorkDriver } from '../../../workflows/src/starter/keep-working.ts';
import { changeWork } from '../../../workflows/src/starter/start-changes.ts';

/** The worker that carries changes out, with a clock of its own: instead of waiting it moves the clock on. */
export interface ChangeWorker {
  /** Milliseconds that the clock was moved on so far. */
  skipped(): number;
  /** While it is away, changes wait in the log. */
  away: boolean;
  stop(): Promise<void>;
}

export function startChangeWorker(log: EventLog, searchAds: Pick<SearchAdsClient, 'writer'>): ChangeWorker {
  const folder = mkdtempSync(join(tmpdir(), 'change-worker-'));
  const stopping = new AbortController();
  const { signal } = stopping;
  let skipped = 0;
  const activities = createApplyChangeActivities({ log, searchAds, stopping: signal, now: () => Date.now() + skipped });
  const loop = changeFromLoop(attemptActivities(activities, { signal, stop: signal }));
  const driver: WorkDriver = {
    name: 'loop',
    apply: async (change) => {
      for (;;) {
        const step = await loop.apply(change);
        if (typeof step !== 'object') return step;
        skipped += step.again_seconds * 1000;
      }
    },
  };
  const worker = { away: false };
  const running = keepWorking(
    changeWork(() => false),
    {
      log,
      signal,
      logger: createLogger('test', 'silent'),
      checkpoint: openCheckpointFile(join(folder, 'changes.position')),
      driver: () => (worker.away ? undefined : driver),
    },
  );
  const reading = serveReadings({ log, searchAds, logger: createLogger('test', 'silent'), signal });
  return Object.assign(worker, {
    skipped: () => skipped,
    stop: async () => {
      stopping.abort();
      await Promise.all([running, reading]);
      rmSync(folder, { recursive: true, force: true });
    },
  });
}
