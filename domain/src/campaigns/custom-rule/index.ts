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
} from './definition/custom-rule.ts';
export { listMetrics } from './definition/floors.ts';
export type { RuleContext } from './definition/reading/rule-context.ts';
export { fieldsOf } from './definition/reading/rule-fault.ts';
export { labelsNamedBy } from './definition/rule-labels.ts';
export { type ClosedCohortDays, closedCohortDays, type RuleQuantity, ruleMetrics } from './definition/rule-metrics.ts';
export { campaignOfKey } from './definition/rule-scope.ts';
export type { OpposingCases } from './definition/saving/opposing-cases.ts';
export { opposingCases, writesOfCase } from './definition/saving/opposing-cases.ts';
export { ruleWarnings } from './definition/saving/rule-warnings.ts';
export { keywordTargets } from './definition/term-targets.ts';
export { usesToday } from './definition/windows.ts';
export { daysBack } from './evaluation/backtest/days-back.ts';
export { type CountedDays, createPastCounts, type PastCounts } from './evaluation/backtest/past-counts.ts';
export { createSuggestedRuns, type SuggestedRuns } from './evaluation/backtest/suggested-runs.ts';
export { describeVerdict } from './evaluation/describe-verdict.ts';
export { evaluateRule, isListedInBacktest } from './evaluation/evaluate-rule.ts';
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
export type { FrozenValues } from './evaluation/forecast.ts';
export { exposureOf, frozenValues } from './evaluation/forecast.ts';
export type { RuleEvaluation } from './evaluation/rule-evaluation.ts';
export { type EvaluatedVersion, noMemory, type RuleMemory } from './evaluation/rule-memory.ts';
export type { RuleCounts, RuleVerdict, UnitDecision } from './evaluation/rule-verdict.ts';
export type { RuleField, SettingChange } from './evaluation/setting-trail.ts';
export { ruleFields } from './evaluation/setting-trail.ts';
export { oscillatingUntil } from './holds/oscillation.ts';
export { type CompletenessFacts, completeDays, incompleteText, runDayOf, shortDay } from './numbers/complete-days.ts';
export { type Coverage, type CoveredSource, isCovered, lifeBegins, sourcesOfQuantity } from './numbers/coverage.ts';
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
export { type NeededFigure, neededFigures } from './numbers/needed-figures.ts';
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
export { customRuleStream } from './rule/custom-rule.stream.ts';
export type { CustomRuleVersion, ExistingCustomRule } from './rule/existing-custom-rule.ts';
export { type CustomRuleState, customRuleDecider } from './rule/fold-custom-rule.ts';
export { type EnteredRuleParts, readRuleParts } from './rule/read-rule-parts.ts';
export { slotsSinceIn } from './rule/slots-since.ts';
export {
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
export type { CustomRunEvent, SettledUnit } from './run/custom-run.events.ts';
export { customRunStream } from './run/custom-run.stream.ts';
export type { CustomRunSummary } from './run/custom-runs.ts';
export { isCustomRunEvent } from './run/custom-runs.ts';
export { earlierCustomRules, earlierRaisingRules, waitsFor } from './run/earlier-rules.ts';
export { readUnits, readVerdicts, recordUnits } from './run/record/recorded-verdicts.ts';
export { ruleMemoryOf } from './run/rule-memory-of.ts';
export { ruleOfChanges } from './run/rule-of-changes.ts';
export { outcomeOfRun } from './run/run-outcome.ts';
export type { SettledVerdict } from './run/settled-verdict.ts';
export { settleVerdict } from './run/settled-verdict.ts';
export { contestedTerms } from './run/writes/contested-terms.ts';
export { labellingsOfCustomRun, type RunLabelling, settledLabels } from './run/writes/labellings-of-run.ts';
export { planRunTerms } from './run/writes/plan-run-terms.ts';
export { mergeSettledUnits, type RunRow, rowsOfCustomRun, settledUnits } from './run/writes/rows-of-run.ts';
export { settledRunTerms } from './run/writes/settled-terms.ts';
export { type RunTerm, termsOfCustomRun } from './run/writes/terms-of-run.ts';
export { type CampaignsOfOrganizations, campaignsOfRule, type RuleCampaigns } from './scope/apply-to.ts';
export { ruleTemplates } from './templates/rule-templates.ts';
export { bidChanges } from './trail/bid-changes.ts';
export type { RuleOfChange } from './trail/setting-trail-of.ts';
export { type TrailedCampaign, trailedCampaignDecider } from './trail/trailed-campaign.ts';
export { applicationUnit } from './units/application-unit.ts';
export { decisionsOfRaises, decisionsOfRun } from './units/decisions-of-run.ts';
export { decisionsByKey, type EarlierDecision, type EarlierDecisions } from './units/earlier-decisions.ts';
export { evaluationUnits, withSpendToday } from './units/evaluation-units.ts';
export { type CampaignTerms, type TermsQuestion, type TrailedTarget, trailedTarget } from './units/term-units.ts';
export { linesAdded, runLogLines } from './why/run-log-lines.ts';
