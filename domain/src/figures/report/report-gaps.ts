import { unitsFromMicros } from '../../shared/money/micros.ts';
import { type AdsProblem, describeAdsProblem, oldestProblems } from './ads-problem.ts';

/** What is in no row of a report, or there only in part. Lists hold every name once, in order. */
export interface ReportGaps {
  /** Users of ad organizations that are not linked. */
  readonly unlinked_users: number;
  /** Sales of unknown users, and what they brought in micros of the answer's currency. */
  readonly unknown_sales: number;
  readonly unknown_sales_micros: number;
  /** Sales and active subscriptions without a price. */
  readonly unpriced_sales: number;
  readonly unvalued_subscriptions: number;
  /** Storefronts without a tax rate, and currencies of sales and of spend without an exchange rate. */
  readonly untaxed: readonly string[];
  readonly unrated: readonly string[];
  readonly unrated_spend: readonly string[];
  /** Currencies of spend other than the ad organization's. */
  readonly foreign_spend: readonly string[];
  /** Some figures of the ad service could not be read. */
  readonly unread_figures: boolean;
  /** Of some days in the range, and not of all, it is known which installs are new downloads, and how many pre-orders there were. */
  readonly lacks_downloads: boolean;
  /** Why some of what it says is not brought up to date; one for each subject. */
  readonly ads_problems: readonly AdsProblem[];
  /** Products whose active subscriptions are predicted from little data. */
  readonly unsure: readonly string[];
  /** First day the ad service's figures are known of, when the range begins before it. */
  readonly ads_known_from: string | null;
  /** What has not been pulled yet. */
  readonly lacks_shares: boolean;
  readonly lacks_search_terms: boolean;
}

/**
 * The gaps of several answers in one currency together, so that each is named once: counts are added, names united, and a day
 * is known of all from the latest on.
 */
export function joinGaps(all: readonly ReportGaps[]): ReportGaps {
  const sum = (of: (gaps: ReportGaps) => number): number => all.reduce((total, gaps) => total + of(gaps), 0);
  const names = (of: (gaps: ReportGaps) => readonly string[]): string[] => [...new Set(all.flatMap(of))].sort();
  const days = all.flatMap((gaps) => gaps.ads_known_from ?? []).sort();
  return {
    unlinked_users: sum((gaps) => gaps.unlinked_users),
    unknown_sales: sum((gaps) => gaps.unknown_sales),
    unknown_sales_micros: sum((gaps) => gaps.unknown_sales_micros),
    unpriced_sales: sum((gaps) => gaps.unpriced_sales),
    unvalued_subscriptions: sum((gaps) => gaps.unvalued_subscriptions),
    untaxed: names((gaps) => gaps.untaxed),
    unrated: names((gaps) => gaps.unrated),
    unrated_spend: names((gaps) => gaps.unrated_spend),
    foreign_spend: names((gaps) => gaps.foreign_spend),
    unread_figures: all.some((gaps) => gaps.unread_figures),
    lacks_downloads: all.some((gaps) => gaps.lacks_downloads),
    ads_problems: oldestProblems(all.flatMap((gaps) => gaps.ads_problems)),
    unsure: names((gaps) => gaps.unsure),
    ads_known_from: days.at(-1) ?? null,
    lacks_shares: all.some((gaps) => gaps.lacks_shares),
    lacks_search_terms: all.some((gaps) => gaps.lacks_search_terms),
  };
}

/**
 * What readers should know about numbers that are in no row, or only in part.
 * @param currency ISO 4217 code of the answer.
 * @returns Sentences joined by a space; `undefined` when nothing is left out.
 */
export function describeGaps(gaps: ReportGaps, currency: string): string | undefined {
  const sentences = [...inNoRow(gaps, currency), ...inPart(gaps), ...describeAdsGaps(gaps), ...partialGaps(gaps)];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** Users and sales that are in no row. */
function inNoRow(
  { unlinked_users, unknown_sales, unknown_sales_micros }: ReportGaps,
  currency: string,
): readonly string[] {
  const brought = unitsFromMicros(unknown_sales_micros).toFixed(2);
  return withoutFalse([
    unlinked_users > 0 && `${counted(unlinked_users, 'user')} came from ad organizations that are not linked.`,
    unknown_sales > 0 &&
      `${counted(unknown_sales, 'sale')} of unknown users brought ${brought} ${currency} and ${unknown_sales === 1 ? 'is' : 'are'} in no row.`,
  ]);
}

/** Amounts of which a part is missing. */
function inPart(gaps: ReportGaps): readonly string[] {
  const { unpriced_sales: unpriced, unvalued_subscriptions: unvalued, untaxed, unrated } = gaps;
  return withoutFalse([
    unpriced > 0 && `${counted(unpriced, 'sale')} ${unpriced === 1 ? 'has' : 'have'} no known price yet.`,
    untaxed.length > 0 && `VAT is not known for ${untaxed.join(', ')}; none was taken out.`,
    unrated.length > 0 && `There is no exchange rate for ${unrated.join(', ')}; such sales are left out of the income.`,
    unvalued > 0 &&
      `${counted(unvalued, 'live subscription')} ${unvalued === 1 ? 'has' : 'have'} no known price and ${unvalued === 1 ? 'adds' : 'add'} nothing to predictions.`,
  ]);
}

/** What the ad service did not say, or not as it should. */
export type AdsGaps = Pick<ReportGaps, 'unrated_spend' | 'foreign_spend' | 'unread_figures' | 'ads_problems'>;

/**
 * The part of a warning that is about the ad service.
 * @param convertedAt What spend in other currencies was converted at.
 */
export function describeAdsGaps(gaps: AdsGaps, convertedAt = 'the rate of its day'): readonly string[] {
  const { unrated_spend: unrated, foreign_spend: foreign, unread_figures: unread, ads_problems: problems } = gaps;
  return withoutFalse([
    unrated.length > 0 && `There is no exchange rate for ${unrated.join(', ')}; such spend is left out.`,
    ...problems.map(describeAdsProblem),
    foreign.length > 0 &&
      `Apple Ads gave spend in ${foreign.join(', ')}, which is not the currency of the ad organization; it is converted at ${convertedAt}.`,
    unread && 'Some figures of Apple Ads could not be read; they are not known and left out of sums.',
  ]);
}

/** Sources that do not cover the whole range, and predictions that are based on little data. */
function partialGaps({
  ads_known_from,
  lacks_downloads,
  lacks_shares,
  lacks_search_terms,
  unsure,
}: ReportGaps): readonly string[] {
  return withoutFalse([
    ads_known_from !== null &&
      `Figures of Apple Ads are known by day from ${writtenDay(ads_known_from)} on; earlier days are missing.`,
    lacks_downloads &&
      'New downloads, redownloads and pre-orders are not known of some days in this range and left out of sums.',
    lacks_shares && 'Impression share has not been pulled yet.',
    lacks_search_terms && 'Search terms have not been pulled yet.',
    unsure.length > 0 && `Predictions for ${unsure.join(', ')} are based on little data.`,
  ]);
}

const withoutFalse = (sentences: readonly (string | false)[]): string[] =>
  sentences.filter((sentence) => sentence !== false);
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
/** `23 Aug 2026`; the locale alone would write `5 Sept 2026`. */
export const writtenDay = (day: string): string =>
  dayFormat.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep');
const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
