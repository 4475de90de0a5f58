import type { ChangeResponse, ChangeResult } from '@tapwise/contract';

export type Outcome = ChangeResult['outcome'];

export const isDone = (outcome: Outcome): outcome is 'changed' | 'unchanged' =>
  outcome === 'changed' || outcome === 'unchanged';
export const isOpen = (outcome: Outcome): boolean =>
  outcome === 'pending' || outcome === 'queued' || outcome === 'unknown';

/** Whether its outcome is final. */
export const isFailed = (outcome: Outcome): boolean => !isDone(outcome) && !isOpen(outcome);

/** The change an answer is about, as a list; none where nothing was or will be sent. */
export const changeIdsOf = ({ change_id }: Pick<ChangeResponse, 'change_id'>): string[] =>
  change_id === undefined ? [] : [change_id];
