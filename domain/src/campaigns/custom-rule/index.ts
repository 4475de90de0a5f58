export {
  type AlertRule,
  type ConfidenceGrade,
  type CustomRule,
  confidenceGrades,
  customRuleField,
} from './definition/custom-rule.ts';
export { listMetrics } from './definition/floors.ts';
export type { RuleContext } from './definition/reading/rule-context.ts';
export { fieldsOf } from './definition/reading/rule-fault.ts';
export { type ClosedCohortDays, closedCohortDays, type RuleQuantity, ruleMetrics } from './definition/rule-metrics.ts';
export { opposingCases, writesOfCase } from './definition/saving/opposing-cases.ts';
export { ruleWarnings } from './definition/saving/rule-warnings.ts';
export type {
  DaySource,
  EvaluatedUnit,
  EvaluationData,
  ExactRate,
  FigureSums,
  Figures,
  SourceDays,
  WindowFigures,
} from './evaluation/evaluation-data.ts';
export { type NeededFigure, neededFigures } from './evaluation/needed-figures.ts';
export { type CompletenessFacts, completeDays, runDayOf } from './numbers/complete-days.ts';
export {
  closedDaysOf,
  closedRange,
  type FigureWindow,
  figureWindows,
  matureShift,
  sharedRange,
  shareWeek,
  unitRange,
} from './numbers/figure-windows.ts';
export {
  type CustomRuleUpdates,
  changeCustomRule,
  createCustomRule,
  resumeCustomUnits,
  versionOf,
  writable,
} from './rule/custom-rule.decider.ts';
export type { CustomRuleEvent } from './rule/custom-rule.events.ts';
export { customRuleStream, customRuleStreamPrefixes } from './rule/custom-rule.stream.ts';
export { type CustomRules, createCustomRules, evolveCustomRules } from './rule/custom-rules.ts';
export type { ExistingCustomRule } from './rule/existing-custom-rule.ts';
export { type CustomRuleState, customRuleDecider } from './rule/fold-custom-rule.ts';
export { type EnteredRuleParts, readRuleParts } from './rule/read-rule-parts.ts';
export type { CampaignsOfOrganizations, RuleCampaigns } from './scope/apply-to.ts';
export { ruleTemplates } from './templates/rule-templates.ts';
export type { CustomRule } from './definition/custom-rule.ts';
export { customRuleStreamPrefixes } from './rule/custom-rule.stream.ts';
export { createCustomRules, evolveCustomRules } from './rule/custom-rules.ts';
export {
  type CustomRunEnd,
  type CustomRunState,
  customRunDecider,
  decideCustomRun,
  endCustomRun,
  eventsOfEvaluation,
  isRunDecided,
  isRunOver,
  leaveOutCustomRun,
  requestCustomRun,
} from './run/custom-run.decider.ts';
export type {
  CustomRunData,
  CustomRunEvent,
  CustomRunStart,
  SettledUnit,
} from './run/custom-run.events.ts';
export { customRunPrefix, customRunStream } from './run/custom-run.stream.ts';
export {
  type CustomRunSummary,
  type CustomRuns,
  createCustomRuns,
  evolveCustomRuns,
  isCustomRunEvent,
  type RunsInOrganization,
} from './run/custom-runs.ts';
export { readVerdicts } from './run/recorded-verdicts.ts';
export { ruleMemoryOf } from './run/rule-memory-of.ts';
export { type SettledVerdict, settleVerdict } from './run/settled-verdict.ts';
