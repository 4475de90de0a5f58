import { defineProcess, recordOptions } from '../../story/process.ts';

/** A change set with a scheduled time, or one that is being applied. Its progress is in the log. */
export interface ApplyChangeSetInput {
  readonly change_set_id: string;
}

/** What is to be done about a set next. `wait`: until its time, until it may be applied, or until its change has ended. */
export type NextSetStep =
  | { readonly step: 'ended' | 'apply' | 'request' | 'settle' }
  | { readonly step: 'wait'; readonly seconds: number }
  | { readonly step: 'missed'; readonly schedule: string };

/** `edited`: at the same moment, so that it is to be looked at again. */
export type ApplyEnd =
  | { readonly kind: 'applied' | 'edited' }
  | { readonly kind: 'refused'; readonly schedule: string; readonly message: string };

export interface UnappliedSet extends ApplyChangeSetInput {
  readonly schedule: string;
  readonly reason: 'missed' | 'refused';
  readonly message: string;
}

/** Each may be repeated at any point. */
export interface ApplyChangeSetActivities {
  readChangeSet(set: ApplyChangeSetInput): Promise<NextSetStep>;
  /** Checks a set as a person's change is checked, and makes it a change. */
  applySet(set: ApplyChangeSetInput): Promise<ApplyEnd>;
  /** Records the change itself, also where the caller that applied the set could not. */
  requestChange(set: ApplyChangeSetInput): Promise<void>;
  /** Records the end of a set whose change has its outcomes. */
  settleSet(set: ApplyChangeSetInput): Promise<void>;
  leaveUnapplied(set: UnappliedSet): Promise<void>;
}

export const applyChangeSetProcess = defineProcess<ApplyChangeSetInput, ApplyChangeSetActivities>({
  name: 'applyChangeSet',
  id: ({ change_set_id }) => `apply-change-set/${change_set_id}`,
  activities: {
    readChangeSet: recordOptions,
    applySet: recordOptions,
    requestChange: recordOptions,
    settleSet: recordOptions,
    leaveUnapplied: recordOptions,
  },
});
