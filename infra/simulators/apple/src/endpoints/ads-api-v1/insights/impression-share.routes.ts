import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type DayNumber, dayAt, formatDay, parseDay, weekdayOf } from '../../../base/calendar/calendar-days.ts';
import { shareOf } from '../../../base/random/prng.ts';
import { rankNumberOf } from '../../../market/impression-share/market-share.ts';
import type { ListedTerm } from '../../../market/impression-share/term-days.ts';
import type { App } from '../../../market/world/apps.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { datedTerms } from '../../advertising/figures/dated-terms.ts';
import { sortedBy } from '../objects/filters.ts';
import { paginationOf, rowsOf, servedPage } from '../objects/pages.ts';
import { sortingSchema } from '../objects/query-request.ts';
import { organizationOfCall, type PlatformSite, sendResult } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';

const SORTABLE = ['day', 'week', 'countryOrRegion', 'searchTerm', 'lowImpressionShare', 'rank', 'searchPopularity1to5'];
const LONGEST_DAYS = 30;
const LONGEST_WEEKS = 4;

const bodySchema = z.strictObject({
  filters: z.array(z.strictObject({ field: z.string(), operator: z.string(), value: z.unknown() })),
  sorting: sortingSchema.max(2).optional(),
  timeRange: z.strictObject({
    start: z.string(),
    end: z.string(),
    timeZone: z.literal('UTC').default('UTC'),
    granularity: z.enum(['DAILY', 'WEEKLY_SUN_SAT']),
  }),
  options: z
    .strictObject({ impressionShareReportType: z.enum(['FIRST_SLOT', 'ALL_SLOTS']).default('FIRST_SLOT') })
    .default({ impressionShareReportType: 'FIRST_SLOT' }),
  pagination: z
    .strictObject({ offset: z.number().int().min(0), pageSize: z.number().int().min(1).max(10_000) })
    .partial()
    .optional(),
});
type Body = z.infer<typeof bodySchema>;

/** Shares of search terms, by days that are counted in UTC; answered at once. */
export function registerImpressionShareRoutes(server: FastifyInstance, site: PlatformSite): void {
  server.post('/v1/insights/apps/impression-share/query', (request, reply) => sendShares(site, request, reply));
}

async function sendShares(site: PlatformSite, request: FastifyRequest, reply: FastifyReply) {
  const { api, faults, terms } = site;
  const org = organizationOfCall(site, request);
  const body = bodyOf(bodySchema, request.body ?? {});
  const today = dayAt('UTC', api.clock.revealed());
  const { from, to } = rangeOf(body.timeRange, today);
  const ids = listOf(body, 'promotedObjectId');
  if (ids === null) throw badRequest('A filter on promotedObjectId is required', 'promotedObjectId', 'FIELD_REQUIRED');
  const unknown = body.filters.find(({ field }) => field !== 'promotedObjectId' && field !== 'countryOrRegion');
  if (unknown !== undefined) throw badRequest(`Field, ${unknown.field}, is invalid`, unknown.field, 'INVALID_FIELD');
  const advertised = new Set(api.world.campaigns.flatMap((campaign) => (campaign.org === org ? [campaign.app] : [])));
  const apps = [...advertised].filter(({ adamId }) => ids.includes(String(adamId)));
  if (org === null || apps.length < ids.length)
    throw badRequest('The app has no ads in this account', 'promotedObjectId', 'INVALID_VALUE');
  const isWeekly = body.timeRange.granularity === 'WEEKLY_SUN_SAT';
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const app of apps) {
    const labelOf = isWeekly ? sundayOf : (day: DayNumber) => day;
    const countries = listOf(body, 'countryOrRegion');
    const dates = await datedTerms(terms, { org, app, from, to, today, zone: 'UTC', countries, labelOf });
    for (const [day, listed] of dates)
      for (const term of listed.values())
        rows.push({ [isWeekly ? 'week' : 'day']: formatDay(day), ...shareRow(app, term, body) });
  }
  const slice = servedPage(body.pagination, { usual: 100, most: 10_000 }, faults.platform);
  const page = rowsOf(sortedBy(rows, body.sorting ?? [], SORTABLE), slice);
  const result = page.length === 0 && faults.platform.resultWithoutRows ? {} : { rows: page };
  return sendResult(reply, result, paginationOf(slice, rows.length, faults.platform));
}

const sundayOf = (day: DayNumber): DayNumber => day - weekdayOf(day);

/** @throws AdsApiError 400 for an operator other than IN; null without a filter on the field */
function listOf({ filters }: Body, field: string): readonly string[] | null {
  const filter = filters.find((candidate) => candidate.field === field);
  if (filter === undefined) return null;
  if (filter.operator !== 'IN' || !Array.isArray(filter.value) || filter.value.length === 0)
    throw badRequest(`${field} must use IN operator with a list`, field, 'INVALID_INPUT');
  return filter.value.map(String);
}

function rangeOf({ start, end, granularity }: Body['timeRange'], today: DayNumber): { from: DayNumber; to: DayNumber } {
  const from = parseDay(start);
  const to = parseDay(end);
  if (from === null || to === null || to < from)
    throw badRequest('Not a range of days', 'timeRange.start', 'INVALID_VALUE');
  if (to > today) throw badRequest('end is in the future', 'timeRange.end', 'INVALID_VALUE');
  const days = to - from + 1;
  if (granularity === 'DAILY' && days > LONGEST_DAYS)
    throw badRequest(`DAILY covers at most ${LONGEST_DAYS} days`, 'timeRange.end', 'INVALID_VALUE');
  if (granularity === 'WEEKLY_SUN_SAT' && (weekdayOf(from) !== 0 || days > LONGEST_WEEKS * 7))
    throw badRequest(`Weeks begin on a Sunday and are at most ${LONGEST_WEEKS}`, 'timeRange.start', 'INVALID_VALUE');
  return { from, to };
}

function shareRow(
  app: App,
  { country, term, impressions, available, popularity }: ListedTerm,
  { options }: Body,
): object {
  const first = impressions / available;
  // The further slots are shared with more advertisers.
  const isAll = options.impressionShareReportType === 'ALL_SLOTS';
  const share = isAll ? first * (0.5 + 0.4 * shareOf('further slots', app.adamId, country, term)) : first;
  return {
    appName: app.name,
    promotedObjectId: String(app.adamId),
    countryOrRegion: country,
    searchTerm: term,
    ...boundsOf(share),
    rank: rankNumberOf(share),
    searchPopularity1to5: popularity,
  };
}

/** Whole hundredths, both alike up to 90 %; above, only that it is above. */
function boundsOf(share: number): { lowImpressionShare: number; highImpressionShare: number } {
  const hundredths = Math.ceil(Number((share * 100).toFixed(7)));
  if (hundredths > 90) return { lowImpressionShare: 0.91, highImpressionShare: 1 };
  return { lowImpressionShare: hundredths / 100, highImpressionShare: hundredths / 100 };
}
