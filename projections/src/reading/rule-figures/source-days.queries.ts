import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import {
  addDays,
  type CompletenessFacts,
  type Coverage,
  completeDays,
  type Day,
  type DaySource,
  dayInZone,
  daysBack,
  joinedSpans,
  type SourceDays,
  startOfDayInZone,
} from '@tapwise/domain';
import { z } from 'zod';
import { factParamsOf } from '../reports/facts/fact-params.ts';
import { shareWeek } from '../reports/facts/share-facts.queries.ts';
import { grains } from '../reports/grain.ts';
import type { RuleFiguresQuestion } from './rule-figures.ts';

const heardRows = defineQuery({
  name: 'rule-sources',
  sql: `SELECT toString(source) AS source, max(toUnixTimestamp64Milli(fresh_at)) AS heard_ms FROM source_freshness_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id IN (0, {org_id:UInt64}) GROUP BY source`,
  params: z.object({ application_id: z.number(), org_id: z.number() }),
  row: z.object({ source: z.string(), heard_ms: z.number() }),
});

const pendingRows = defineQuery({
  name: 'rule-pending-attributions',
  sql: `SELECT roundDown(toUnixTimestamp64Milli(first_launch_at), {days_ms:Array(Int64)}) AS day_ms,
      countIf(state = 'pending') / count() AS pending
    FROM cohort_install_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND state != 'test'
      AND first_launch_at >= fromUnixTimestamp64Milli({days_ms:Array(Int64)}[1], 'UTC')
    GROUP BY day_ms HAVING pending > 0`,
  params: z.object({ application_id: z.number(), days_ms: z.array(z.number()) }),
  row: z.object({ day_ms: z.number(), pending: z.number() }),
});

/** Days that the ad service was asked about; the first pull reads them in parts, the newest first. */
const coveredDays = defineQuery({
  name: 'rule-covered-days',
  sql: `SELECT toString(from_day) AS first, toString(to_day) AS last FROM ads_coverage_v1 FINAL
    WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND to_day >= {from:Date}`,
  params: z.object({ application_id: z.number(), org_id: z.number(), from: z.string() }),
  row: z.object({ first: z.string(), last: z.string() }),
});

/** The newest complete day of each source, as far as a rule uses it. */
export interface ReadSources {
  readonly days: SourceDays;
  readonly unknownSources: ReadonlySet<DaySource>;
  readonly coverage: Coverage;
  /** When the newest pull of the organization began, in milliseconds; `null`: none yet. */
  readonly pulledAt: number | null;
  /** The last seven days whose impression shares are known, newest first. */
  readonly shareDays: readonly Day[];
}

/** How many days back attributions are looked at that are pending. */
const furthestDays = 90;

/**
 * Reads up to which day each source is complete.
 * @param used Sources that the rule uses.
 * @param tablesUntil When the newest event was recorded that is in the tables; milliseconds.
 * @throws the engine's error.
 */
export async function readSources(
  client: ClickHouseClient,
  question: RuleFiguresQuestion,
  used: ReadonlySet<DaySource>,
  tablesUntil: number,
): Promise<ReadSources> {
  const { scope, asOf, rule } = question;
  const { timeZone: zone, firstSdkDay = null } = scope;
  const ids = { application_id: scope.applicationId, org_id: scope.orgId };
  const today = dayInZone(asOf, zone);
  const [heard, covered, pending, shareWeekRows] = await Promise.all([
    heardRows(client, ids),
    coveredDays(client, { ...ids, from: addDays(today, -daysBack(rule)) }),
    used.has('people')
      ? pendingRows(client, { ...ids, days_ms: lastDays(today, zone).map(({ startMs }) => startMs) })
      : [],
    used.has('impression_share') ? shareWeek(client, shareParams(question, today)) : [],
  ]);
  const heardAt = (source: string): number | null => heard.find((row) => row.source === source)?.heard_ms ?? null;
  const pulledAt = heardAt('ads');
  // What users bought is known of users whose first launch was reported.
  const hasPeople = firstSdkDay !== null;
  const startsOfDays = new Map(lastDays(today, zone).map(({ day, startMs }) => [startMs, day]));
  const shareDays = shareWeekRows.map(({ known_day }) => known_day);
  const facts: CompletenessFacts = {
    asOf,
    zone,
    completeAfterHours: question.completeAfterHours,
    pulls: pulledAt === null ? [] : [pulledAt],
    peopleUntil: hasPeople ? tablesUntil : null,
    pendingShare: new Map(pending.map(({ day_ms, pending: share }) => [startsOfDays.get(day_ms) ?? today, share])),
    modelsFittedAt: heardAt('predictions'),
    termDays: termDays(heardAt('search_terms'), zone),
    shareDay: shareDays[0] ?? null,
  };
  const unknownSources = new Set<DaySource>();
  if (facts.pulls.length === 0) unknownSources.add('ads');
  if (!hasPeople) unknownSources.add('people');
  if (!hasPeople || facts.modelsFittedAt === null) unknownSources.add('predictions');
  if (facts.termDays === null) unknownSources.add('search_terms');
  if (used.has('impression_share') && facts.shareDay === null) unknownSources.add('impression_share');
  const users = firstSdkDay === null ? [] : joinedSpans([{ from: firstSdkDay, to: today }]);
  const coverage = {
    ads: joinedSpans(covered.map(({ first, last }) => ({ from: first, to: last }))),
    users,
    purchases: heardAt('store') === null ? [] : users,
  };
  return { days: completeDays(facts, used), unknownSources, coverage, pulledAt, shareDays };
}

function lastDays(today: Day, zone: string): { day: Day; startMs: number }[] {
  return Array.from({ length: furthestDays }, (_, index) => {
    const day = addDays(today, index + 1 - furthestDays);
    return { day, startMs: startOfDayInZone(day, zone) };
  });
}

/** A pull of search terms asks for today and the days before it; those that were over by then are recorded. */
function termDays(pulledAt: number | null, zone: string): ReadonlySet<Day> | null {
  if (pulledAt === null) return null;
  const pulledOn = dayInZone(pulledAt, zone);
  return new Set(Array.from({ length: furthestDays }, (_, ago) => addDays(pulledOn, -ago - 1)));
}

function shareParams({ scope, asOf }: RuleFiguresQuestion, today: Day) {
  const range = { from: today, to: today, countries: null, claimType: 'click', status: 'all' } as const;
  return factParamsOf(grains.campaign, { scope, now: new Date(asOf), ...range });
}
