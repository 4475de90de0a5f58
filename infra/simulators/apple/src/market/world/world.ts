import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import { createReferenceRates, type ReferenceRates } from '../rates/reference-rates.ts';
import { APPS, type App } from './apps.ts';
import { buildCampaigns } from './campaign-builder.ts';
import { type MarketRates, marketRatesOf } from './market-rates.ts';
import { ORGANIZATIONS, type Organization } from './organizations.ts';
import type { Campaign } from './structure.ts';

/** Days of history that have people in them; older days have ad figures only. */
export const PEOPLE_DAYS = 90;

/** The whole simulated market: a function of seed, scale and anchor day. */
export interface World {
  readonly seed: number;
  readonly scale: number;
  readonly anchorDay: DayNumber;
  readonly apps: readonly App[];
  readonly organizations: readonly Organization[];
  readonly campaigns: readonly Campaign[];
  readonly rates: ReferenceRates;
  readonly market: MarketRates;
}

/** @param anchorDay the UTC day of the first start; history lies before it, the present begins with it */
export function createWorld(options: { seed: number; scale: number; anchorDay: DayNumber }): World {
  const campaigns = buildCampaigns(options.seed, options.anchorDay, options.scale);
  return {
    ...options,
    apps: APPS,
    organizations: ORGANIZATIONS,
    campaigns,
    rates: createReferenceRates(options.seed),
    market: marketRatesOf(campaigns),
  };
}
