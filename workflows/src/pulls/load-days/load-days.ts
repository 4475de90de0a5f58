import { type EventLog, SearchAdsError } from '@tapwise/adapters';
import {
  addDays,
  type Day,
  type DaySpan,
  daysBetween,
  isDay,
  nextSpanToLoad,
  type ReadingProblem,
} from '@tapwise/domain';
import { type FirstPull, firstPull } from '../pull-extras/first-pull.ts';
import type { OrganizationContext, OrganizationRef } from '../pull-organization/organization-context.ts';
import { createOrganizationMemories } from '../pull-organization/organization-memory.ts';
import { mayMissAny, type PullProblems } from '../pull-organization/reading/ask-one.ts';
import { daysAtOnce, recordSlice } from '../pull-organization/record-slices.ts';
import { listedIn } from '../pull-organization/record-structure.ts';
import { readLoadedDays, recordSpan } from './loaded-days.ts';

/** Whose days are loaded. */
export interface DayLoad {
  readonly log: EventLog;
  readonly ref: OrganizationRef;
  /** Its client speaks an interface that gives old figures by day. */
  readonly context: OrganizationContext;
  /** The organization's. */
  readonly today: Day;
  readonly signal: AbortSignal;
}

/** Days that were asked for and are recorded, and how many rows of figures were read. */
export type LoadedSpan = DaySpan & { readonly rows: number };

const longestSpanDays = 90;
/** In days; pulls ask for what is younger. */
export const youngestAge = 91;

/** Some of the rows of a day did not come. The days before them are in, and loading can be started again. */
export class IncompleteDaysError extends Error {
  override readonly name = 'IncompleteDaysError';
  constructor({ operation, detail }: ReadingProblem) {
    super(`${operation} was not answered whole: ${detail}`);
  }
}

/**
 * Loads figures by day from before the days that pulls ask for, by their code, newest first, until a day or until the service refuses days
 * so old. Days are recorded as loaded a few at a time, and what is recorded is looked at before the next ones are asked for, so that a
 * load may be ended and started again, and run twice at once.
 * @param from The oldest day; the service gives 24 months at most.
 * @returns spans of at most 90 days when their days are in the log.
 * @throws SearchAdsError while the service is away; IncompleteDaysError.
 */
export async function* loadDays(load: DayLoad, from: Day): AsyncGenerator<LoadedSpan> {
  const { log, ref, today } = load;
  const range = { from_day: from, to_day: newestDay(await firstPull(log, ref), today) };
  const record = await prepare(load);
  let span: LoadedSpan | undefined;
  for (;;) {
    const days = nextSpanToLoad(await readLoadedDays(log, ref), range, daysAtOnce);
    const rows = days === undefined ? undefined : await unlessRefused(record(days));
    if (days === undefined || rows === undefined) break;
    await recordSpan(log, ref, days);
    // Days in between may have been loaded by another run.
    if (span !== undefined && !isNext(span, days)) {
      yield span;
      span = undefined;
    }
    span = { from_day: days.from_day, to_day: span?.to_day ?? days.to_day, rows: (span?.rows ?? 0) + rows };
  }
  if (span !== undefined) yield span;
}

/** Whether the days come right before those of a span and make it no longer than a span may be. */
const isNext = (span: DaySpan, { from_day, to_day }: DaySpan): boolean =>
  addDays(to_day, 1) === span.from_day && daysBetween(from_day, span.to_day) < longestSpanDays;

/** @returns `undefined` when the service does not give days so old. */
async function unlessRefused<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SearchAdsError && error.status === 400) return undefined;
    throw error;
  }
}

/** The oldest day that there may be figures of by day. */
export function oldestDay(today: Day): Day {
  const year = Number(today.slice(0, 4)) - 2;
  const sameDay = `${year}${today.slice(4)}`;
  return isDay(sameDay) ? sameDay : `${year}-03-01`;
}

/** Of an organization that was first pulled today, the day before the oldest pulled one is younger than `youngestAge`. */
function newestDay(first: FirstPull, today: Day): Day {
  const usual = addDays(today, -youngestAge);
  const before = first.complete ? addDays(first.firstDay, -1) : usual;
  return before > usual ? before : usual;
}

/** Records some days. @returns how many rows were read. */
type RecordDays = (days: DaySpan) => Promise<number>;

async function prepare({ log, ref, context, signal }: DayLoad): Promise<RecordDays> {
  const { organization, adamId } = context;
  const scope = { orgId: ref.org_id, currency: organization.currency };
  const memory = createOrganizationMemories(log, 'load-days').of(ref.application_id, ref.org_id);
  const campaigns = await context.client.findCampaigns(scope, adamId, signal);
  const listed = listedIn(campaigns);
  let rows = 0;
  const client: typeof context.client = {
    ...context.client,
    report: async (...question) => {
      const reading = await context.client.report(...question);
      rows += reading.items.filter(({ campaign_id }) => listed.ids.has(campaign_id)).length;
      return reading;
    },
    adFigures: async (...question) => {
      const reading = await context.client.adFigures(...question);
      rows += reading.items.length;
      return reading;
    },
  };
  return async ({ from_day, to_day }) => {
    rows = 0;
    const problems: PullProblems = [...campaigns.problems];
    await recordSlice(
      client,
      memory,
      listed,
      { applicationId: ref.application_id, ...scope, from: from_day, to: to_day, signal },
      problems,
    );
    const [problem] = problems;
    if (problem !== undefined && mayMissAny(problems)) throw new IncompleteDaysError(problem);
    return rows;
  };
}
