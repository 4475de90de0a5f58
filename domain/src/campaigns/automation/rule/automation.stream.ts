/** The first number of a rule that a person or a creation makes; the demo's own are below. */
export const firstAutomationId = 101;

export const automationStream = (automationId: number): string => `automation-${automationId}`;
/** @param slot Of the run: local date and hour, or `manual-<uuid>`. */
export const automationRunStream = (run: { automation_id: number; org_id: number; slot: string }): string =>
  `automationRun-${run.automation_id}.${run.org_id}.${run.slot}`;

/** Namespace of the ids of decisions, which are made from rule, slot and unit. */
export const decisionSpace = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
