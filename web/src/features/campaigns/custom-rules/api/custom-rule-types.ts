import type {
  RuleTemplate as AnsweredTemplate,
  ConflictsResponse,
  CustomAutomation,
  CustomDryRunResponse,
  CustomVerdict,
  ListedMetric,
} from '@tapwise/contract/custom-rule';
import type { EnteredRule } from './entered-rule.ts';

/** A figure that rules may ask for. */
export type RuleMetric = ListedMetric;
export type RuleUnit = RuleMetric['unit'];

/** A rule to start from, with names of params where numbers belong. */
export type RuleTemplate = Omit<AnsweredTemplate, 'rule'> & { readonly rule: EnteredRule };

export type { CustomRuleVersion, CustomRun, CustomVerdict } from '@tapwise/contract/custom-rule';
export type CustomRuleListed = CustomAutomation;
export type RuleCounts = CustomDryRunResponse['counts'];
export type CustomDryRun = CustomDryRunResponse;
export type VerdictTest = CustomVerdict['tests'][number];
export type VerdictAction = CustomVerdict['actions'][number];
export type Conflicts = ConflictsResponse;
