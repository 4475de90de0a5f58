import { type EventLog, SearchAdsError } from '@tapwise/adapters';
import { addDays, type Day, type DaySpan, isDay, nextSpanToLoad, type ReadingProblem } from '@tapwise/domain';
import { type FirstPull, firstPull } from '../pull-extras/first-pull.ts';
import type { OrganizationContext, OrganizationRef } from '../pull-organization/organization-context.ts';
import { createOrganizationMemories } from '../pull-organization/organization-memory.ts';
import { mayMissAny, type PullProblems } from '../pull-organization/reading/ask-one.ts';
import { recordSlice, slicesOf } from '../pull-organization/record-slices.ts';
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
 * so old. Each span is recorded when it is done, so that a load may be ended and started again, and run twice at once.
 * @param from The oldest day; the service gives 24 months at most.
 * @throws SearchAdsError while the service is away; IncompleteDaysError.
 */
export async function* loadDays(load: DayLoad, from: Day): AsyncGenerator<LoadedSpan> {
  const { log, ref, today } = load;
  const range = { from_day: from, to_day: newestDay(await firstPull(log, ref), today) };
  const record = await prepare(load);
  for (;;) {
    const span = nextSpanToLoad(await readLoadedDays(log, ref), range, longestSpanDays);
    if (span === undefined) return;
    const loaded = await loadSpan(record, span);
    if (loaded.from_day <= loaded.to_day) {
      await recordSpan(log, ref, loaded);
      yield loaded;
    }
    if (loaded.from_day > span.from_day) return;
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
type RecordDays = (days: { from: Day; to: Day }) => Promise<number>;

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
  return async (days) => {
    rows = 0;
    const problems: PullProblems = [...campaigns.problems];
    await recordSlice(
      client,
      memory,
      listed,
      { applicationId: ref.application_id, ...scope, ...days, signal },
      problems,
    );
    const [problem] = problems;
    if (problem !== undefined && mayMissAny(problems)) throw new IncompleteDaysError(problem);
    return rows;
  };
}

/** @returns what was loaded of the span, all of it unless the service refused days so old; `from_day` after `to_day`: nothing. */
async function loadSpan(record: RecordDays, { from_day, to_day }: DaySpan): Promise<LoadedSpan> {
  let loaded = { from_day: addDays(to_day, 1), to_day, rows: 0 };
  for (const slice of slicesOf(from_day, to_day)) {
    try {
      loaded = { from_day: slice.from, to_day, rows: loaded.rows + (await record(slice)) };
    } catch (error) {
      if (error instanceof SearchAdsError && error.status === 400) return loaded;
      throw error;
    }
  }
  return loaded;
}
