export const customRunPrefix = 'customRuleRun-';

/** @param slot Of the run: local date and hour, or `manual-<uuid>`. */
export const customRunStream = (run: { automation_id: number; org_id: number; slot: string }): string =>
  `${customRunPrefix}${run.automation_id}.${run.org_id}.${run.slot}`;
