import type { ChangeRow } from '../../change/change-row.ts';
import type { RowEvent } from '../../change/outcomes/row-outcome.events.ts';
import { outcomeOf } from '../../change/outcomes/row-outcome.ts';
import type { AutomationRunEvent, Decision, SettledDecision } from './automation-run.events.ts';
import type { RunState } from './run.decider.ts';
import type { SettledTerm } from './term-verdict.ts';

type LeftOut = Extract<AutomationRunEvent, { type: 'AutomationRunLeftOut' }>['data'];

/** Records that a slot passes without an evaluation, unless it has one. */
export const leaveOutRun = ({ start, ended }: RunState, data: LeftOut): AutomationRunEvent[] =>
  start !== null || ended ? [] : [{ type: 'AutomationRunLeftOut', data }];

/** How the rows of a change ended, by their index. */
export type RowOutcomes = ReadonlyMap<number, RowEvent>;

/** One outcome for a unit that was raised: that of the row that was not done, if there is one. */
export function settledDecisions(
  { decisions }: RunState,
  rows: readonly ChangeRow[],
  outcomes: RowOutcomes,
): SettledDecision[] {
  return rows.flatMap((row, index): SettledDecision[] => {
    const decision = row.parent === undefined ? decisions.get(row.key) : undefined;
    const rowOutcome = outcomes.get(index);
    if (decision === undefined || rowOutcome === undefined) return [];
    const below = rows[index + 1]?.parent === index ? outcomes.get(index + 1) : undefined;
    const last = isDone(rowOutcome) && below !== undefined ? below : rowOutcome;
    return [settledDecision(decision, isDone(last) ? rowOutcome : last)];
  });
}

const isDone = (event: RowEvent): boolean => ['changed', 'unchanged'].includes(outcomeOf(event));

const settledDecision = (decision: Decision, event: RowEvent): SettledDecision => ({
  decision_id: decision.decision_id,
  key: decision.key,
  keyword: decision.keyword,
  campaign_name: decision.campaign_name,
  outcome: outcomeOf(event),
  message: event.data.message,
  old: decision.old,
  new: decision.new,
  limited_by: decision.limited_by,
});

/** Of a filter: how the calls for its negative keywords ended, which are the rows in the order of its decisions. */
export function settledTerms({ terms }: RunState, outcomes: RowOutcomes): SettledTerm[] {
  const negated = [...terms.values()].filter(({ verdict }) => verdict === 'negated');
  return negated.flatMap(({ decision_id, key, term, campaign_name, place_name }, row): SettledTerm[] => {
    const event = outcomes.get(row);
    if (event === undefined) return [];
    const details = { decision_id, key, term, campaign_name, place_name };
    return [{ ...details, outcome: outcomeOf(event), message: event.data.message }];
  });
}
