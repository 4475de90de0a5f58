import type { Day, DayRange } from '../../../../shared/calendar/days.ts';
import { isoCurrency } from '../../../../shared/money/currency.ts';
import type { AdsReportRow, ReportLevel } from '../../../ads-report/ads-report.events.ts';
import { type DownloadName, downloadNames } from '../../../ads-report/downloads.ts';
import { type FigureName, figureNames } from '../../../ads-report/figure-rows.ts';
import type { RecordedFigures } from '../../../automation/backtest/past-figures.ts';
import type { SpendRate } from '../../../automation/evaluation/missing-figures.ts';

/** What the ad service counted of an object on some days. */
export interface CountedDays extends Record<DownloadName | Exclude<FigureName, 'spend_micros'>, number> {
  /** Spend whose rate is known, in micros of the application's currency; not rounded. */
  micros: number;
  /** Figures that could not be read on some day; bits in the order of `figureNames`. */
  unread: number;
  /** Whether some of the spend is in a currency whose rate is not known. */
  isUnrated: boolean;
  /** Rows with impressions of which the ad service did not say the downloads. */
  without_downloads: number;
}

/** Counts of objects as they were known at one instant after another: what is applied is never forgotten. */
export interface PastCounts {
  /** Takes in what was recorded next. */
  apply(recorded: RecordedFigures): void;
  /** @param key As of units: `c`, `c:a`, `c:a:k`. @returns `undefined` for an object without figures. */
  objectOf(level: ReportLevel, key: string): PastObject | undefined;
}

export interface PastObject {
  /** Sums over the days, as known by now. */
  over(range: DayRange): CountedDays;
}

const nothing = (): CountedDays => ({
  impressions: 0,
  taps: 0,
  tap_installs: 0,
  view_installs: 0,
  micros: 0,
  unread: 0,
  isUnrated: false,
  without_downloads: 0,
  tap_new_downloads: 0,
  view_new_downloads: 0,
  tap_redownloads: 0,
  view_redownloads: 0,
  tap_pre_orders: 0,
  view_pre_orders: 0,
});

/** @param rateOf Of a currency in that of the application, on a day; `undefined` where no rate is known. */
export function createPastCounts(rateOf: SpendRate): PastCounts {
  const objects = new Map<string, ObjectDays>();
  return {
    apply: ({ level, day, campaign_id, currency, rows }) => {
      for (const row of rows) {
        const name = `${level} ${keyOf(level, campaign_id, row)}`;
        const object = objects.get(name) ?? new ObjectDays();
        objects.set(name, object);
        object.put(day, row.country, countsOf(row, day, currency, rateOf));
      }
    },
    objectOf: (level, key) => objects.get(`${level} ${key}`),
  };
}

function keyOf(level: ReportLevel, campaignId: number, { ad_group_id, keyword_id }: AdsReportRow): string {
  if (level === 'campaign') return `${campaignId}`;
  return level === 'ad_group' ? `${campaignId}:${ad_group_id}` : `${campaignId}:${ad_group_id}:${keyword_id}`;
}

function countsOf(row: AdsReportRow, day: Day, usual: string, rateOf: SpendRate): CountedDays {
  const { impressions, taps, tap_installs, view_installs, spend_micros, unread = [], downloads } = row;
  const rate = spend_micros === 0 ? 0 : rateOf(isoCurrency(row.currency ?? usual), day);
  const counts = nothing();
  Object.assign(counts, { impressions, taps, tap_installs, view_installs });
  counts.micros = spend_micros * (rate ?? 0);
  counts.isUnrated = rate === undefined;
  for (const name of unread) counts.unread |= 1 << figureNames.indexOf(name);
  counts.without_downloads = downloads === undefined && impressions > 0 ? 1 : 0;
  for (const name of downloadNames) counts[name] = downloads?.[name] ?? 0;
  return counts;
}

/** The rows of an object, of each day and country the newest. */
class ObjectDays implements PastObject {
  private readonly days = new Map<
    Day,
    { readonly countries: Map<string, CountedDays>; sum: CountedDays | undefined }
  >();
  private ordered: Day[] | undefined;

  put(day: Day, country: string, counts: CountedDays): void {
    const ofDay = this.days.get(day);
    if (ofDay === undefined) {
      this.days.set(day, { countries: new Map([[country, counts]]), sum: undefined });
      this.ordered = undefined;
      return;
    }
    ofDay.countries.set(country, counts);
    ofDay.sum = undefined;
  }

  over({ from, to }: DayRange): CountedDays {
    this.ordered ??= [...this.days.keys()].sort();
    const sums = nothing();
    for (let index = firstFrom(this.ordered, from); index < this.ordered.length; index += 1) {
      const day = this.ordered[index] ?? '';
      if (day > to) break;
      add(sums, this.ofDay(day));
    }
    return sums;
  }

  private ofDay(day: Day): CountedDays {
    const ofDay = this.days.get(day);
    if (ofDay === undefined) return nothing();
    if (ofDay.sum === undefined) {
      ofDay.sum = nothing();
      for (const counts of ofDay.countries.values()) add(ofDay.sum, counts);
    }
    return ofDay.sum;
  }
}

/** Where the first day of a range is, or would be. */
function firstFrom(days: readonly Day[], from: Day): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? '') < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Written out: it is done hundreds of millions of times. */
function add(sums: CountedDays, counts: CountedDays): void {
  sums.impressions += counts.impressions;
  sums.taps += counts.taps;
  sums.tap_installs += counts.tap_installs;
  sums.view_installs += counts.view_installs;
  sums.micros += counts.micros;
  sums.unread |= counts.unread;
  sums.isUnrated ||= counts.isUnrated;
  sums.without_downloads += counts.without_downloads;
  sums.tap_new_downloads += counts.tap_new_downloads;
  sums.view_new_downloads += counts.view_new_downloads;
  sums.tap_redownloads += counts.tap_redownloads;
  sums.view_redownloads += counts.view_redownloads;
  sums.tap_pre_orders += counts.tap_pre_orders;
  sums.view_pre_orders += counts.view_pre_orders;
}
