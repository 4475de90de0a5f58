import type { CustomBacktestResponse } from '@tapwise/contract/custom-rule';
import type { LinkedOrganization, OpenApplication } from '@tapwise/domain';
import { asksAdsAlone } from '@tapwise/projections/queries';
import { todayOf } from '../../../reports/report-scope.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { refuseTooMany } from '../../past/decision-limit.ts';
import { type PastRange, refused, requirePast } from '../../past/past-range.ts';
import { customVerdictResponse, decisionIdOf, unsettled } from '../runs/custom-verdict-response.ts';
import { addCounts, noCounts, oldestDays } from '../trials/add-evaluations.ts';
import { organizationsOf, type TriedRule } from '../trials/evaluate-now.ts';
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
 * @throws DomainError `invalid_request` for days to come, a draft that is to be tested as it ran, and more than an answer can hold.
 */
export async function customBacktest(
  settingsContext: SettingsContext,
  { asItRan, ...question }: BacktestQuestion,
): Promise<CustomBacktestResponse> {
  const { tried, application, range } = question;
  if (asItRan && tried.stored === null) throw refused('as_it_ran', 'A draft has not run');
  const slots: Slots = [];
  const outcomes = new Set<PastSlot['outcome']>();
  let listed = 0;
  for (const organization of organizations(application, tried, asItRan)) {
    requirePast(range, todayOf(settingsContext.deps, organization.time_zone));
    const evaluated = (asItRan ? evaluatePastRuns : evaluatePastSlots)(settingsContext, { ...question, organization });
    let firstAt: number | undefined;
    for await (const slot of evaluated) {
      firstAt ??= slot.at;
      listed += slot.verdicts.length;
      refuseTooMany(listed, Math.max(0, slot.at - firstAt));
      outcomes.add(slot.outcome);
      addSlot(slots, slot, tried);
    }
  }
  slots.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
  const totals = slots.reduce((sum, { counts }) => addCounts(sum, counts), noCounts);
  const keepsAll = asksAdsAlone(tried.rule, application.currency);
  return { status: 'ok', slots, totals, notes: notesOf({ asItRan, keepsAll, outcomes, slots }) };
}

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

interface TestedRuns {
  readonly asItRan: boolean;
  /** Whether all figures of the rule are kept as they were known. */
  readonly keepsAll: boolean;
  readonly outcomes: ReadonlySet<PastSlot['outcome']>;
  readonly slots: Slots;
}

function notesOf({ asItRan, keepsAll, outcomes, slots }: TestedRuns): string[] {
  const notes = [
    'No response of the market is simulated: changes do not add up, and nothing is said about what would have been earned.',
    'Runs list the units that would have been changed, are on hold or limited; the others are counted.',
  ];
  if (!asItRan) {
    notes.push(
      'Each run is decided on the settings there really were; cool-downs and limits follow from what the rule would have done.',
    );
  }
  if (slots.some(({ as_known }) => !as_known)) {
    notes.push(
      'Days before the first pull are known only in their final form; their runs are marked as not as known then.',
    );
  }
  if (!asItRan && !keepsAll) {
    notes.push(
      'Figures of users, predictions, impression shares and search terms are not kept as they were known at a run: conditions on them are not known.',
    );
  }
  if (outcomes.has('as_recorded')) {
    notes.push('Runs with figures of users, predictions or impression shares are shown as they were recorded.');
  }
  if (outcomes.has('held'))
    notes.push('Runs that would have changed too many units would have been held, and change nothing.');
  if (outcomes.has('no_complete_data'))
    notes.push('Runs without complete data, or without fresh data of today, decide nothing.');
  return notes;
}
