export {
  type CustomAutomations,
  createCustomAutomations,
  customAutomationStreamPrefixes,
  evolveCustomAutomations,
} from './custom-automations.ts';
export {
  type AlertRule,
  type ConfidenceGrade,
  type CustomRule,
  confidenceGrades,
  customRuleField,
  type TestSubject,
} from './definition/custom-rule.ts';
export { listMetrics } from './definition/floors.ts';
export type { RuleContext } from './definition/reading/rule-context.ts';
export { fieldsOf } from './definition/reading/rule-fault.ts';
export { labelsNamedBy } from './definition/rule-labels.ts';
export { type ClosedCohortDays, closedCohortDays, type RuleQuantity, ruleMetrics } from './definition/rule-metrics.ts';
export { opposingCases, writesOfCase } from './definition/saving/opposing-cases.ts';
export { ruleWarnings } from './definition/saving/rule-warnings.ts';
export { usesToday } from './definition/windows.ts';
export { evaluateRule } from './evaluation/evaluate-rule.ts';
export type {
  DaySource,
  EvaluatedSlot,
  EvaluatedUnit,
  EvaluationData,
  ExactRate,
  FigureSums,
  Figures,
  SourceDays,
  SourceDoubt,
  WindowFigures,
} from './evaluation/evaluation-data.ts';
export { type NeededFigure, type NeededFigures, neededFigures } from './evaluation/needed-figures.ts';
export { type CompletenessFacts, completeDays, incompleteText, runDayOf } from './numbers/complete-days.ts';
export {
  closedDaysOf,
  closedRange,
  type FigureWindow,
  figureWindows,
  matureShift,
  rangeLength,
  sharedRange,
  shareWeek,
  unitRange,
} from './numbers/figure-windows.ts';
export {
  type CustomRuleUpdates,
  changeCustomRule,
  createCustomRule,
  pauseAfterFailures,
  resumeCustomUnits,
  versionOf,
  writable,
} from './rule/custom-rule.decider.ts';
export type { CustomRuleEvent } from './rule/custom-rule.events.ts';
export { customRuleStream, customRuleStreamPrefixes } from './rule/custom-rule.stream.ts';
export { type CustomRules, createCustomRules, evolveCustomRules } from './rule/custom-rules.ts';
export type { CustomRuleVersion, ExistingCustomRule } from './rule/existing-custom-rule.ts';
export { type CustomRuleState, customRuleDecider } from './rule/fold-custom-rule.ts';
export { type EnteredRuleParts, readRuleParts } from './rule/read-rule-parts.ts';
export {
  type CustomRunState,
  customRunDecider,
  decideCustomRun,
  endCustomRun,
  eventsOfEvaluation,
  isRunDecided,
  isRunOver,
  leaveOutCustomRun,
} from './run/custom-run.decider.ts';
export type { CustomRunEvent, SettledUnit } from './run/custom-run.events.ts';
export { customRunStream } from './run/custom-run.stream.ts';
export type { CustomRunSummary } from './run/custom-runs.ts';
export { earlierCustomRules, earlierRaisingRules, waitsFor } from './run/earlier-rules.ts';
export { type RecordedVerdict, recordedActions } from './run/recorded-verdicts.ts';
export { type RunRow, rowsOfCustomRun, settledUnits } from './run/rows-of-run.ts';
export { ruleMemoryOf } from './run/rule-memory-of.ts';
export { ruleOfChanges } from './run/rule-of-changes.ts';
export { outcomeOfRun } from './run/run-outcome.ts';
export { type CampaignsOfOrganizations, campaignsOfRule, type RuleCampaigns } from './scope/apply-to.ts';
export { ruleTemplates } from './templates/rule-templates.ts';
export { directionOf, type RuleOfChange } from './trail/setting-trail-of.ts';
export { type TrailedCampaign, trailedCampaignDecider } from './trail/trailed-campaign.ts';
export { decisionsByKey, type EarlierDecision, type EarlierDecisions } from './units/earlier-decisions.ts';
export { evaluationUnits, withSpendToday } from './units/evaluation-units.ts';
