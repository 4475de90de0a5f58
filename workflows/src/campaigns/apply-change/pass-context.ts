import type { SearchAdsClient } from '@tapwise/adapters';
import type { ExistingChange } from '@tapwise/domain';
import type { ChangeLog } from './change-log.ts';
import type { ChangeProgress } from './row-progress.ts';
import type { ChangeRecord } from './settle-by-record.ts';

/** Its release wakes a change that is held back; so often it is looked all the same. */
export const heldPauseMs = 60_000;

/** What a pass through the campaigns of a change works with. */
export interface PassContext {
  readonly writer: SearchAdsClient['writer'];
  readonly log: ChangeLog;
  readonly change: ExistingChange;
  readonly progress: ChangeProgress;
  /** Absent: the ad service keeps none, and the objects alone decide. */
  readonly record?: ChangeRecord | undefined;
  /** Milliseconds. */
  readonly now: () => number;
  /** No further call begins after it aborts. */
  readonly stopping: AbortSignal;
  /** Whether Stop all holds it back now: what was sent is read back, and nothing else is done. */
  readonly held: () => boolean;
  /** Whether what was not sent yet is to be left out. */
  readonly stopped: () => boolean;
  /** Settings of a campaign that earlier changes have no outcome for: rows that set them wait. */
  readonly beside: (campaignId: number) => Promise<ReadonlySet<string>>;
}
