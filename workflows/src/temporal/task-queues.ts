import type { ActivityQueue } from '../story/process.ts';

/** Task queue of all workflows, and of activities that may be aborted at any point and repeated. */
export const taskQueue = 'tapwise';
/** Task queue of posts to customers' addresses, which may hang: they hold up nothing else. */
export const deliveryQueue = 'tapwise-deliveries';
/** Task queue of activities that change something at a partner: a worker that ends lets these finish. */
export const writeQueue = 'tapwise-writes';

export const taskQueues: Readonly<Record<ActivityQueue, string>> = {
  pulls: taskQueue,
  storeReports: taskQueue,
  fits: taskQueue,
  records: taskQueue,
  writes: writeQueue,
  deliveries: deliveryQueue,
};
