export type { Automations, RunSummary, UnitMemories } from './automations.ts';
export {
  automationStreamPrefixes,
  createAutomations,
  evolveAutomations,
  isRunEvent,
  rememberUnit,
  ruleInOrganization,
  runsOfRule,
} from './automations.ts';
export { createPastFigures, type PastFigures, type RecordedFigures } from './backtest/past-figures.ts';
export type { OpenBid, RuleCampaign, RuleCampaignEvent } from './evaluation/bid-trail.ts';
export { openBids, ruleCampaignDecider, ruleOfSource, withOpenBids } from './evaluation/bid-trail.ts';
export type { BidsByRules } from './evaluation/bids-by-rules.ts';
export { capValue, displayedInputs, isUndecided } from './evaluation/caps.ts';
export type { UnitVerdict } from './evaluation/evaluate.ts';
export { evaluate } from './evaluation/evaluate.ts';
export type {
  FiguresOfCampaigns,
  ForeignSpend,
  SpendRate,
} from './evaluation/missing-figures.ts';
export { spendWithMissing, withMissing } from './evaluation/missing-figures.ts';
export { isSpike, ruleData, ruleDays, withoutTrail } from './evaluation/rule-data.ts';
export type { KeywordFigures } from './evaluation/rule-units.ts';
export { ruleUnits } from './evaluation/rule-units.ts';
export { decideFilterRun, rowsOfNegatives, settleFilterRun } from './filter/filter-run.ts';
export { type FilterQuestion, filterTerms, scopedTermKey } from './filter/filter-terms.ts';
export type { ApplyTo, ExistingRule, RuleState } from './rule/automation.decider.ts';
export {
  automationDecider,
  automationName,
  changeAutomation,
  createAutomation,
  resumeUnits,
  ruleOfDraft,
  wantsNotices,
} from './rule/automation.decider.ts';
export type { AutomationEvent } from './rule/automation.events.ts';
export { automationRunStream, automationStream, decisionSpace, firstAutomationId } from './rule/automation.stream.ts';
export type { EnteredParams } from './rule/read-params.ts';
export { capsWarning, displayedCap, displayedParams, readParams } from './rule/read-params.ts';
export type { RuleParams } from './rule/rule-params.ts';
export type { Slot, SlotClock } from './rule/slots.ts';
export { nextSlot, ruleClock, scheduleClock, slotDelayMs, slotsBetween } from './rule/slots.ts';
export type { AutomationRunEvent, Decision, SettledDecision } from './run/automation-run.events.ts';
export { logLines } from './run/log-lines.ts';
export type { NextRun, RuleInOrganization, SlottedRule } from './run/next-run.ts';
export {
  freshDataPause,
  hasRuns,
  hasSlots,
  isOlderDue,
  nextRun,
  nextSlotRun,
  rulesBefore,
  slottedRule,
} from './run/next-run.ts';
export type { RunState } from './run/run.decider.ts';
export { causesOfRunChanges, decideRun, requestRun, rowsOfRun, runDecider, settleRun } from './run/run.decider.ts';
export { organizationsToRun, slotByHand } from './run/run-by-hand.ts';
export { leaveOutRun, type RowOutcomes, settledDecisions, settledTerms } from './run/run-end.ts';
export { isFreshFigures, isFreshForSlot, runStart, slotRefusal } from './run/run-start.ts';
export { runsKept } from './run/runs-kept.ts';
export type { SettledTerm, TermVerdict } from './run/term-verdict.ts';
