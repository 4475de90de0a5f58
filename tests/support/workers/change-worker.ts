import { createLogger, type EventLog, type SearchAdsClient } from '@tapwise/adapters';
import { createApplyChangeActivities } from '../../../workflows/src/campaigns/apply-change/apply-change.activities.ts';
import { applyChangeProcess } from '../../../workflows/src/campaigns/apply-change/apply-change.contract.ts';
import { changeRequests } from '../../../workflows/src/campaigns/apply-change/apply-change.requests.ts';
import { applyChange } from '../../../workflows/src/campaigns/apply-change/apply-change.story.ts';
import { serveReadings } from '../../../workflows/src/campaigns/apply-change/serve-readings.ts';
import { processOf } from '../../../workflows/src/story/process.ts';
import { createSkippingClock } from '../../../workflows/src/testing/skipped-waits.ts';
import { type RequestWorker, startRequestWorker } from './request-worker.ts';

const never = (): boolean => false;

/** The worker that carries changes out. */
export interface ChangeWorker extends RequestWorker {
  /** Milliseconds that its clock was moved on so far. */
  skipped(): number;
}

export function startChangeWorker(log: EventLog, searchAds: Pick<SearchAdsClient, 'writer'>): ChangeWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const clock = createSkippingClock();
  const worker = startRequestWorker({
    log,
    kind: changeRequests(never, never),
    process: processOf(applyChangeProcess, applyChange),
    activities: createApplyChangeActivities({ log, searchAds, stopping: signal, now: clock.now }),
    clock,
    skipsUntilWoken: true,
    stopping,
  });
  const reading = serveReadings({ log, searchAds, logger: createLogger('test', 'silent'), signal });
  const { stop } = worker;
  return Object.assign(worker, {
    skipped: clock.skipped,
    stop: async () => {
      await Promise.all([stop(), reading]);
    },
  });
}
