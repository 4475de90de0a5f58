import type { ActivityInterceptorsFactory, WorkerInterceptors } from '@temporalio/worker';

const heartbeatMs = 1500;

const sendHeartbeats: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    execute: async (input, next) => {
      const timer = setInterval(() => context.heartbeat(), heartbeatMs);
      try {
        return await next(input);
      } finally {
        clearInterval(timer);
      }
    },
  },
});

/** Every activity reports that it is still run, so that what a dead worker had begun is soon given to another. */
export const heartbeats: WorkerInterceptors = { activity: [sendHeartbeats] };
