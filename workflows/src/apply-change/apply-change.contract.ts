/** A change that was asked for. Its content and progress are in the log. */
export interface ApplyChangeInput {
  readonly change_id: string;
  /** Earlier changes in its campaigns that were not settled when it was begun; settings that they wait for are left to them. */
  readonly beside?: readonly string[];
}

/** Workflow id; a change is carried out by one workflow. */
export const applyChangeId = (changeId: string): string => `apply-change/${changeId}`;
