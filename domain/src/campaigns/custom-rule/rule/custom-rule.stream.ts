/** Ids are those of all rules: an id is one rule of one type. */
export const customRuleStream = (automationId: number): string => `customRule-${automationId}`;

export const customRuleStreamPrefixes: readonly string[] = ['customRule-'];
