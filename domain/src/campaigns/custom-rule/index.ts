export type { CustomRule } from './definition/custom-rule.ts';
export { customRuleStreamPrefixes } from './rule/custom-rule.stream.ts';
export { createCustomRules, evolveCustomRules } from './rule/custom-rules.ts';
