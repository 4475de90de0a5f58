import { type AdsMonthRow, type Day, daysBetween, firstOfMonth, type SearchTermRow } from '@tapwise/domain';
import type { ItemNotes } from '../lists/item-reader.ts';
import type { ListReader } from '../lists/list-reader.ts';
import type { Reading } from '../lists/reading.ts';
import { type ReportRowWire, unreadable } from '../schemas.ts';
import { bucketFigures, type Figures, type FiguresContext, idOf, metricsOf, requiredId } from './figures.ts';
import { longestReportDays } from './report.ts';
import { reportCalls, reportForm } from './report-call.ts';

/** Figures of one campaign, country and month. */
export interface MonthFigures {
  /** First day of the month. */
  readonly month: Day;
  readonly row: AdsMonthRow;
}

/** Figures of one search term, country and day. */
export interface SearchTermFigures {
  readonly day: Day;
  readonly row: SearchTermRow;
}

/** Figures of one search term over a range of days, all countries together. */
export interface SearchTermTotal {
  readonly ad_group_id: number;
  /** 0: Search Match. */
  readonly keyword_id: number;
  /** Empty for the merged rest of rare terms. */
  readonly text: string;
  /** `TARGETED`, or `AUTO` for Search Match. */
  readonly source: string;
  readonly figures: Figures;
}

/** Figures of one ad, country and day. */
export interface AdFigures {
  readonly day: Day;
  readonly country: string;
  readonly ad_id: number;
  readonly ad_group_id: number;
  /** 0 where the service names none. */
  readonly creative_id: number;
  readonly figures: Figures;
}

/** What is asked of the organization as a whole; both days are included. */
export interface RangeQuestion {
  readonly orgId: number;
  /** The organization's; amounts in another one say so. */
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
}
export type CampaignRangeQuestion = RangeQuestion & { readonly campaignId: number };

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
  return bucketFigures(wire, context).map((bucket) => ({ ...identity, ...bucket }));
}

function monthsFromRow(wire: ReportRowWire, context: FiguresContext): MonthFigures[] {
  const campaign_id = requiredId(wire.metadata.campaignId, 'campaign');
  return bucketFigures(wire, context).map(({ day, country, figures }) => ({
    month: firstOfMonth(day),
    row: { campaign_id, country, ...figures },
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
