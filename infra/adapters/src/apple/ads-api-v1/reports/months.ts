import { addDays, type Day, firstOfMonth } from '@tapwise/domain';
import type { ItemNotes } from '../../ad-service/lists/item-reader.ts';
import { joinReadings, type Reading } from '../../ad-service/lists/reading.ts';
import {
  type FiguresContext,
  givenDownloads,
  type MonthFigures,
  requiredId,
} from '../../ad-service/reports/figures.ts';
import type { RangeQuestion } from '../../ad-service/reports/questions.ts';
import type { Filter } from '../lists/queries.ts';
import type { ReportRequest } from './report-call.ts';
import { type DayRange, isMonthGiven } from './report-range.ts';
import { activeBuckets, type Bucket, countryOfRow, totalMetrics, totalOf } from './report-rows.ts';
import type { ReportRowWire } from './report-schemas.ts';
import { overCampaigns, type ReportReader, rowsOf, todayOf } from './reports.ts';

/**
 * Asks for campaigns by month and country. The service gives months that ended 90 days ago by month; a later one is asked for by itself, as
 * one sum.
 * @param question From the first of a month to the last day of one.
 */
export async function fetchMonths(
  reader: ReportReader,
  question: RangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<MonthFigures>> {
  const today = todayOf(reader);
  const months = monthsOf(question);
  const given = months.filter(({ to }) => isMonthGiven(to, today));
  const later = months.filter((month) => !given.includes(month));
  const readings: Reading<MonthFigures>[] = [];
  const [first] = given;
  const last = given.at(-1);
  if (first !== undefined && last !== undefined) {
    readings.push(await fetchRange(reader, question, { from: first.from, to: last.to }, 'MONTHLY', signal));
  }
  for (const month of later) {
    const isOver = month.to < today;
    const to = isOver ? month.to : today;
    if (month.from <= to) readings.push(await fetchRange(reader, question, { ...month, to }, null, signal));
  }
  return joinReadings(readings);
}

function monthsOf({ from, to }: DayRange): DayRange[] {
  const months: DayRange[] = [];
  for (let month = firstOfMonth(from); month <= to; ) {
    const next: Day = firstOfMonth(addDays(month, 31));
    months.push({ from: month, to: addDays(next, -1) });
    month = next;
  }
  return months;
}

function fetchRange(
  reader: ReportReader,
  { orgId, currency }: RangeQuestion,
  range: DayRange,
  granularity: 'MONTHLY' | null,
  signal: AbortSignal | undefined,
): Promise<Reading<MonthFigures>> {
  const read = (filters: readonly Filter[]) => {
    const request: ReportRequest = {
      report: 'campaigns',
      orgId,
      filters,
      granularity,
      byCountry: true,
      signal,
      ...range,
    };
    const translate = (row: ReportRowWire, notes: ItemNotes) => monthsFromRow(row, { currency, notes, range });
    return rowsOf(reader, request, translate, { currency, ...range });
  };
  return overCampaigns(reader, { orgId, signal }, read);
}

function monthsFromRow(
  wire: ReportRowWire,
  context: { readonly currency: string; readonly notes: ItemNotes; readonly range: DayRange },
): MonthFigures[] {
  const campaign_id = requiredId(wire.metadata.id, 'campaign');
  const buckets = wire.granularMetrics ? activeBuckets(wire, context, () => undefined) : [ofWholeRange(wire, context)];
  return buckets.map(({ day, country, figures, downloads }) => ({
    month: firstOfMonth(day),
    row: { campaign_id, country, ...figures, ...(downloads && { downloads }) },
  }));
}

function ofWholeRange(wire: ReportRowWire, context: FiguresContext & { readonly range: DayRange }): Bucket {
  const { from: day } = context.range;
  return { day, country: countryOfRow(wire), figures: totalOf(wire, context), ...givenDownloads(totalMetrics(wire)) };
}
