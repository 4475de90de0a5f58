import type { CustomBacktestResponse } from '@tapwise/contract/custom-rule';
import {
  type CustomRunSummary,
  type LinkedOrganization,
  type OpenApplication,
  ruleInOrganization,
} from '@tapwise/domain';
import { todayOf } from '../../../reports/report-scope.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { refuseTooMany } from '../../past/decision-limit.ts';
import { boundsOf, type PastRange, refused, requirePast } from '../../past/past-range.ts';
import { startsLater } from '../../past/runs-kept.ts';
import { customVerdictResponse, decisionIdOf, unsettled } from '../runs/custom-verdict-response.ts';
import { addCounts, noCounts, oldestDays } from '../trials/add-evaluations.ts';
import { organizationsOf, type TriedRule } from '../trials/evaluate-now.ts';
import { backtestNotes, changingCounts, type HeldSlot } from './backtest-notes.ts';
import { evaluatePastRuns, evaluatePastSlots, type PastSlot } from './evaluate-past-rule.ts';

interface BacktestQuestion {
  readonly tried: TriedRule;
  readonly application: OpenApplication;
  readonly range: PastRange;
  readonly asItRan: boolean;
  readonly signal: AbortSignal;
}

type Slots = CustomBacktestResponse['slots'];

/**
 * What a rule or a draft of one would have decided on past days, on what was known then; nothing is recorded or sent. It ends when the
 * caller goes away.
 * @throws DomainError `invalid_request` for days to come, a draft that is to be tested as it ran, a rule about search terms that is not,
 * and more than an answer can hold.
 */
export async function customBacktest(
  settingsContext: SettingsContext,
  { asItRan, ...question }: BacktestQuestion,
): Promise<CustomBacktestResponse> {
  const { tried, application, range } = question;
  if (asItRan && tried.stored === null) throw refused('as_it_ran', 'A draft has not run');
  // What had been decided about terms at a slot is not read.
  if (!asItRan && tried.rule.level === 'search_term')
    throw refused('as_it_ran', 'Rules about search terms can be tested only as they ran');
  const slots: Slots = [];
  const outcomes = new Set<PastSlot['outcome']>();
  const held: HeldSlot[] = [];
  let totals = noCounts;
  let listed = 0;
  let lacking = 0;
  let leavesOutRuns = false;
  for (const organization of organizations(application, tried, asItRan)) {
    const { time_zone: zone } = organization;
    requirePast(range, todayOf(settingsContext.deps, zone));
    if (asItRan)
      leavesOutRuns ||= startsLater(runsOf(settingsContext, tried, organization), boundsOf(range, zone).after);
    const evaluated = (asItRan ? evaluatePastRuns : evaluatePastSlots)(settingsContext, { ...question, organization });
    let firstAt: number | undefined;
    for await (const slot of evaluated) {
      firstAt ??= slot.at;
      listed += slot.verdicts.length;
      refuseTooMany(listed, Math.max(0, slot.at - firstAt));
      outcomes.add(slot.outcome);
      if (slot.lacksFigures) lacking += 1;
      totals = addCounts(totals, changingCounts(slot));
      if (slot.isHeld) held.push({ at: slot.at, zone });
      addSlot(slots, slot, tried);
    }
  }
  slots.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  const notes = backtestNotes({ asItRan, lacking, outcomes, held, leavesOutRuns, slots });
  return { status: 'ok', slots, totals, notes };
}

const runsOf = (
  { customRules }: SettingsContext,
  { stored }: TriedRule,
  { org_id }: LinkedOrganization,
): readonly CustomRunSummary[] =>
  customRules.state.runs.organizations.get(ruleInOrganization(stored?.automation_id ?? 0, org_id))?.runs ?? [];

/** As it ran, a rule may have had other organizations than now. */
const organizations = (
  application: OpenApplication,
  { apply_to }: TriedRule,
  asItRan: boolean,
): readonly LinkedOrganization[] => (asItRan ? application.organizations : organizationsOf(application, apply_to));

/** Slots of several organizations with one name are one. */
function addSlot(
  slots: Slots,
  { slot, at, asRecorded, days, counts, verdicts }: PastSlot,
  { stored }: TriedRule,
): void {
  const verdictResponses = verdicts.map((verdict) =>
    customVerdictResponse(unsettled(verdict), decisionIdOf(stored?.automation_id ?? 0, slot, verdict.key)),
  );
  const same = slots.find((candidate) => candidate.slot === slot);
  if (same === undefined) {
    const instant = new Date(at).toISOString();
    slots.push({ slot, at: instant, as_known: asRecorded, days, counts, verdicts: verdictResponses });
    return;
  }
  same.as_known &&= asRecorded;
  same.days = oldestDays([same.days, days]);
  same.counts = addCounts(same.counts, counts);
  same.verdicts.push(...verdictResponses);
}
