import type { ChangeState } from '../change/change.decider.ts';
import type { ExistingChangeSet } from './change-set.state.ts';
import { scheduleStep } from './schedule.ts';

/** What is to be done about a set next. Instants are milliseconds. */
export type ChangeSetStep =
  | { readonly step: 'ended' }
  /** Until its scheduled time. */
  | { readonly step: 'wait'; readonly until: number }
  /** Its time has passed by too much, at which it was to be applied. */
  | { readonly step: 'missed'; readonly schedule: string }
  /** Stop all holds it back. */
  | { readonly step: 'stopped' }
  | { readonly step: 'apply' }
  /** Record the change that it has become. */
  | { readonly step: 'request' }
  /** Wait until every row of that change has its outcome. */
  | { readonly step: 'follow' }
  | { readonly step: 'settle' };

/** What surrounds a set. */
export interface ChangeSetSurroundings {
  /** Of its organization; `undefined` where that is not linked any more. */
  readonly timeZone: string | undefined;
  readonly isStopped: boolean;
  /** The change that it has become, if any. */
  readonly change: ChangeState['status'];
  readonly now: number;
}

export function changeSetStep(
  set: Pick<ExistingChangeSet, 'status' | 'schedule' | 'edited_at' | 'change'>,
  { timeZone, isStopped, change, now }: ChangeSetSurroundings,
): ChangeSetStep {
  if (set.status === 'applying' && set.change !== null) return stepOfChange(change);
  const due = timeZone === undefined ? undefined : scheduleStep(set, timeZone, now);
  if (due === undefined || set.schedule === null) return { step: 'ended' };
  if (due.kind === 'wait') return { step: 'wait', until: due.until };
  if (due.kind === 'missed') return { step: 'missed', schedule: set.schedule };
  return { step: isStopped ? 'stopped' : 'apply' };
}

function stepOfChange(change: ChangeState['status']): ChangeSetStep {
  if (change === 'absent') return { step: 'request' };
  return { step: change === 'settled' ? 'settle' : 'follow' };
}
