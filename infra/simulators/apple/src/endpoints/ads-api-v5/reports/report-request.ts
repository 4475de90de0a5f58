import { z } from 'zod';
import { addMonths, type DayNumber, parseDay } from '../../../base/calendar/calendar-days.ts';
import type { PlatformFaults } from '../../../control/platform-faults.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import type { FiguresRequest, Granularity, ReportLevel } from '../../advertising/figures/figures-request.ts';
import { selectorSchema } from '../selector.ts';
import { parsed } from '../structure/structure.routes.ts';

const bodySchema = z.object({
  startTime: z.string(),
  endTime: z.string(),
  selector: selectorSchema,
  granularity: z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']).nullish(),
  groupBy: z.array(z.string()).nullish(),
  timeZone: z.enum(['ORTZ', 'UTC']).default('ORTZ'),
  returnRowTotals: z.boolean().default(false),
  returnGrandTotals: z.boolean().default(false),
  returnRecordsWithNoMetrics: z.boolean().default(false),
});

/** A report request that broke no rule. */
export interface ReportRequest extends FiguresRequest {
  readonly selector: z.infer<typeof selectorSchema>;
  readonly rowTotals: boolean;
  readonly grandTotals: boolean;
  readonly withoutMetrics: boolean;
}

/**
 * Reads and validates a report request.
 *
 * @param dailyReach how far back days go
 * @param todayIn the present day in the zone the request chose
 * @throws AdsApiError 400 for each rule of Apple's documentation that is broken
 */
export function readReportRequest(
  body: unknown,
  level: ReportLevel,
  dailyReach: PlatformFaults['v5DailyReach'],
  todayIn: (zone: 'ORTZ' | 'UTC') => DayNumber,
): ReportRequest {
  const input = parsed(bodySchema, body);
  const startDay = dayField(input.startTime, 'startTime');
  const endDay = dayField(input.endTime, 'endTime');
  const granularity = input.granularity ?? null;
  if ((input.selector.orderBy ?? []).length !== 1)
    throw badRequest('Exactly one orderBy is required', 'selector.orderBy');
  checkTotals(level, granularity, input);
  if (level === 'searchTerm' && input.timeZone !== 'ORTZ')
    throw badRequest('Search terms are reported in ORTZ only', 'timeZone');
  checkRange({ startDay, endDay, granularity, dailyReach, today: todayIn(input.timeZone) });
  return {
    startDay,
    endDay,
    granularity,
    ...readGroupBy(level, input.groupBy ?? []),
    timeZone: input.timeZone,
    selector: input.selector,
    rowTotals: input.returnRowTotals,
    grandTotals: input.returnGrandTotals,
    withoutMetrics: input.returnRecordsWithNoMetrics,
  };
}

function dayField(text: string, field: string): DayNumber {
  const day = parseDay(text);
  if (day === null) throw badRequest('Not a date of the form YYYY-MM-DD', field);
  return day;
}

function checkTotals(level: ReportLevel, granularity: Granularity | null, input: z.infer<typeof bodySchema>): void {
  if (granularity === null) {
    if (!input.returnRowTotals) throw badRequest('Without granularity returnRowTotals must be true', 'returnRowTotals');
    return;
  }
  if (input.returnGrandTotals)
    throw badRequest('With granularity returnGrandTotals must be false', 'returnGrandTotals');
  if (granularity === 'HOURLY' && (level === 'searchTerm' || level === 'ad'))
    throw badRequest('Search terms and ads are not reported by hour', 'granularity');
  if (level === 'searchTerm' && input.returnRowTotals)
    throw badRequest('With granularity returnRowTotals must be false', 'returnRowTotals');
}

/** Only ad group reports take a device without a country. Age, gender and places inside a country are not simulated. */
function readGroupBy(level: ReportLevel, groupBy: readonly string[]): { byCountry: boolean; byDevice: boolean } {
  const unknown = groupBy.find((name) => name !== 'countryOrRegion' && name !== 'deviceClass');
  if (unknown !== undefined) throw badRequest(`groupBy ${unknown} is not available for this report`, 'groupBy');
  const byCountry = groupBy.includes('countryOrRegion');
  const byDevice = groupBy.includes('deviceClass');
  if (byDevice && level === 'ad') throw badRequest('deviceClass is not available for this report', 'groupBy');
  if (byDevice && !byCountry && level !== 'adGroup') throw badRequest('deviceClass needs countryOrRegion', 'groupBy');
  return { byCountry, byDevice };
}

interface Range {
  readonly startDay: DayNumber;
  readonly endDay: DayNumber;
  readonly granularity: Granularity | null;
  readonly dailyReach: PlatformFaults['v5DailyReach'];
  readonly today: DayNumber;
}

function checkRange(range: Range): void {
  const { startDay, endDay, today } = range;
  const days = endDay - startDay + 1;
  if (days < 1) throw badRequest('endTime is before startTime', 'endTime');
  if (endDay > today + 1) throw badRequest('endTime is in the future', 'endTime');
  if (startDay < addMonths(today, -24)) throw badRequest('startTime is more than 24 months ago', 'startTime');
  const broken = granularityRefusal(range, days);
  if (broken !== null) throw badRequest(...broken);
}

/** Message and field of the range rule that a granularity breaks; null when all hold. */
function granularityRefusal(range: Range, days: number): [string, string] | null {
  const { startDay, endDay, granularity, dailyReach, today } = range;
  switch (granularity) {
    case 'HOURLY':
      if (days > 7) return ['HOURLY covers at most 7 days', 'endTime'];
      return startDay < today - 30 ? ['HOURLY reaches back 30 days', 'startTime'] : null;
    case 'DAILY':
      if (days > 90) return ['DAILY covers at most 90 days', 'endTime'];
      return dailyReach === '90_days' && startDay < today - 90 ? ['DAILY reaches back 90 days', 'startTime'] : null;
    case 'WEEKLY':
      return days <= 14 || days > 365 ? ['WEEKLY covers more than 14 and at most 365 days', 'endTime'] : null;
    case 'MONTHLY':
      return addMonths(startDay, 3) > endDay ? ['MONTHLY covers more than 3 months', 'endTime'] : null;
    case null:
      return null;
  }
}
