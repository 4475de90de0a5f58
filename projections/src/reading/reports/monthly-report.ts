import type { ClickHouseClient } from '@tapwise/adapters';
import {
  addDays,
  type BaseSums,
  bucketsOfRange,
  computeRow,
  dayInZone,
  describeGaps,
  firstOfMonth,
  joinGaps,
  type ReportGaps,
  sumBase,
  withoutAds,
  withoutPeople,
  zeroBase,
} from '@tapwise/domain';
import { fromWholeTables } from '../whole-tables.ts';
import type { FactQuestion } from './facts/fact-question.ts';
import type { ObjectFacts } from './facts/gather-facts.ts';
import { readFacts } from './facts/read-facts.ts';
import { grains } from './grain.ts';
import type { MonthlyQuestion, MonthlyReport, ProductCounts } from './report.ts';
import { gapsOf } from './report-gaps.ts';
import type { ReportScope } from './report-scope.ts';
import { baseOf, baseWithoutAds } from './rows/base-sums.ts';
import { productCells, sumProducts } from './rows/report-products.ts';
import { type Coverage, readCoverage } from './state/coverage.queries.ts';
import { type ReportState, readReportState } from './state/report-state.queries.ts';

interface Month {
  readonly base: BaseSums;
  /** Whether the ad service's figures of the month are still to be read, all or some of them. */
  readonly isUnread: boolean;
  readonly products: Record<string, ProductCounts>;
}

/**
 * A year by calendar month of install, from January up to the current month, summed over organizations and applications, each
 * at its own calendar; months without anything are zeros. Users without a campaign are left out. Of months that were over
 * before the application's SDK was first heard of, figures of users are `null`, and of months that have not been read from the ad service
 * as a whole its figures, also in the totals.
 * @throws the engine's error.
 */
export const monthlyReport = fromWholeTables(askMonthlyReport);

async function askMonthlyReport(
  client: ClickHouseClient,
  question: MonthlyQuestion,
  signal?: AbortSignal,
): Promise<MonthlyReport> {
  const { scopes, claimType } = question;
  const ids = (of: (scope: ReportScope) => number): number[] => [...new Set(scopes.map(of))];
  const state = await readReportState(
    client,
    ids((scope) => scope.applicationId),
    ids((scope) => scope.orgId),
    signal,
  );
  const pending = scopes.map((scope) => monthsOfScope(client, scope, question, state, signal));
  const results = await Promise.all(pending);
  const newest =
    results
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? `${question.year}-12-31`;
  const options = { claimType, level: 'month' } as const;
  const months = bucketsOfRange(`${question.year}-01-01`, newest, 'month').map((date) => {
    const scopeMonths = results.flatMap(({ byMonth }) => byMonth.get(date) ?? []);
    const sums = sumBase(scopeMonths.map((scopeMonth) => scopeMonth.base));
    const isUnread = scopeMonths.some((scopeMonth) => scopeMonth.isUnread);
    return {
      date,
      isUnread,
      base: isUnread ? withoutAds(sums) : sums,
      products: sumProducts(scopeMonths.map((scopeMonth) => scopeMonth.products)),
    };
  });
  const sums = sumBase(months.map(({ base }) => base));
  const total = months.some(({ isUnread }) => isUnread) ? withoutAds(sums) : sums;
  const warning = describeGaps(joinGaps(results.map(({ gaps }) => gaps)), question.currency);
  return {
    rows: months.map(({ date, base, products }) => ({
      month: date.slice(0, 7),
      ...computeRow(base, options),
      products,
    })),
    totals: {
      ...computeRow(total, options),
      products: sumProducts(months.map(({ products }) => products)),
    },
    asOf: state.asOf,
    position: state.position,
    ...(warning === undefined ? {} : { warning }),
  };
}

async function monthsOfScope(
  client: ClickHouseClient,
  scope: ReportScope,
  { year, countries, claimType, now, currency }: MonthlyQuestion,
  state: ReportState,
  signal?: AbortSignal,
): Promise<{ byMonth: Map<string, Month>; to: string; gaps: ReportGaps }> {
  const today = dayInZone(now.getTime(), scope.timeZone);
  const from = `${year}-01-01`;
  const to = today.startsWith(`${year}-`) ? lastOfMonth(today) : `${year}-12-31`;
  const monthQuestion: FactQuestion = {
    scope: { ...scope, currency },
    from,
    to,
    countries,
    claimType,
    status: 'all',
    now,
  };
  const read = await readFacts(client, grains.month, monthQuestion, { state, signal });
  const { coverage } = read;
  // Every month may begin before what is known, however young.
  const wholeCoverage = await readCoverage(client, state, { ...monthQuestion, from: '' }, signal);
  const { buckets } = read.facts;
  const adsArePulled =
    state.asOf.ads !== null || [...buckets.values()].some((bucket) => bucket.get('')?.ads !== undefined);
  const byMonth = new Map<string, Month>();
  for (const date of bucketsOfRange(from, to, 'month')) {
    const facts = buckets.get(date)?.get('');
    const isUnread = isStillToRead(date, wholeCoverage, read.wholeMonths);
    const counted = countedOf(facts, adsArePulled && !isUnread);
    const base = isBeforeSdk(scope, date) ? withoutPeople(counted) : counted;
    byMonth.set(date, { base, isUnread, products: facts === undefined ? {} : productCells(facts) });
  }
  // Days before the first one that is known are missing only where their month is not known as a whole either.
  const showsMonths = coverage.ads !== null && from < coverage.ads;
  const missing = coverage.ads !== null && firstUnknownMonth(from, coverage.ads, read.wholeMonths);
  const covered = missing ? coverage : { ...coverage, ads: null };
  const displayed = [...buckets.values()].flatMap((bucket) => bucket.get('') ?? []);
  const options = { level: 'month', coverage: covered, warnsOfUsers: false, showsMonths } as const;
  return { byMonth, to, gaps: gapsOf({ ...read, ...options, displayed, question: monthQuestion }) };
}

/** What is counted in a month; the ad service's part is not known where it was not read. */
function countedOf(facts: ObjectFacts | undefined, adsAreRead: boolean): BaseSums {
  if (facts === undefined) return adsAreRead ? zeroBase() : withoutAds({});
  return adsAreRead ? baseOf(facts) : baseWithoutAds(facts);
}

/** Whether a month began before the first day that has been read, and months have not been read: what is known of it is a part. */
function isStillToRead(month: string, { ads, months }: Coverage, whole: readonly string[]): boolean {
  return !months && ads !== null && month < ads && !whole.includes(month);
}

/** Whether a month was over before the SDK was first heard of. */
function isBeforeSdk({ firstSdkDay }: ReportScope, month: string): boolean {
  return firstSdkDay !== undefined && (firstSdkDay === null || lastOfMonth(month) < firstSdkDay);
}

function firstUnknownMonth(from: string, coveredFrom: string, whole: readonly string[]): boolean {
  if (coveredFrom <= from) return false;
  const missing = bucketsOfRange(from, addDays(coveredFrom, -1), 'month');
  return missing.some((month) => !whole.includes(month));
}

function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
}
