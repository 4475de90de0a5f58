import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import { type CausedEvents, createCausedEvents } from '../caused/caused-events.ts';
import { createReferenceRates, type ReferenceRates } from '../rates/reference-rates.ts';
import { APPS, type App } from './apps.ts';
import { buildCampaigns } from './campaign-builder.ts';
import { type MarketRates, marketRatesOf } from './market-rates.ts';
import { ORGANIZATIONS, type Organization } from './organizations.ts';
import type { Campaign } from './structure.ts';

/** Days of history that have people in them; older days have ad figures only. */
export const PEOPLE_DAYS = 90;

/** The whole simulated market: a function of seed, scale and anchor day, and of what tests have caused. */
export interface World {
  readonly seed: number;
  readonly scale: number;
  readonly anchorDay: DayNumber;
  readonly apps: readonly App[];
  readonly organizations: readonly Organization[];
  readonly campaigns: readonly Campaign[];
  readonly rates: ReferenceRates;
  readonly market: MarketRates;
  /** Instant (ms) after which nothing happens that is not caused; null = the market moves on its own. */
  readonly stillFrom: number | null;
  readonly caused: CausedEvents;
}

/** `anchorDay` is the UTC day of the first start; history lies before it, the present begins with it. */
export interface WorldOptions {
  readonly seed: number;
  readonly scale: number;
  readonly anchorDay: DayNumber;
  readonly stillFrom?: number | null;
  readonly caused?: CausedEvents;
}

export function createWorld(options: WorldOptions): World {
  const campaigns = buildCampaigns(options.seed, options.anchorDay, options.scale);
  return {
    ...options,
    stillFrom: options.stillFrom ?? null,
    caused: options.caused ?? createCausedEvents(),
    apps: APPS,
    organizations: ORGANIZATIONS,
    campaigns,
    rates: createReferenceRates(options.seed),
    market: marketRatesOf(campaigns),
  };
}
