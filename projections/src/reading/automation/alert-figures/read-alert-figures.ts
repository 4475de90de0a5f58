import type { ClickHouseClient } from '@tapwise/adapters';
import {
  type AlertCampaign,
  type AlertFigures,
  addDays,
  alertDays,
  completeDays,
  type Day,
  dayInZone,
  dayMs,
  isoCurrency,
  type LinkedOrganization,
  type OpenApplication,
  type OrganizationFigures,
  organizationName,
  startOfDayInZone,
} from '@tapwise/domain';
import { lastHeardOf } from '../../reports/state/last-heard.queries.ts';
import { fromWholeTables } from '../../whole-tables.ts';
import { readSpendRates } from '../spend-rates.ts';
import {
  alertCampaigns,
  arrivals,
  campaignDays,
  cohortIncome,
  pulledSources,
  pulledSpans,
  userDays,
} from './alert-figures.queries.ts';
import { campaignDaysOf, withUnreadDays } from './campaign-days.ts';

/** What is asked: everything that the built-in alerts of an application are evaluated on, but what the log says itself. */
export interface AlertQuestion {
  readonly application: OpenApplication;
  /** Milliseconds. */
  readonly asOf: number;
  /** Hours past a local day's end from which a pull completes it. */
  readonly completeAfterHours: number;
}

export type AlertTableFigures = Omit<AlertFigures, 'broken' | 'rules'>;

/** Days over which it is counted how much usually comes: the last ones up to when something came, so that silence does not become usual. */
const arrivalDays = 7;

/** @throws the engine's error. */
export const readAlertFigures = fromWholeTables(
  async (client: ClickHouseClient, question: AlertQuestion): Promise<AlertTableFigures> => {
    const { application, asOf } = question;
    const { application_id, name, sdk, store_notifications } = application;
    const heard = (await lastHeardOf(client, [application_id])).get(application_id);
    const at = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) : null);
    const last = { sdk: at(heard?.sdk), store: at(heard?.store) };
    const since = (newest: number | null): number => Math.min(newest ?? asOf, asOf) - arrivalDays * dayMs;
    const [counts] = await arrivals(client, {
      application_id,
      launched_since_ms: since(last.sdk),
      notified_since_ms: since(last.store),
    });
    const organizations: OrganizationFigures[] = [];
    for (const organization of application.organizations)
      organizations.push(await organizationFigures(client, question, organization));
    return {
      asOf,
      application: name,
      organizations,
      sdk: { last: sdk === 'integrated' ? last.sdk : null, perDay: (counts?.launches ?? 0) / arrivalDays },
      store: {
        last: store_notifications === 'integrated' ? last.store : null,
        perDay: (counts?.notifications ?? 0) / arrivalDays,
      },
    };
  },
);

async function organizationFigures(
  client: ClickHouseClient,
  { application, asOf, completeAfterHours }: AlertQuestion,
  organization: LinkedOrganization,
): Promise<OrganizationFigures> {
  const { application_id, adam_id, small_business, first_sdk_event_date: firstLaunchDay } = application;
  const { org_id, time_zone: zone } = organization;
  const today = dayInZone(asOf, zone);
  const days = Array.from({ length: alertDays + 1 }, (_, index) => addDays(today, index - alertDays));
  const edges_ms = days.map((day) => startOfDayInZone(day, zone));
  const currency = isoCurrency(organization.currency);
  const scope = { application_id, org_id };
  const users = { ...scope, edges_ms, small_business };
  const [campaigns, spent, launched, income, pulls, spans] = await Promise.all([
    alertCampaigns(client, { org_id, adam_id }),
    campaignDays(client, { ...scope, currency, from: days[0] ?? today }),
    userDays(client, users),
    cohortIncome(client, users),
    pulledSources(client, scope),
    pulledSpans(client, { ...scope, from: days[0] ?? today }),
  ]);
  const rates = await readSpendRates(
    client,
    currency,
    income.some((row) => row.currency !== currency),
  );
  const dayOf = (ms: number): Day => days[edges_ms.indexOf(ms)] ?? today;
  const daysOf = campaignDaysOf({ spent, launched, income }, { currency, dayOf, rateOf: rates.rateOf });
  const isPulled = (day: Day) => spans.some(({ first, last }) => first <= day && day <= last);
  const byCampaign = withUnreadDays(
    daysOf,
    days.filter((day) => !isPulled(day)),
  );
  const pulledAt = new Map(pulls.map(({ source, fresh_ms }) => [source, fresh_ms]));
  const ads = pulledAt.get('ads') ?? null;
  const complete = newestDays({ application, asOf, completeAfterHours }, zone, ads);
  const isOnly = application.organizations.length === 1;
  return {
    orgId: org_id,
    name: isOnly ? application.name : `${application.name}, ${organizationName(application.organizations, org_id)}`,
    currency,
    zone,
    today,
    campaigns: campaigns.map(
      ({ campaign_id: id, name, is_running: isRunning, daily_budget_micros: dailyBudget }): AlertCampaign => ({
        id,
        name,
        isRunning,
        dailyBudget,
        days: byCampaign(id),
      }),
    ),
    adsDay: complete.ads,
    peopleDay: complete.people,
    // The app that reported began amid its first day.
    peopleSince: firstLaunchDay === null ? null : addDays(firstLaunchDay, 1),
    pulled: {
      ads,
      search_terms: pulledAt.get('search_terms') ?? null,
      impression_share: pulledAt.get('impression_share') ?? null,
    },
  };
}

/** The newest complete days. Users are taken for known up to now where an SDK reports them. */
function newestDays({ application, asOf, completeAfterHours }: AlertQuestion, zone: string, pulledAt: number | null) {
  const facts = {
    asOf,
    zone,
    completeAfterHours,
    pulls: pulledAt === null ? [] : [pulledAt],
    peopleUntil: application.sdk === 'integrated' ? asOf : null,
    pendingShare: new Map(),
    modelsFittedAt: null,
    termDays: null,
    shareDay: null,
  };
  return completeDays(facts, new Set(['ads', 'people']));
}
