import { z } from 'zod';
import { type DayNumber, formatDay, mondayOf, parseDay } from '../../../base/calendar/calendar-days.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { parsed } from '../structure/structure.routes.ts';

const conditionSchema = z.object({
  field: z.enum(['adamId', 'countryOrRegion']),
  operator: z.literal('IN'),
  values: z.array(z.union([z.string(), z.number()])).min(1),
});

const bodySchema = z.object({
  name: z.string().trim().min(1).max(50),
  granularity: z.enum(['DAILY', 'WEEKLY']).default('DAILY'),
  startTime: z.string().nullish(),
  endTime: z.string().nullish(),
  dateRange: z.enum(['LAST_WEEK', 'LAST_2_WEEKS', 'LAST_4_WEEKS', 'CUSTOM']).nullish(),
  selector: z.object({ conditions: z.array(conditionSchema).nullish() }).nullish(),
});

/** What was asked for, in the form in which answers repeat it. */
export const customReportRequest = z.object({
  name: z.string(),
  granularity: z.enum(['DAILY', 'WEEKLY']),
  /** `YYYY-MM-DD`, both inclusive, in the organization's zone. */
  startTime: z.string(),
  endTime: z.string(),
  dateRange: z.enum(['LAST_WEEK', 'LAST_2_WEEKS', 'LAST_4_WEEKS', 'CUSTOM']),
  conditions: z.array(z.object({ field: z.string(), operator: z.string(), values: z.array(z.string()) })),
});

export type CustomReportRequest = z.infer<typeof customReportRequest>;

const FIRST_DAY = '2020-04-12';
const LONGEST_DAYS = 30;
const WEEKS = { LAST_WEEK: 1, LAST_2_WEEKS: 2, LAST_4_WEEKS: 4 } as const;

/**
 * Reads the body of a creation.
 *
 * @param today the organization's present day
 * @throws AdsApiError 400 for each rule of Apple's documentation that is broken
 */
export function readCustomReportRequest(body: unknown, today: DayNumber): CustomReportRequest {
  const input = parsed(bodySchema, body ?? {});
  const conditions = (input.selector?.conditions ?? []).map((condition) => ({
    ...condition,
    values: condition.values.map(String),
  }));
  const range = input.granularity === 'WEEKLY' ? weeklyRange(input, today) : dailyRange(input, today);
  return { name: input.name, granularity: input.granularity, ...range, conditions };
}

type Input = z.infer<typeof bodySchema>;
type Range = Pick<CustomReportRequest, 'startTime' | 'endTime' | 'dateRange'>;

function dailyRange({ startTime, endTime, dateRange }: Input, today: DayNumber): Range {
  if ((dateRange ?? 'CUSTOM') !== 'CUSTOM') throw badRequest('dateRange needs granularity WEEKLY', 'dateRange');
  const start = dayField(startTime, 'startTime');
  const end = dayField(endTime, 'endTime');
  if (end < start) throw badRequest('endTime is before startTime', 'endTime');
  if (end - start + 1 > LONGEST_DAYS) throw badRequest(`At most ${LONGEST_DAYS} days in one report`, 'endTime');
  if (start < (parseDay(FIRST_DAY) ?? 0)) throw badRequest(`Nothing before ${FIRST_DAY}`, 'startTime');
  if (end > today) throw badRequest('endTime is in the future', 'endTime');
  return { startTime: formatDay(start), endTime: formatDay(end), dateRange: 'CUSTOM' };
}

/** Whole weeks from Monday to Sunday, the last of them over. */
function weeklyRange({ startTime, endTime, dateRange }: Input, today: DayNumber): Range {
  if ((startTime ?? null) !== null || (endTime ?? null) !== null)
    throw badRequest('WEEKLY takes a dateRange instead of startTime and endTime', 'startTime');
  if (dateRange === null || dateRange === undefined || dateRange === 'CUSTOM')
    throw badRequest('WEEKLY needs a dateRange', 'dateRange', 'MISSING_REQUIRED_FIELD');
  const end = mondayOf(today) - 1;
  return { startTime: formatDay(end - 7 * WEEKS[dateRange] + 1), endTime: formatDay(end), dateRange };
}

function dayField(text: string | null | undefined, field: string): DayNumber {
  if (text === null || text === undefined) throw badRequest(`${field} is required`, field, 'MISSING_REQUIRED_FIELD');
  const day = parseDay(text);
  if (day === null) throw badRequest('Not a date of the form YYYY-MM-DD', field);
  return day;
}
