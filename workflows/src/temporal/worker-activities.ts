import { activitiesOn } from '../processes.ts';
import { deliveryQueue, taskQueue, writeQueue } from './task-queues.ts';

/** What the worker of each task queue can be asked for: an activity that is not there is asked for again and again, without end. */
export const workerActivities = <Activities extends object>(activities: Activities, writes: Partial<Activities>) => ({
  [taskQueue]: activities,
  [deliveryQueue]: activitiesOn('deliveries', activities),
  [writeQueue]: writes,
});
