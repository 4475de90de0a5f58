import type { Activities, WriteActivities } from '../temporal/worker.ts';
import type { ActivitySources } from './activity-sources.ts';

/** What the work of this process is made of. */
export interface Composition extends ActivitySources {
  readonly activities: Activities;
  readonly writes: WriteActivities;
}
