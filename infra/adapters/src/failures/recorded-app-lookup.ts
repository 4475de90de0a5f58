import { type AppLookup, createAppLookup } from '../apple/app-lookup/client.ts';
import { callCause } from './failure-cause.ts';
import type { FailureRecorder } from './failure-recorder.ts';
import { createTryWindow } from './try-window.ts';

const subject = { application_id: null, org_id: null, source: 'app_lookup' } as const;

/** The store's look-up of apps, whose outcomes are recorded. @param now Milliseconds. */
export function recordAppLookup(url: string, failures: FailureRecorder, now: () => number = Date.now): AppLookup {
  const tries = createTryWindow(failures, subject, now);
  return createAppLookup(url, (fault) => (fault === undefined ? tries.succeeded() : tries.failed(callCause(fault))));
}
