import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import { type CausedEvents, createCausedEvents } from '../caused/caused-events.ts';
import { createReferenceRates, type ReferenceRates } from '../rates/reference-rates.ts';
import { APPS, type App } from './apps.ts';
import { buildCampaigns } from './campaign-builder.ts';
import { HISTORY_MONTHS, MARKET_VERSION, type MarketModel, marketModelOf } from './market-model.ts';
import { type MarketRates, marketRatesOf } from './market-rates.ts';
import { ORGANIZATIONS, type Organization } from './organizations.ts';
import type { Campaign } from './structure.ts';

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
  readonly model: MarketModel;
  /** First day with campaigns. */
  readonly adsFrom: DayNumber;
  /** First day with people. */
  readonly peopleFrom: DayNumber;
  /** Instant (ms) after which nothing happens that is not caused; null = the market moves on its own. */
  readonly stillFrom: number | null;
  readonly caused: CausedEvents;
}

/** `anchorDay` is the UTC day of the first start; history lies before it, the present begins with it. */
export interface WorldOptions {
  readonly seed: number;
  readonly scale: number;
  readonly anchorDay: DayNumber;
  /** Of the market; the present one unless a folder began with another. */
  readonly version?: number;
  /** Whole months of history before that of the anchor day. */
  readonly historyMonths?: number;
  readonly stillFrom?: number | null;
  readonly caused?: CausedEvents;
}

export function createWorld(options: WorldOptions): World {
  const { seed, scale, anchorDay } = options;
  const model = marketModelOf(options.version ?? MARKET_VERSION);
  const historyMonths = options.historyMonths ?? HISTORY_MONTHS;
  const adsFrom = model.adsFrom(anchorDay, historyMonths);
  const campaigns = buildCampaigns({ seed, anchorDay, scale, model, adsFrom });
  return {
    seed,
    scale,
    anchorDay,
    model,
    adsFrom,
    peopleFrom: model.peopleFrom(anchorDay, historyMonths),
    stillFrom: options.stillFrom ?? null,
    caused: options.caused ?? createCausedEvents(),
    apps: APPS,
    organizations: ORGANIZATIONS,
    campaigns,
    rates: createReferenceRates(seed),
    market: marketRatesOf(campaigns, model.volumes),
  };
}
