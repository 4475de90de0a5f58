import type { Day } from '../../../shared/calendar/days.ts';
import type { FigureName } from '../../ads-report/figure-rows.ts';
import { type RuleFigureName, ruleFigureNames } from '../run/rule-figure-names.ts';
import type { KeywordFigures } from './rule-units.ts';

/** Figures of a rule's campaigns in one ad organization, in its currency; money in micros. */
export interface FiguresOfCampaigns {
  /** By key of the keyword. */
  readonly keywords: ReadonlyMap<string, KeywordFigures>;
  /** Spend by campaign and day. */
  readonly spend: ReadonlyMap<number, ReadonlyMap<Day, number>>;
  /** Days of a campaign whose spend is more than that, or not known at all. */
  readonly partialSpend: ReadonlyMap<number, ReadonlySet<Day>>;
}

/** Spend of a day in another currency than the organization's; micros. */
export interface ForeignSpend {
  readonly currency: string;
  readonly day: Day;
  readonly micros: number;
}

/** What a unit of another currency is in the organization's on a day; `undefined`: no rate is known. */
export type SpendRate = (currency: string, day: Day) => number | undefined;

/** What a sum of figures lacks. */
export interface MissingFigures {
  /** Figures that could not be read on some day. */
  readonly unread: ReadonlySet<FigureName>;
  readonly foreign: readonly ForeignSpend[];
}

const ruleNames: Partial<Record<FigureName, RuleFigureName>> = {
  impressions: 'impressions',
  taps: 'taps',
  tap_installs: 'installs',
  spend_micros: 'spend',
};

/** Sums with the spend in other currencies; they name what is only a part, because it could not be read or has no rate. */
export function withMissing(
  sums: KeywordFigures,
  { unread, foreign }: MissingFigures,
  rateOf: SpendRate,
): KeywordFigures {
  const { micros, isWhole } = inOwnCurrency(foreign, rateOf);
  const partial = new Set([...unread].flatMap((name) => ruleNames[name] ?? []));
  if (!isWhole) partial.add('spend');
  const whole = { ...sums, spend: sums.spend + micros };
  return partial.size === 0 ? whole : { ...whole, partial: ruleFigureNames.filter((name) => partial.has(name)) };
}

/** What the spend of a campaign on a day lacks. */
export interface DayWithMissing {
  readonly campaign: number;
  readonly day: Day;
  readonly lost: MissingFigures;
}

/** Spend by campaign and day with what was in other currencies, and the days of which only a part is known. */
export function spendWithMissing(
  lowerBounds: FiguresOfCampaigns['spend'],
  days: Iterable<DayWithMissing>,
  rateOf: SpendRate,
): Pick<FiguresOfCampaigns, 'spend' | 'partialSpend'> {
  const spend = new Map([...lowerBounds].map(([campaign, byDay]) => [campaign, new Map(byDay)]));
  const partialSpend = new Map<number, Set<Day>>();
  for (const { campaign, day, lost } of days) {
    const byDay = spend.get(campaign) ?? new Map<Day, number>();
    const sums = withMissing({ impressions: 0, taps: 0, installs: 0, spend: byDay.get(day) ?? 0 }, lost, rateOf);
    spend.set(campaign, byDay.set(day, sums.spend));
    if (!sums.partial?.includes('spend')) continue;
    partialSpend.set(campaign, (partialSpend.get(campaign) ?? new Set()).add(day));
  }
  return { spend, partialSpend };
}

/** Spend in the organization's currency, each day at its rate and in whole micros, so that the order of rows does not matter. */
function inOwnCurrency(foreign: readonly ForeignSpend[], rateOf: SpendRate): { micros: number; isWhole: boolean } {
  const days = new Map<string, ForeignSpend>();
  for (const spend of foreign) {
    const rateKey = `${spend.currency} ${spend.day}`;
    days.set(rateKey, { ...spend, micros: spend.micros + (days.get(rateKey)?.micros ?? 0) });
  }
  let micros = 0;
  let isWhole = true;
  for (const { currency, day, micros: spent } of days.values()) {
    const rate = rateOf(currency, day);
    if (rate === undefined) isWhole = false;
    else micros += Math.round(spent * rate);
  }
  return { micros, isWhole };
}
