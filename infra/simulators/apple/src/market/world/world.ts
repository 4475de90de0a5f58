import type { DayNumber } from '../../base/calendar/calendar-days.ts';
import { type CausedEvents, createCausedEvents } from '../caused/caused-events.ts';
import { createReferenceRates, type ReferenceRates } from '../rates/reference-rates.ts';
import type { WriteRecord } from '../written/write-records.ts';
import { createWritten, type Written } from '../written/written.ts';
import { APPS, type App } from './apps.ts';
import { buildCampaigns } from './campaign-builder.ts';
import { HISTORY_MONTHS, MARKET_VERSION, type MarketModel, marketModelOf } from './market-model.ts';
import { type MarketRates, marketRatesOf } from './market-rates.ts';
import { ORGANIZATIONS, type Organization } from './organizations.ts';
import type { Campaign, Creative } from './structure.ts';

/** The whole simulated market: a function of seed, scale and anchor day, and of what was written and what tests have caused. */
export interface World {
  readonly seed: number;
  readonly scale: number;
  readonly anchorDay: DayNumber;
  readonly apps: readonly App[];
  readonly organizations: readonly Organization[];
  /** In the order of their indexes; grows at its end when campaigns are written. */
  readonly campaigns: readonly Campaign[];
  readonly creatives: readonly Creative[];
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
  readonly written: Written;
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
  /** Calls that were to change something, of earlier runs, and what is done with each new one. */
  readonly writes?: { readonly earlier: readonly WriteRecord[]; readonly keep: (record: WriteRecord) => void };
}

export function createWorld(options: WorldOptions): World {
  const { seed, scale, anchorDay } = options;
  const version = options.version ?? MARKET_VERSION;
  const model = marketModelOf(version);
  const historyMonths = options.historyMonths ?? HISTORY_MONTHS;
  const adsFrom = model.adsFrom(anchorDay, historyMonths);
  const campaigns = buildCampaigns({ seed, anchorDay, scale, version, model, adsFrom });
  const market = {
    seed,
    scale,
    apps: APPS,
    organizations: ORGANIZATIONS,
    campaigns,
    creatives: creativesOf(campaigns),
  };
  return {
    ...market,
    anchorDay,
    model,
    adsFrom,
    peopleFrom: model.peopleFrom(anchorDay, historyMonths),
    stillFrom: options.stillFrom ?? null,
    caused: options.caused ?? createCausedEvents(),
    rates: createReferenceRates(seed),
    market: marketRatesOf(campaigns, model.volumes),
    // Last: the rates of the market are those of the campaigns it was built with.
    written: createWritten(market, options.writes?.earlier, options.writes?.keep),
  };
}

const creativesOf = (campaigns: readonly Campaign[]): Creative[] =>
  campaigns.flatMap(({ org, app, adGroups }) =>
    adGroups.flatMap(({ ads, createdAt }) =>
      ads.map(({ creativeId: id, page }) => ({
        id,
        org,
        app,
        name: page.name,
        page,
        deleted: false,
        createdAt,
        modifiedAt: createdAt,
      })),
    ),
  );
