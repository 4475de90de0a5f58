import { addDays } from '../../../shared/calendar/days.ts';
import {
  type AlertCampaign,
  type AlertFigures,
  alertDays,
  type CampaignDay,
  emptyDay,
  type OrganizationFigures,
} from './alert-figures.ts';

export const today = '2026-11-23';
export const noon = Date.parse(`${today}T12:00:00.000Z`);

/** A campaign whose days are made by how many days ago they are. */
export function campaignOf(
  id: number,
  dayOf: (ago: number) => Partial<CampaignDay>,
  dailyBudget: number | null = null,
): AlertCampaign {
  const days = Array.from({ length: 46 }, (_, ago) => ago);
  return {
    id,
    name: `Campaign ${id}`,
    isRunning: true,
    dailyBudget,
    days: new Map(days.map((ago) => [addDays(today, -ago), { ...emptyDay, ...dayOf(ago) }])),
  };
}

/** Figures of one ad organization in UTC, in which nothing is wrong. */
export function figuresOf(
  campaigns: readonly AlertCampaign[],
  changed: Partial<AlertFigures> = {},
  asOf = noon,
): AlertFigures {
  const organization: OrganizationFigures = {
    orgId: 40,
    name: 'Moonvale',
    currency: 'EUR',
    zone: 'UTC',
    today,
    campaigns,
    adsDay: addDays(today, -1),
    peopleDay: addDays(today, -1),
    peopleSince: addDays(today, -alertDays),
    pulled: { ads: asOf, search_terms: asOf, impression_share: asOf },
  };
  const silent = { last: null, perDay: 0 };
  const others = { application: 'Moonvale', sdk: silent, store: silent, broken: [], rules: [] };
  return { asOf, organizations: [organization], ...others, ...changed };
}
