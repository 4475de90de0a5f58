import { type Day, daysBetween, firstOfMonth } from '@tapwise/domain';
import type { ItemNotes } from '../../ad-service/lists/item-reader.ts';
import type { ListReader } from '../../ad-service/lists/list-reader.ts';
import type { Reading } from '../../ad-service/lists/reading.ts';
import {
  type AdFigures,
  type FiguresContext,
  idOf,
  type MonthFigures,
  metricsOf,
  requiredId,
  type SearchTermFigures,
  type SearchTermTotal,
} from '../../ad-service/reports/figures.ts';
import type { CampaignRangeQuestion, RangeQuestion } from '../../ad-service/reports/questions.ts';
import { unreadable } from '../../ad-service/wire/lenient.ts';
import type { ReportRowWire } from '../schemas.ts';
import { longestReportDays } from './report.ts';
import { reportCalls, reportForm } from './report-call.ts';
import { bucketFigures } from './report-rows.ts';

/**
 * Asks for campaigns by month and country.
 * @param question From the first of a month to the last day of one; the service requires more than three months.
 */
export function fetchMonths(
  lists: ListReader,
  { orgId, currency, from, to }: RangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<MonthFigures>> {
  const buckets = Math.ceil(daysBetween(from, to) / 28) + 1;
  const request = { path: '/reports/campaigns', orgId, from, to, granularity: 'MONTHLY' as const };
  const { callAt, limit } = reportCalls({ ...request, orderBy: 'campaignId', buckets, signal });
  return lists.list(callAt, limit, formOf(monthsFromRow, currency));
}

/**
 * Asks which search terms the ads of a campaign were shown for, by day and country.
 * @throws RangeError for more than 90 days.
 */
export function fetchSearchTerms(
  lists: ListReader,
  { orgId, currency, campaignId, from, to }: CampaignRangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<SearchTermFigures>> {
  const buckets = daysOf(from, to);
  const request = { path: `/reports/campaigns/${campaignId}/searchterms`, orgId, from, to };
  const { callAt, limit } = reportCalls({
    ...request,
    granularity: 'DAILY',
    orderBy: 'searchTermText',
    buckets,
    signal,
  });
  return lists.list(callAt, limit, formOf(searchTermsFromRow, currency));
}

/** Asks which search terms the ads of a campaign were shown for, one sum over the range for each. */
export function fetchSearchTermTotals(
  lists: ListReader,
  { orgId, currency, campaignId, from, to }: CampaignRangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<SearchTermTotal>> {
  const request = { path: `/reports/campaigns/${campaignId}/searchterms`, orgId, from, to };
  const { callAt, limit } = reportCalls({
    ...request,
    granularity: null,
    orderBy: 'searchTermText',
    buckets: 1,
    signal,
  });
  return lists.list(callAt, limit, formOf(termTotalFromRow, currency));
}

/**
 * Asks for the ads of a campaign by day and country.
 * @throws RangeError for more than 90 days.
 */
export function fetchAdFigures(
  lists: ListReader,
  { orgId, currency, campaignId, from, to }: CampaignRangeQuestion,
  signal?: AbortSignal,
): Promise<Reading<AdFigures>> {
  const buckets = daysOf(from, to);
  const request = { path: `/reports/campaigns/${campaignId}/ads`, orgId, from, to };
  const { callAt, limit } = reportCalls({ ...request, granularity: 'DAILY', orderBy: 'adId', buckets, signal });
  return lists.list(callAt, limit, formOf(adFiguresFromRow, currency));
}

function daysOf(from: Day, to: Day): number {
  const days = daysBetween(from, to) + 1;
  if (days < 1 || days > longestReportDays) throw new RangeError(`A report covers 1 to 90 days, not ${days}`);
  return days;
}

function formOf<Item>(
  translate: (wire: ReportRowWire, context: FiguresContext) => Item | readonly Item[],
  currency: string,
) {
  return {
    ...reportForm,
    translate: (wire: ReportRowWire, notes: ItemNotes) => translate(wire, { currency, notes }),
    dependsOn: currency,
  };
}

function adFiguresFromRow(wire: ReportRowWire, context: FiguresContext): AdFigures[] {
  const { adId, adGroupId, creativeId } = wire.metadata;
  const identity = {
    ad_id: requiredId(adId, 'ad'),
    ad_group_id: idOf(adGroupId, 'ad group') ?? 0,
    creative_id: idOf(creativeId, 'creative') ?? 0,
  };
  return bucketFigures(wire, context).map(({ day, country, figures }) => ({ ...identity, day, country, figures }));
}

function monthsFromRow(wire: ReportRowWire, context: FiguresContext): MonthFigures[] {
  const campaign_id = requiredId(wire.metadata.campaignId, 'campaign');
  return bucketFigures(wire, context).map(({ day, country, figures, downloads }) => ({
    month: firstOfMonth(day),
    row: { campaign_id, country, ...figures, ...(downloads && { downloads }) },
  }));
}

function searchTermsFromRow(wire: ReportRowWire, context: FiguresContext): SearchTermFigures[] {
  const term = termOf(wire);
  return bucketFigures(wire, context).map(({ day, country, figures }) => ({
    day,
    row: { ...term, country, ...figures },
  }));
}

function termTotalFromRow(wire: ReportRowWire, context: FiguresContext): SearchTermTotal {
  if (wire.total === unreadable) throw new Error('The total of a row cannot be read');
  return { ...termOf(wire), figures: metricsOf(wire.total ?? {}, context) };
}

function termOf({ metadata }: ReportRowWire) {
  const { searchTermText, searchTermSource } = metadata;
  if (searchTermText === unreadable) throw new Error('The text of a search term cannot be read');
  const keywordId = idOf(metadata.keywordId, 'keyword');
  const source = searchTermSource === unreadable ? null : searchTermSource;
  return {
    ad_group_id: idOf(metadata.adGroupId, 'ad group') ?? 0,
    keyword_id: keywordId ?? 0,
    text: searchTermText ?? '',
    source: source ?? (keywordId ? 'TARGETED' : 'AUTO'),
  };
}
