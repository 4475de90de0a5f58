import { type EventLog, provesAbsence, SearchAdsError } from '@tapwise/adapters';
import {
  type AdsExtraSubject,
  addDays,
  type Day,
  dayInZone,
  type ReadingProblem,
  startOfDayInZone,
  termTotalDays,
} from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { askForCreatives } from '../../campaigns/sync-creatives/ask-for-creatives.ts';
import {
  areUsersOfThePastComing,
  type OrganizationContext,
  type OrganizationRef,
  type OrganizationSources,
  readOrganizationContext,
} from '../pull-organization/organization-context.ts';
import type { PullProblems } from '../pull-organization/reading/ask-one.ts';
import { endExtraPull, readExtraPulls, withExtraAccount } from './extra-pulls.ts';
import { firstPull } from './first-pull.ts';
import type { ExtraPullActivities } from './pull-extras.contract.ts';
import { recordMonths } from './record-months.ts';
import { recordSearchTerms } from './record-search-terms.ts';
import { recordShares } from './record-shares.ts';
import { recordTermTotals } from './record-term-totals.ts';
import { orderOnce } from './share-order.ts';

export interface ExtraPullDependencies extends OrganizationSources {
  readonly log: EventLog;
  /** Pause between two looks at something that is not ready yet. */
  readonly waitSeconds: number;
}

/** Days of search terms and impression shares that are asked for; the service restates them. */
const restatedDays = 30;
/** The service does not say when a day's data are complete; a few hours after midnight is early enough. */
const settledMs = 3 * 3_600_000;
const longestPauseSeconds = 6 * 3600;
const limitPauseSeconds = 3600;
/** What was not answered whole is asked for again after this long: the service allows few reports a day. */
const incompletePauseSeconds = 900;
const sharesAgainSeconds = 3 * 3600;

/** Activities of the workflows beside structure and figures by day. Each may be repeated: only what differs is appended. */
export function createExtraPullActivities(dependencies: ExtraPullDependencies): ExtraPullActivities {
  const { log, waitSeconds } = dependencies;
  return {
    areMonthsIn: async (ref) => ({ are_in: (await readExtraPulls(log, ref)).months !== undefined }),
    pullMonths: (ref) =>
      runActivity(async (signal) => {
        const context = await readOrganizationContext(dependencies, ref);
        const first = await firstPull(log, ref);
        if (!first.complete) return { done: false, pause_seconds: waitSeconds };
        const pull = { log, ref, subject: 'months' as const };
        const problems: PullProblems = [];
        const scope = { log, ...context, ref, today: todayOf(context), firstDay: first.firstDay, signal, problems };
        const range = await withExtraAccount(pull, signal, () => recordMonths(scope));
        if (range === undefined || (await endExtraPull(pull, range, problems))) return { done: true, pause_seconds: 0 };
        return { done: false, pause_seconds: incompletePauseSeconds, ...firstOf(problems) };
      }),
    pullSearchTerms: (ref) =>
      runActivity(async (signal) => {
        const context = await readOrganizationContext(dependencies, ref);
        const pause_seconds = await pauseBefore(log, ref, context, 'search_terms', waitSeconds);
        if (pause_seconds > 0) return { pause_seconds };
        const today = todayOf(context);
        const days = { from: addDays(today, 1 - restatedDays), to: today };
        const pull = { log, ref, subject: 'search_terms' as const };
        const problems: PullProblems = [];
        const scope = { log, ...context, ref, signal, problems };
        await withExtraAccount(pull, signal, async () => {
          await recordSearchTerms({ ...scope, ...days });
          await recordTermTotals({ ...scope, from: addDays(today, -termTotalDays), to: today });
        });
        await askForCreatives(log, { application_id: ref.application_id, org_id: ref.org_id });
        const isIn = await endExtraPull(pull, { from_day: days.from, to_day: days.to }, problems);
        return { pause_seconds: isIn ? secondsToNextDay(context) : incompletePauseSeconds, ...firstOf(problems) };
      }),
    orderShares: (ref) =>
      runActivity(async (signal) => {
        const context = await readOrganizationContext(dependencies, ref);
        const pause_seconds = await pauseBefore(log, ref, context, 'impression_share', waitSeconds);
        if (pause_seconds > 0) return { report_id: null, pause_seconds };
        const report_id = await orderOnce({ ...context, ref, ...shareDays(context), signal }).catch(nothingAtTheLimit);
        return { report_id, pause_seconds: report_id === null ? limitPauseSeconds : waitSeconds };
      }),
    collectShares: ({ report_id, ...ref }) =>
      runActivity(async (signal) => {
        const context = await readOrganizationContext(dependencies, ref);
        const { shares } = context.client;
        const report = await shares.look(ref.org_id, report_id, signal);
        if (report?.state === 'waiting') return { state: 'waiting', pause_seconds: waitSeconds };
        if (report?.state !== 'ready') return { state: 'failed', pause_seconds: waitSeconds };
        const pull = { log, ref, subject: 'impression_share' as const };
        const { from, to } = shareDays(context);
        const question = { orgId: ref.org_id, id: report_id, adamId: context.adamId, from, to };
        const figures = await withExtraAccount(pull, signal, () => shares.fetch(question, signal));
        const listing = { isWhole: provesAbsence(figures), isExact: shares.areExact };
        const range = await recordShares(log, ref, figures.items, listing);
        const isIn = await endExtraPull(pull, range ?? shareRange(context), figures.problems);
        const pause_seconds = isIn ? secondsToNextDay(context) : sharesAgainSeconds;
        return { state: 'recorded', pause_seconds, ...firstOf(figures.problems) };
      }),
  };
}

const firstOf = ([incomplete]: readonly ReadingProblem[]): { incomplete?: ReadingProblem } =>
  incomplete === undefined ? {} : { incomplete };

function todayOf({ organization }: OrganizationContext): Day {
  return dayInZone(Date.now(), organization.time_zone);
}

/** The service lists a day's shares one to two days later. */
function shareDays(context: OrganizationContext): { today: Day; from: Day; to: Day } {
  const today = todayOf(context);
  return { today, from: addDays(today, -restatedDays), to: addDays(today, -1) };
}

function shareRange(context: OrganizationContext): { from_day: Day; to_day: Day } {
  const { from, to } = shareDays(context);
  return { from_day: from, to_day: to };
}

/** Orders are limited; past the limit there is nothing to wait for but time. */
function nothingAtTheLimit(error: unknown): null {
  if (error instanceof SearchAdsError && error.status === 429) return null;
  throw error;
}

/** Seconds until the subject is due: 0 when it was not pulled on the organization's present day. */
async function pauseBefore(
  log: EventLog,
  ref: OrganizationRef,
  context: OrganizationContext,
  subject: AdsExtraSubject,
  waitSeconds: number,
): Promise<number> {
  const { pulled } = await firstPull(log, ref);
  // Their screens are not the first that are opened.
  if (!pulled || areUsersOfThePastComing(context)) return waitSeconds;
  const last = (await readExtraPulls(log, ref))[subject];
  if (last === undefined) return 0;
  const { time_zone } = context.organization;
  return dayInZone(Date.parse(last.pulledAt), time_zone) === todayOf(context) ? secondsToNextDay(context) : 0;
}

function secondsToNextDay({ organization }: OrganizationContext): number {
  const now = Date.now();
  const tomorrow = addDays(dayInZone(now, organization.time_zone), 1);
  const due = startOfDayInZone(tomorrow, organization.time_zone) + settledMs;
  return Math.min(longestPauseSeconds, Math.max(60, Math.ceil((due - now) / 1000)));
}
