import { type EventLog, handleCommand, provesAbsence, wholeItems } from '@tapwise/adapters';
import {
  type AdsMonthRow,
  addDays,
  adsMonthDecider,
  adsMonthStream,
  type Day,
  diffMonthRows,
  firstOfMonth,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { OrganizationContext, OrganizationRef } from '../pull-organization/organization-context.ts';
import { hasAllRows, type PullProblems } from '../pull-organization/reading/ask-one.ts';

export interface MonthsScope extends OrganizationContext {
  readonly log: EventLog;
  readonly ref: OrganizationRef;
  readonly today: Day;
  /** The first day that is known by day. */
  readonly firstDay: Day;
  readonly signal: AbortSignal;
  /** Filled with what keeps the reading from being whole. */
  readonly problems: PullProblems;
}

const monthsKept = 24;

/**
 * Asks for the months that began before the first day known by day, back to 24, and records them, newest first. Of a reading that lacks
 * rows nothing is recorded: a sum of the rest would be wrong.
 * @returns the days they cover; `undefined` when there is no such month.
 */
export async function recordMonths(scope: MonthsScope): Promise<{ from_day: Day; to_day: Day } | undefined> {
  const { log, client, organization, adamId, ref, signal, problems } = scope;
  const months = monthsBefore(scope.firstDay, scope.today);
  const newest = months[0];
  const oldest = months.at(-1);
  if (newest === undefined || oldest === undefined) return undefined;
  const range = { from_day: oldest, to_day: addDays(nextMonth(newest), -1) };
  const campaigns = await client.findCampaigns({ orgId: ref.org_id, currency: organization.currency }, adamId, signal);
  const ours = new Set(wholeItems(campaigns).map(({ campaign_id }) => campaign_id));
  const { currency } = organization;
  const figures = await client.months({ orgId: ref.org_id, currency, from: range.from_day, to: range.to_day }, signal);
  problems.push(...figures.problems);
  if (!hasAllRows(figures)) return range;
  const rows = new Map<Day, AdsMonthRow[]>(months.map((month) => [month, []]));
  for (const { month, row } of figures.items) if (ours.has(row.campaign_id)) rows.get(month)?.push(row);
  const pulled_at = new Date().toISOString();
  for (const month of months) {
    const details = { ...ref, month, currency, pulled_at };
    await handleCommand(log, {
      stream: adsMonthStream(ref.application_id, ref.org_id, month),
      decider: adsMonthDecider,
      assume: 'new',
      context: workflowActor('pull-months'),
      cause: `pulled ${pulled_at}`,
      decide: (state) => diffMonthRows(state, details, rows.get(month) ?? [], provesAbsence(figures)),
    });
  }
  return range;
}

/** First days of the months that began before `firstDay`, newest first. The service refuses a start over 24 months ago. */
function monthsBefore(firstDay: Day, today: Day): Day[] {
  const months: Day[] = [];
  const limit = `${Number(today.slice(0, 4)) - monthsKept / 12}${today.slice(4)}`;
  for (let month = firstOfMonth(addDays(firstDay, -1)); month >= limit; month = firstOfMonth(addDays(month, -1))) {
    months.push(month);
  }
  return months;
}

function nextMonth(month: Day): Day {
  return firstOfMonth(addDays(month, 31));
}
