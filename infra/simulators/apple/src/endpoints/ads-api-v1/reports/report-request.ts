import { z } from 'zod';
import { type DayNumber, parseDay } from '../../../base/calendar/calendar-days.ts';
import type { PlatformFaults } from '../../../control/platform-faults.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import type { FiguresRequest, ReportLevel } from '../../advertising/figures/figures-request.ts';
import { type Sorting, sortingSchema } from '../objects/query-request.ts';
import { bodyOf } from '../request-body.ts';

const bodySchema = z.strictObject({
  timeRange: z.strictObject({
    start: z.string(),
    end: z.string(),
    timeZone: z.enum(['ORTZ', 'UTC']).default('ORTZ'),
    granularity: z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY']).optional(),
  }),
  filters: z
    .array(z.strictObject({ field: z.string(), operator: z.string(), value: z.unknown().optional() }))
    .default([]),
  groupBy: z.array(z.string()).default([]),
  sorting: sortingSchema.default([]),
  fields: z.array(z.string()).optional(),
  options: z.strictObject({ includeRows: z.array(z.enum(['GRAND_TOTAL', 'EMPTY_METRICS'])).optional() }).optional(),
  pagination: z
    .strictObject({
      offset: z.number().int().min(0).default(0),
      pageSize: z.number().int().min(1).max(5_000).default(100),
    })
    .default({ offset: 0, pageSize: 100 }),
});

type Body = z.infer<typeof bodySchema>;

/** A report request that broke no rule. */
export interface PlatformReportRequest extends FiguresRequest {
  /** The one campaign that was asked for; null: all. */
  readonly campaignId: number | null;
  readonly grandTotal: boolean;
  /** Also rows of objects without activity. */
  readonly emptyMetrics: boolean;
  /** With a list of fields the service leaves out what describes the objects. */
  readonly withoutMetadata: boolean;
  readonly sorting: Sorting;
  readonly offset: number;
  readonly pageSize: number;
}

/**
 * Reads and validates a report request.
 *
 * @param todayIn the present day in the zone the request chose
 * @throws AdsApiError 400 for each rule that is broken
 */
export function readPlatformReport(
  body: unknown,
  level: ReportLevel,
  faults: Pick<PlatformFaults, 'reportFilter'>,
  todayIn: (zone: 'ORTZ' | 'UTC') => DayNumber,
): PlatformReportRequest {
  const input = bodyOf(bodySchema, body ?? {});
  const { timeZone, granularity = null } = input.timeRange;
  const startDay = dayOf(input.timeRange.start, 'timeRange.start');
  const endDay = dayOf(input.timeRange.end, 'timeRange.end');
  if (level === 'searchTerm' && timeZone !== 'ORTZ')
    throw badRequest('Search terms are reported in ORTZ only', 'timeRange.timeZone', 'INVALID_VALUE');
  const campaignId = campaignFilter(input, level, faults);
  checkGroups(input.groupBy, level);
  checkIncludedRows(input, level);
  checkRange({ startDay, endDay, granularity, today: todayIn(timeZone) }, level);
  return {
    startDay,
    endDay,
    granularity,
    timeZone,
    campaignId,
    byCountry: input.groupBy.includes('countryOrRegion'),
    byDevice: input.groupBy.includes('deviceClass'),
    grandTotal: input.options?.includeRows?.includes('GRAND_TOTAL') ?? false,
    emptyMetrics: input.options?.includeRows?.includes('EMPTY_METRICS') ?? false,
    withoutMetadata: input.fields !== undefined,
    sorting: input.sorting,
    offset: input.pagination.offset,
    pageSize: input.pagination.pageSize,
  };
}

function dayOf(text: string, field: string): DayNumber {
  const day = parseDay(text);
  if (day === null) throw badRequest('Not a date of the form YYYY-MM-DD', field, 'INVALID_VALUE');
  return day;
}

/** Which filters a report takes is told differently by everybody who tried; below the campaign level all agree on one. */
function campaignFilter(
  { filters }: Body,
  level: ReportLevel,
  { reportFilter }: Pick<PlatformFaults, 'reportFilter'>,
): number | null {
  const fields = level === 'campaign' ? CAMPAIGN_FIELDS[reportFilter] : ['campaignId'];
  const isOptional = level === 'campaign' && (reportFilter === 'any' || reportFilter === 'none_at_campaign');
  const [filter, further] = filters;
  const unknown = filters.find(({ field }) => !fields.includes(field));
  if (unknown !== undefined)
    throw badRequest(`Field, ${unknown.field}, is invalid`, unknown.field, 'INVALID_FIELD_ATTRIBUTE');
  if (filter === undefined) {
    if (isOptional) return null;
    throw badRequest(`A filter on ${fields[0]} is required`, fields[0] ?? '', 'INVALID_VALUE_FIELD');
  }
  if (further !== undefined) throw badRequest('One filter is expected', further.field, 'INVALID_INPUT');
  if (filter.operator !== 'EQUALS')
    throw badRequest(`${filter.field} must use EQUALS operator`, filter.field, 'INVALID_INPUT');
  const [value, second] = Array.isArray(filter.value) ? filter.value : [filter.value];
  if (second !== undefined || !/^\d+$/.test(String(value)))
    throw badRequest('One id is expected', filter.field, 'INVALID_VALUE_FIELD');
  return Number(value);
}

const CAMPAIGN_FIELDS: Readonly<Record<PlatformFaults['reportFilter'], readonly string[]>> = {
  any: ['campaignId', 'id'],
  docs: ['campaignId'],
  none_at_campaign: [],
  id_at_campaign: ['id'],
};

/** Age, gender and places inside a country are not simulated. */
function checkGroups(groupBy: readonly string[], level: ReportLevel): void {
  const available = level === 'ad' ? ['countryOrRegion'] : ['countryOrRegion', 'deviceClass'];
  const unknown = groupBy.find((name) => !available.includes(name));
  if (unknown !== undefined)
    throw badRequest(`groupBy ${unknown} is not available for this report`, 'groupBy', 'INVALID_VALUE');
}

function checkIncludedRows({ options, groupBy, filters, timeRange }: Body, level: ReportLevel): void {
  const rows = options?.includeRows ?? [];
  if (rows.includes('EMPTY_METRICS')) {
    if (level === 'searchTerm' || groupBy.length > 0)
      throw badRequest('EMPTY_METRICS is not available for this report', 'options.includeRows', 'INVALID_VALUE');
    if (filters.some(({ field }) => field === 'campaignId'))
      throw badRequest('EMPTY_METRICS cannot be used with a filter', 'options.includeRows', 'INVALID_VALUE');
  }
  if (level === 'searchTerm' && rows.includes('GRAND_TOTAL') && timeRange.granularity !== undefined)
    throw badRequest('Search terms have a grand total or a granularity', 'options.includeRows', 'INVALID_VALUE');
}

interface Range {
  readonly startDay: DayNumber;
  readonly endDay: DayNumber;
  readonly granularity: FiguresRequest['granularity'];
  readonly today: DayNumber;
}

function checkRange(range: Range, level: ReportLevel): void {
  const { startDay, endDay, granularity, today } = range;
  if (endDay < startDay) throw badRequest('end is before start', 'timeRange.end', 'INVALID_VALUE');
  if (endDay > today + 1) throw badRequest('end is in the future', 'timeRange.end', 'INVALID_VALUE');
  if (granularity === 'HOURLY' && (level === 'searchTerm' || level === 'ad'))
    throw badRequest('Search terms and ads are not reported by hour', 'timeRange.granularity', 'INVALID_VALUE');
  if (startDay < today - REACH[granularity ?? 'NONE'])
    throw badRequest(
      `start must be within the last ${REACH[granularity ?? 'NONE']} days`,
      'timeRange.start',
      'INVALID_VALUE',
    );
  if (granularity === 'DAILY' && endDay === startDay)
    throw badRequest('DAILY needs more than one day', 'timeRange.end', 'INVALID_VALUE');
  if (granularity === 'WEEKLY' && endDay > today - 14)
    throw badRequest('end must be at least 14 days in the past', 'timeRange.end', 'INVALID_VALUE');
  if (granularity === 'MONTHLY' && endDay > today - 90)
    throw badRequest('end must be at least 90 days in the past', 'timeRange.end', 'INVALID_VALUE');
}

/** Days that each granularity reaches back; of totals and months nothing is published. */
const REACH = { NONE: 365, HOURLY: 7, DAILY: 90, WEEKLY: 365, MONTHLY: 731 } as const;
