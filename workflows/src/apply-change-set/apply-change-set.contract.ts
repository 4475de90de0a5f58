/** A change set with a scheduled time, or one that is being applied. Its progress is in the log. */
export interface ApplyChangeSetInput {
  readonly change_set_id: string;
}

/** Workflow id; a set is applied by one workflow at a time. */
export const applyChangeSetId = (changeSetId: string): string => `apply-change-set/${changeSetId}`;
