/** A rule in one ad organization. What it has done, and what is due, is in the log. */
export interface RunAutomationInput {
  readonly automation_id: number;
  readonly org_id: number;
}

/** Workflow id; a rule runs once at a time in an organization. */
export const runAutomationId = ({ automation_id, org_id }: RunAutomationInput): string =>
  `run-automation/${automation_id}.${org_id}`;
