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
import type { FactQuestion } from './facts/fact-question.ts';
import { readFacts } from './facts/read-facts.ts';
import { grains } from './grain.ts';
import type { MonthlyQuestion, MonthlyReport, ProductCounts } from './report.ts';
import { gapsOf } from './report-gaps.ts';
import type { ReportScope } from './report-scope.ts';
import { baseOf, baseWithoutAds } from './rows/base-sums.ts';
import { productCells, sumProducts } from './rows/report-products.ts';
import { readReportState } from './state/report-state.queries.ts';

interface Month {
  readonly base: BaseSums;
  readonly products: Record<string, ProductCounts>;
}

/**
 * A year by calendar month of install, from January up to the current month, summed over organizations and applications, each
 * at its own calendar; months without anything are zeros. Users without a campaign are left out. Of months that were over
 * before the application's SDK was first heard of, figures of users are `null`.
 * @throws the engine's error.
 */
export async function monthlyReport(
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
  const asked = scopes.map((scope) => monthsOfScope(client, scope, question, state, signal));
  const answers = await Promise.all(asked);
  const newest =
    answers
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? `${question.year}-12-31`;
  const options = { claimType, level: 'month' } as const;
  const months = bucketsOfRange(`${question.year}-01-01`, newest, 'month').map((date) => {
    const found = answers.flatMap(({ byMonth }) => byMonth.get(date) ?? []);
    const base = sumBase(found.map((one) => one.base));
    return { date, base, products: sumProducts(found.map((one) => one.products)) };
  });
  const warning = describeGaps(joinGaps(answers.map(({ gaps }) => gaps)), question.currency);
  return {
    rows: months.map(({ date, base, products }) => ({
      month: date.slice(0, 7),
      ...computeRow(base, options),
      products,
    })),
    totals: {
      ...computeRow(sumBase(months.map(({ base }) => base)), options),
      products: sumProducts(months.map(({ products }) => products)),
    },
    ...{ asOf: state.asOf, position: state.position },
    ...(warning === undefined ? {} : { warning }),
  };
}

async function monthsOfScope(
  client: ClickHouseClient,
  scope: ReportScope,
  { year, countries, claimType, now, currency }: MonthlyQuestion,
  state: Awaited<ReturnType<typeof readReportState>>,
  signal?: AbortSignal,
): Promise<{ byMonth: Map<string, Month>; to: string; gaps: ReportGaps }> {
  const today = dayInZone(now.getTime(), scope.timeZone);
  const from = `${year}-01-01`;
  const to = today.startsWith(`${year}-`) ? lastOfMonth(today) : `${year}-12-31`;
  const asked: FactQuestion = {
    ...{ scope: { ...scope, currency }, from, to, countries, claimType, status: 'all', now },
  };
  const read = await readFacts(client, grains.month, asked, { known: state, signal });
  const { coverage } = read;
  const { buckets } = read.facts;
  const adsArePulled = state.asOf.ads !== null || [...buckets.values()].some((one) => one.get('')?.ads !== undefined);
  const byMonth = new Map<string, Month>();
  for (const date of bucketsOfRange(from, to, 'month')) {
    const facts = buckets.get(date)?.get('');
    const nothing = adsArePulled ? zeroBase() : undefined;
    const counted = facts === undefined ? nothing : adsArePulled ? baseOf(facts) : baseWithoutAds(facts);
    const base = isBeforeSdk(scope, date) ? withoutPeople(counted ?? withoutAds({})) : counted;
    if (base !== undefined) byMonth.set(date, { base, products: facts === undefined ? {} : productCells(facts) });
  }
  // Days before the first one that is known are missing only where their month is not known as a whole either.
  const showsMonths = coverage.ads !== null && from < coverage.ads;
  const missing = coverage.ads !== null && firstUnknownMonth(from, coverage.ads, read.wholeMonths);
  const covered = missing ? coverage : { ads: null };
  const shown = [...buckets.values()].flatMap((one) => one.get('') ?? []);
  const options = { level: 'month', coverage: covered, warnsOfUsers: false, showsMonths } as const;
  return { byMonth, to, gaps: gapsOf({ ...read, ...options, shown, question: asked }) };
}

/** Whether a month was over before the SDK was first heard of. */
function isBeforeSdk({ firstSdkDay }: ReportScope, month: string): boolean {
  return firstSdkDay !== undefined && (firstSdkDay === null || lastOfMonth(month) < firstSdkDay);
}

function firstUnknownMonth(from: string, knownFrom: string, whole: readonly string[]): boolean {
  if (knownFrom <= from) return false;
  const missing = bucketsOfRange(from, addDays(knownFrom, -1), 'month');
  return missing.some((month) => !whole.includes(month));
}

function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
}
