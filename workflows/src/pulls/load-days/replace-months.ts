import { handleCommand } from '@tapwise/adapters';
import {
  type AdsExtraEvent,
  type AdsMonthState,
  type AdsReportState,
  addDays,
  adsMonthDecider,
  adsMonthStream,
  adsReportDecider,
  adsReportStream,
  bucketsOfRange,
  type Day,
  daysOfRange,
  diffMonthRows,
  firstOfMonth,
  fold,
  isMonthCounted,
  type MonthDifference,
  monthDifferences,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import { endExtraPull, readExtraPulls } from '../pull-extras/extra-pulls.ts';
import { firstPull } from '../pull-extras/first-pull.ts';
import { recordMonths } from '../pull-extras/record-months.ts';
import type { PullProblems } from '../pull-organization/reading/ask-one.ts';
import { type DayLoad, youngestAge } from './load-days.ts';

export interface ReplacedMonths {
  /** How many months are shown by their days by now. */
  readonly replaced: number;
  readonly differing: readonly (MonthDifference & { readonly month: Day })[];
}

/**
 * Lets the days of each month count that is whole by days, instead of what the service said of the month. A month that differs from its
 * days stays.
 * @param firstDay The oldest day that is loaded; from there on all days up to those that pulls bring in are in the log.
 */
export async function replaceMonths(load: DayLoad, firstDay: Day): Promise<ReplacedMonths> {
  const { today } = load;
  const first = await firstPull(load.log, load.ref);
  const pulledFrom = first.pulled ? first.firstDay : today;
  await bringInMonths(load, earlier(pulledFrom, addDays(today, 2 - youngestAge)));
  const lastDay = first.complete ? addDays(today, -1) : addDays(today, -youngestAge);
  let replaced = 0;
  const differing: (MonthDifference & { month: Day })[] = [];
  for (const month of bucketsOfRange(firstDay, lastDay, 'month')) {
    const last = addDays(firstOfMonth(addDays(month, 31)), -1);
    if (month < firstDay || last > lastDay) continue;
    const figures = await readMonth(load, month);
    if (figures.size === 0) continue;
    const differences = isMonthCounted(figures) ? monthDifferences(figures, await readDays(load, month, last)) : [];
    if (differences.length === 0) {
      await takeBack(load, month);
      replaced += 1;
    } else differing.push(...differences.map((difference) => ({ month, ...difference })));
  }
  return { replaced, differing };
}

/** Months that come after their days would count beside them, so they are brought in first where that was not done yet. */
async function bringInMonths({ log, ref, context, today, signal }: DayLoad, firstDay: Day): Promise<void> {
  if ((await readExtraPulls(log, ref)).months !== undefined) return;
  const problems: PullProblems = [];
  const range = await recordMonths({ log, ...context, ref, today, firstDay, signal, problems });
  if (range !== undefined) await endExtraPull({ log, ref, subject: 'months' }, range, problems);
}

async function readMonth({ log, ref }: DayLoad, month: Day): Promise<AdsMonthState> {
  const recorded = await log.readStream(adsMonthStream(ref.application_id, ref.org_id, month));
  return fold(
    adsMonthDecider,
    recorded.map(({ event }) => event as AdsExtraEvent),
  );
}

/** Figures of campaigns on the days, without those of what is in them. */
async function readDays({ log, ref }: DayLoad, from: Day, to: Day): Promise<AdsReportState[]> {
  const days: AdsReportState[] = [];
  for (const day of daysOfRange(from, to)) {
    const recorded = await log.readStream(adsReportStream(ref.application_id, ref.org_id, day));
    const ofCampaigns = recorded.flatMap(({ event }) =>
      event.type === 'AdsReportRowsRecorded' && event.data.level === 'campaign' ? [event] : [],
    );
    days.push(fold(adsReportDecider, ofCampaigns));
  }
  return days;
}

async function takeBack({ log, ref, context }: DayLoad, month: Day): Promise<void> {
  const pulled_at = new Date().toISOString();
  const details = { ...ref, month, currency: context.organization.currency, pulled_at };
  await handleCommand(log, {
    stream: adsMonthStream(ref.application_id, ref.org_id, month),
    decider: adsMonthDecider,
    context: workflowActor('load-days'),
    cause: `replaced ${pulled_at}`,
    decide: (state) => diffMonthRows(state, details, []),
  });
}

const earlier = (day: Day, other: Day): Day => (day < other ? day : other);
