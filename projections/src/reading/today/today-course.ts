import type { ClickHouseClient } from '@tapwise/adapters';
import {
  addDays,
  type ComputedRow,
  computeRow,
  dayInZone,
  hourMs,
  isoCurrency,
  startOfDayInZone,
  zeroBase,
} from '@tapwise/domain';
import { exchangeRates } from '../money/exchange-rates.ts';
import { type AdsFact, adsFacts } from '../reports/facts/ads-facts.queries.ts';
import { type FactParams, factParamsOf } from '../reports/facts/fact-params.ts';
import { type PeopleFact, peopleFacts } from '../reports/facts/people-facts.queries.ts';
import type { ReportScope } from '../reports/report-scope.ts';
import { type ReportState, readReportState } from '../reports/state/report-state.queries.ts';
import { askIncome, askInOneCurrency, askSubscriptions, type MoneyContext } from '../reports/values/ask-money.ts';
import { fromWholeTables } from '../whole-tables.ts';
import { type DayShape, type Launches, shareBefore } from './estimate-figures.ts';
import { type FiguresGrowth, figuresPulled } from './figures-pulled.queries.ts';

/** A first pull may take minutes: until then its figures are only part of what had come. */
const pullMs = 15 * 60_000;

/** The figures of a day up to an instant. Those of the ad service are estimated before its first pull, `null` without anything to estimate from. */
export type CourseCells = Pick<
  ComputedRow,
  | 'spend'
  | 'installs'
  | 'trials'
  | 'current_income'
  | 'current_result'
  | 'current_roas'
  | 'predicted_income'
  | 'predicted_result'
  | 'predicted_roas'
>;

/** How today and the day before went, over all organizations asked for, each in its own zone. */
export interface TodayCourse {
  /**
   * By full hours since the day began: entry 0 is after one hour. Today ends with the last full hour. Of several zones the day
   * that began first sets the hours; an organization whose day began later has nothing until then.
   */
  readonly today: readonly CourseCells[];
  readonly yesterday: readonly CourseCells[];
  /** Yesterday, as long after its beginning as it is now today. */
  readonly yesterdayByNow: CourseCells;
  /** How many first entries of each day have ad figures that are estimated for at least one organization. */
  readonly estimatedHours: { readonly today: number; readonly yesterday: number };
  readonly position: bigint;
}

/**
 * Purchases count from the moment they were made, on the day of the user's first launch, and are valued now: what is expected of a user is, on
 * average, the same a day later, so the two days compare. Figures of the ad service count from the pull that first showed them; hours before the
 * first pull of a day get the part of its figures that first launches had by then. @throws the engine's error.
 * @param scopes Of one application, at least one.
 */
export const todayCourse = fromWholeTables(askTodayCourse);

async function askTodayCourse(
  client: ClickHouseClient,
  scopes: readonly ReportScope[],
  now: Date,
  signal?: AbortSignal,
): Promise<TodayCourse> {
  const [first] = scopes;
  const orgIds = scopes.map(({ orgId }) => orgId);
  const state = await readReportState(client, [first?.applicationId ?? 0], orgIds, signal);
  const hours = sharedHours(scopes.map((scope) => daysOf(scope, now)));
  const courses = await Promise.all(scopes.map((scope) => courseOfScope({ client, scope, now, hours, state, signal })));
  return {
    today: joined(courses.map(({ today }) => today)).map(cellsOf),
    yesterday: joined(courses.map(({ yesterday }) => yesterday)).map(cellsOf),
    yesterdayByNow: cellsOf(sumSums(courses.map(({ byNow }) => byNow))),
    estimatedHours: {
      today: Math.max(0, ...courses.map(({ estimated }) => estimated.today)),
      yesterday: Math.max(0, ...courses.map(({ estimated }) => estimated.yesterday)),
    },
    position: state.position,
  };
}

type Sums = Record<'installs' | 'spendMicros' | 'trials' | 'incomeMicros' | 'remainingMicros', number | null>;

interface ScopeCourse {
  readonly today: readonly Sums[];
  readonly yesterday: readonly Sums[];
  readonly byNow: Sums;
  readonly estimated: TodayCourse['estimatedHours'];
}

async function courseOfScope(options: {
  client: ClickHouseClient;
  scope: ReportScope;
  now: Date;
  hours: SharedHours;
  state: ReportState;
  signal: AbortSignal | undefined;
}): Promise<ScopeCourse> {
  const { client, scope, now, hours, state, signal } = options;
  const days = daysOf(scope, now);
  const { from, to, began, begins, nowMs } = days;
  /** The same time since the beginning of the day before. */
  const dayBefore = (ms: number): number => Math.min(began + Math.max(0, ms - begins), begins);
  const todayEnds = hours.today.map((ms) => Math.max(ms, begins));
  const yesterdayEnds = hours.yesterday.map(dayBefore);
  const byNowMs = dayBefore(nowMs);
  const params = courseParams(scope, days, now, [...yesterdayEnds, byNowMs, ...todayEnds]);
  const rates = await exchangeRates(client, state.ratesPosition, signal);
  const money: MoneyContext = { client, rates, state, scope, now, signal };
  const ids = { application_id: scope.applicationId, org_id: scope.orgId };
  const org_currency = isoCurrency(scope.orgCurrency);
  const edgesMs = [began, begins, startOfNext(days)];
  const [growth, figures, people, subscriptions, income] = await Promise.all([
    askInOneCurrency(money, params, (moneyParams) =>
      figuresPulled(client, { ...moneyParams, ...ids, asked_days: [from, to], edges_ms: edgesMs }, signal),
    ),
    askInOneCurrency(money, params, (moneyParams) =>
      adsFacts(client, { ...params, ...moneyParams, level: 'campaign', whole_months: [], org_currency }, signal),
    ),
    peopleFacts(client, { ...params, maturity: [] }, signal),
    askSubscriptions(money, params),
    askIncome(money, params),
  ]);
  const launches = launchesOf(people, params.edges_ms, nowMs);
  const adsOfDay = (day: string, startMs: number, reportedMs: number) => {
    const pulled = growth.filter((row) => row.day === day);
    const total = figures.find(({ bucket }) => bucket === day);
    return adsOf(pulled, total, { launches, startMs, reportedMs });
  };
  const ads = { [from]: adsOfDay(from, began, begins), [to]: adsOfDay(to, begins, Math.max(nowMs, begins)) };
  const sumsBetween = (day: string, start: number, end: number): Sums => {
    const made = <Row extends { bucket: string }>(rows: readonly Row[]): Row[] =>
      rows.filter(({ bucket }) => Number(bucket) >= start && Number(bucket) < end);
    const bought = made(subscriptions);
    return {
      ...(ads[day]?.by(end) ?? noFigures),
      trials: bought.reduce((sum, { trials }) => sum + trials, 0),
      incomeMicros: made(income).reduce((sum, { micros }) => sum + (micros ?? 0), 0),
      remainingMicros: bought.reduce((sum, { remaining }) => sum + remaining, 0),
    };
  };
  const estimatedOf = (day: string, ends: readonly number[]): number =>
    ends.filter((end) => ads[day]?.isEstimated(end) === true).length;
  return {
    today: todayEnds.map((end) => sumsBetween(to, begins, end)),
    yesterday: yesterdayEnds.map((end) => sumsBetween(from, began, end)),
    byNow: sumsBetween(from, began, byNowMs),
    estimated: { today: estimatedOf(to, todayEnds), yesterday: estimatedOf(from, yesterdayEnds) },
  };
}

/** Facts of both days, with purchases in the stretches between the instants asked for. */
function courseParams(
  scope: ReportScope,
  { from, to, began, begins }: CourseDays,
  now: Date,
  instants: readonly number[],
): FactParams {
  const range = { from, to, countries: null, claimType: 'total', status: 'all' } as const;
  const grain = { of: 'all', within: 'organization', bucket: 'day' } as const;
  return {
    ...factParamsOf(grain, { scope, ...range, now }),
    edges_ms: [...new Set([began, begins, ...instants])].sort((a, b) => a - b),
    days_ms: [began, begins],
  };
}

/** Today and the day before in the scope's zone: their dates, and the instants they begin at. */
type CourseDays = ReturnType<typeof daysOf>;
function daysOf({ timeZone }: ReportScope, now: Date) {
  const nowMs = now.getTime();
  const to = dayInZone(nowMs, timeZone);
  const from = addDays(to, -1);
  const began = startOfDayInZone(from, timeZone);
  const begins = startOfDayInZone(to, timeZone);
  return { from, to, began, begins, nowMs, timeZone };
}

const startOfNext = ({ to, timeZone }: CourseDays): number => startOfDayInZone(addDays(to, 1), timeZone);

/** Instants of today at which a line of it has a point; those of the day before are taken at the same instants. */
interface SharedHours {
  readonly today: readonly number[];
  readonly yesterday: readonly number[];
}

/** Full hours of the day that began first: the ones that are over, and as many as the day before had. */
function sharedHours(all: readonly CourseDays[]): SharedHours {
  const [first] = [...all].sort((a, b) => a.begins - b.begins);
  if (first === undefined) return { today: [], yesterday: [] };
  const { began, begins, nowMs } = first;
  return { today: endsOf(begins, nowMs), yesterday: endsOf(begins, begins + (begins - began)) };
}

/** Last instants of the full hours between two instants. */
function endsOf(start: number, end: number): number[] {
  const ends: number[] = [];
  for (let at = start + hourMs; at <= end; at += hourMs) ends.push(at);
  return ends;
}

function launchesOf(people: readonly PeopleFact[], edges: readonly number[], nowMs: number): Launches[] {
  return people.map(({ bucket, first_launches: count }) => {
    const fromMs = Number(bucket);
    return { fromMs, toMs: edges.find((edge) => edge > fromMs) ?? Math.max(nowMs, fromMs + 1), count };
  });
}

type AdFigures = Pick<Sums, 'installs' | 'spendMicros'>;
type DayTotal = Pick<AdsFact, 'tap_installs' | 'view_installs' | 'micros'>;
const noFigures: AdFigures = { installs: null, spendMicros: null };

/**
 * A day's figures by an instant: as pulls showed them, and before the first pull the estimated part of what that showed; of a day
 * that was not pulled while it ran, of its total.
 */
function adsOf(pulled: readonly FiguresGrowth[], total: DayTotal | undefined, day: DayShape) {
  const [first] = pulled;
  const reportedMs = first === undefined ? day.reportedMs : Math.min(first.known_ms + pullMs, day.reportedMs);
  const reported = first === undefined ? totalOf(total) : figuresBy(pulled, reportedMs);
  const shareAt = (atMs: number): number | null =>
    first !== undefined && atMs >= reportedMs ? null : shareBefore({ ...day, reportedMs }, atMs);
  return {
    by(atMs: number): AdFigures {
      const share = shareAt(atMs);
      return share === null ? figuresBy(pulled, atMs) : partOf(reported, share);
    },
    isEstimated: (atMs: number): boolean => reported.installs !== null && shareAt(atMs) !== null,
  };
}

function partOf({ installs, spendMicros }: AdFigures, share: number): AdFigures {
  return {
    installs: installs === null ? null : Math.round(installs * share),
    spendMicros: spendMicros === null ? null : Math.round(spendMicros * share),
  };
}

function totalOf(day: DayTotal | undefined): AdFigures {
  if (day === undefined) return noFigures;
  return { installs: day.tap_installs + day.view_installs, spendMicros: day.micros };
}

function figuresBy(pulled: readonly FiguresGrowth[], atMs: number): AdFigures {
  const growth = pulled.filter((row) => row.known_ms <= atMs);
  if (growth.length === 0) return noFigures;
  return {
    installs: growth.reduce((sum, { installs }) => sum + installs, 0),
    spendMicros: growth.reduce((sum, { micros }) => sum + (micros ?? 0), 0),
  };
}

/** Hour by hour over organizations. */
function joined(courses: readonly (readonly Sums[])[]): Sums[] {
  const [first = []] = courses;
  return first.map((_, hour) => sumSums(courses.flatMap((course) => course[hour] ?? [])));
}

function sumSums(all: readonly Sums[]): Sums {
  const sum = (name: keyof Sums): number | null => {
    const values = all.map((row) => row[name]).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  };
  return {
    installs: sum('installs'),
    spendMicros: sum('spendMicros'),
    trials: sum('trials'),
    incomeMicros: sum('incomeMicros'),
    remainingMicros: sum('remainingMicros'),
  };
}

function cellsOf({ installs, spendMicros, trials, incomeMicros, remainingMicros }: Sums): CourseCells {
  const base = {
    ...zeroBase(),
    tap_installs: installs,
    view_installs: installs === null ? null : 0,
    spend_micros: spendMicros,
    trials,
    current_income_micros: incomeMicros,
    predicted_income_micros: incomeMicros === null ? null : incomeMicros + (remainingMicros ?? 0),
  };
  const row = computeRow(base, { claimType: 'total', level: 'campaign' });
  return {
    spend: row.spend,
    installs: row.installs,
    trials: row.trials,
    current_income: row.current_income,
    current_result: row.current_result,
    current_roas: row.current_roas,
    predicted_income: row.predicted_income,
    predicted_result: row.predicted_result,
    predicted_roas: row.predicted_roas,
  };
}
