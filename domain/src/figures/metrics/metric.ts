import type { ClaimType } from '../../shared/fields.ts';

/** What a report row is about: one of the three levels of ads, a country, or a calendar month. */
export type MetricLevel = 'campaign' | 'ad_group' | 'keyword' | 'country' | 'month';

/** The filter of reports: installs after a tap, after a view, or both. */
export type ClaimFilter = ClaimType | 'total';

export type MetricTab =
  | 'short_report'
  | 'spend_details'
  | 'income_details'
  | 'in_apps_details'
  | 'full_report'
  | 'monthly_report';

/** The header above a column. */
export type MetricGroup = 'object' | 'budget' | 'impression_share' | 'search_ads' | 'store' | 'income' | 'predicted';

/** Income received until now, or with what active subscriptions are expected to bring. */
export type MetricMode = 'current' | 'predicted';

/** The axis a chart draws a metric on. */
export type MetricAxis = 'units' | 'money' | 'percentage' | 'money_per_unit';

/** Where a metric is offered for charts, and on which axis. */
export interface MetricChart {
  readonly levels: readonly Extract<MetricLevel, 'campaign' | 'ad_group' | 'keyword'>[];
  readonly axis: MetricAxis;
}

/**
 * - `count`: a whole number
 * - `money`: an amount of the application's currency
 * - `money_per_unit`: the same for one tap, install, trial ...
 * - `settings_money`: an amount of the ad organization's currency, see the row's `settings_currency`
 * - `percent`: a fraction (0.0534), shown as a percentage
 * - `rank`: a mean place among advertisers, shown rounded, above 5 as '> 5'
 */
export type MetricUnit =
  | 'count'
  | 'money'
  | 'money_per_unit'
  | 'settings_money'
  | 'percent'
  | 'rank'
  | 'text'
  | 'flag'
  | 'instant';

/** Quantities that may be added up over rows, days and countries. Everything else is made from their sums. */
export type BaseQuantity =
  | 'impressions'
  | 'taps'
  | 'installs'
  | 'first_launches'
  | 'trials'
  | 'trial_conversions'
  | 'conversions'
  | 'refunded_conversions'
  | 'spend'
  | 'current_income'
  | 'predicted_income'
  | 'matched_impressions'
  | 'shared_impressions'
  | 'available_impressions'
  | 'week_shared_impressions'
  | 'week_available_impressions'
  | 'ranked_impressions'
  | 'rank_impressions'
  | 'all_slots_shared_impressions'
  | 'all_slots_available_impressions'
  | 'new_downloads'
  | 'redownloads'
  | 'pre_orders';

/** Which source a quantity comes from; ages and explanations name it. */
export type MetricSource =
  | 'ads'
  | 'installs'
  | 'subscriptions'
  | 'charges'
  | 'predictions'
  | 'search_terms'
  | 'impression_share';

export type MetricKind =
  | { kind: 'base'; source: MetricSource; quantity: BaseQuantity }
  | { kind: 'ratio'; numerator: BaseQuantity; denominator: BaseQuantity; scale: number }
  | { kind: 'difference'; minuend: BaseQuantity; subtrahend: BaseQuantity }
  | { kind: 'setting'; source: 'settings' };

/** One column of the reports. */
export interface Metric<Name extends string = string> {
  readonly name: Name;
  /** Short header; the unit's sign is added where it is shown. */
  readonly label: string;
  /** What the column says, in a sentence. */
  readonly definition: string;
  readonly unit: MetricUnit;
  readonly group: MetricGroup;
  readonly levels: readonly MetricLevel[];
  readonly tabs: readonly MetricTab[];
  /** Absent where the column is the same with and without predictions. */
  readonly mode?: MetricMode;
  /** Absent where no chart draws it. */
  readonly chart?: MetricChart;
  /** Claim types under which the column has no meaning and is `null`. */
  readonly nullFor: readonly ClaimFilter[];
  readonly from: MetricKind;
}
