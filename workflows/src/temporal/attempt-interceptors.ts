import type { ActivityInterceptorsFactory, WorkerInterceptors } from '@temporalio/worker';
import { inAttemptSpan } from '../activity/attempt-span.ts';
import { heartbeats } from './heartbeats.ts';

/** Opens the span of each attempt. Behind its input an activity gets the `traceparent` that its workflow was started with, if any. */
const openSpans: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    execute: ({ args, headers }, next) => {
      const [input, traceparent] = args;
      const parent = typeof traceparent === 'string' ? traceparent : undefined;
      return inAttemptSpan(info.activityType, parent, () => next({ args: [input], headers }));
    },
  },
});

/** What every attempt of an activity is done within. */
export const attemptInterceptors: WorkerInterceptors = { activity: [...(heartbeats.activity ?? []), openSpans] };
