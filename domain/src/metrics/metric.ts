import type { ClaimType } from '../shared/fields.ts';

/** Where a report row stands: the three levels of ads, a country, or a calendar month. */
export type MetricLevel = 'campaign' | 'ad_group' | 'keyword' | 'country' | 'month';

/** The filter of reports: installs after a tap, after a view, or both. */
export type ClaimFilter = ClaimType | 'total';

export type MetricTab = 'short_report' | 'spend_details' | 'income_details' | 'in_apps_details' | 'full_report';

/** The header a column stands under. */
export type MetricGroup = 'object' | 'budget' | 'search_ads' | 'store' | 'income';

/**
 * - `count`: a whole number
 * - `money`: an amount of the application's currency
 * - `money_per_unit`: the same for one tap, install, trial ...
 * - `settings_money`: an amount of the ad organization's currency, see the row's `settings_currency`
 * - `percent`: a fraction (0.0534), shown as a percentage
 */
export type MetricUnit =
  | 'count'
  | 'money'
  | 'money_per_unit'
  | 'settings_money'
  | 'percent'
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
  | 'current_income';

export type MetricKind =
  | { kind: 'base'; source: 'ads' | 'installs' | 'subscriptions' | 'charges'; quantity: BaseQuantity }
  | { kind: 'ratio'; numerator: BaseQuantity; denominator: BaseQuantity; scale: number }
  | { kind: 'difference'; minuend: BaseQuantity; subtrahend: BaseQuantity }
  | { kind: 'setting'; source: 'settings' };

/** One column of the reports. */
export interface Metric<Name extends string = string> {
  readonly name: Name;
  /** Short header; the unit's sign is added by whoever shows it. */
  readonly label: string;
  /** What the column says, in a sentence. */
  readonly definition: string;
  readonly unit: MetricUnit;
  readonly group: MetricGroup;
  readonly levels: readonly MetricLevel[];
  readonly tabs: readonly MetricTab[];
  /** Claim types under which the column has no meaning and is `null`. */
  readonly nullFor: readonly ClaimFilter[];
  readonly from: MetricKind;
}
