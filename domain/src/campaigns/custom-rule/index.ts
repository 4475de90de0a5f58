export type { CustomRule } from './definition/custom-rule.ts';
