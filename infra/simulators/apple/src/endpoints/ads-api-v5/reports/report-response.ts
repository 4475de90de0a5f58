import { addFigures, type Figures, isEmpty, noFigures } from '../../../market/activity/metrics.ts';
import type { AdGroup, Campaign } from '../../../market/world/structure.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import type { ReportLevel } from '../../advertising/figures/figures-request.ts';
import type { FiguresRow, FiguresTable } from '../../advertising/figures/figures-table.ts';
import { metricFields, metricsJson } from '../../advertising/figures/metric-fields.ts';
import type { Page } from '../envelope.ts';
import { type FieldSource, matches, orderItems } from '../selector.ts';
import type { MetadataSource } from './report-metadata.ts';
import type { ReportRequest } from './report-request.ts';

interface Described {
  readonly row: FiguresRow;
  readonly metadata: FieldSource;
  /** Metadata and metrics by name: what conditions and order look at. */
  readonly fields: FieldSource;
}

/** What the answer is made of. `adGroups` are those the path covers. */
export interface ResponseInput {
  readonly table: FiguresTable;
  readonly metadata: MetadataSource;
  readonly level: ReportLevel;
  readonly request: ReportRequest;
  readonly campaigns: readonly Campaign[];
  readonly adGroups: readonly AdGroup[];
}

/**
 * Filters, sorts, pages and writes a report, envelope included, as JSON text.
 *
 * @throws AdsApiError 400 for a condition or an order on an unknown field
 */
export function buildReportResponse(input: ResponseInput): string {
  const { request, level, metadata } = input;
  const rows = input.table.rows.filter((row) => !isEmpty(row.total));
  const listed = request.withoutMetrics ? [...rows, ...idleRows(input, rows)] : rows;
  const described = listed.map((row): Described => {
    const rowMetadata = metadata.of(row);
    return { row, metadata: rowMetadata, fields: { ...rowMetadata, ...metricFields(row.total) } };
  });
  const conditions = request.selector.conditions ?? [];
  const matching = described.filter(({ fields }) => conditions.every((condition) => matches(fields, condition)));
  const sorted = sortRows(matching, request);
  const { offset, limit } = request.selector.pagination ?? { offset: 0, limit: 20 };
  const pageRows = sorted.slice(offset, offset + limit);
  const texts = pageRows.map((entry) => rowJson(entry, input, level));
  const grand = request.grandTotals
    ? `,"grandTotals":{"other":false,"total":{${totalJson(matching, currencyOf(input))}}}`
    : '';
  const page: Page = { totalResults: matching.length, startIndex: offset, itemsPerPage: pageRows.length };
  return `{"data":{"reportingDataResponse":{"row":[${texts.join(',')}]${grand}}},"pagination":${JSON.stringify(page)},"error":null}`;
}

function sortRows(rows: readonly Described[], request: ReportRequest): readonly Described[] {
  const [order] = request.selector.orderBy ?? [];
  if (order === undefined) return rows;
  const [first] = rows;
  if (first !== undefined && !(order.field in first.fields))
    throw badRequest('Invalid field', 'selector.orderBy', 'INVALID_ATTRIBUTE_TYPE');
  return orderItems(
    rows.map((entry) => ({ ...pickOrder(entry, order.field), entry })),
    [order],
  ).map(({ entry }) => entry);
}

const pickOrder = (entry: Described, field: string): FieldSource => ({ [field]: entry.fields[field] });

function rowJson({ row, metadata }: Described, input: ResponseInput, level: ReportLevel): string {
  const { request, table } = input;
  const currency = row.campaign.org.currency;
  const total = request.rowTotals ? `,"total":{${metricsJson(row.total, currency)}}` : '';
  const buckets = table.buckets.labels.map((label, index) => bucketJson(label, row.buckets[index], currency));
  const granularity = request.granularity === null ? '' : `,"granularity":[${buckets.join(',')}]`;
  const insights = level === 'keyword' ? `,"insights":${insightsJson(input.metadata, row)}` : '';
  return `{"other":${row.other},"metadata":${JSON.stringify(metadata)}${total}${granularity}${insights}}`;
}

/** A bucket without activity holds only its date. */
const bucketJson = (label: string, figures: Figures | undefined, currency: string): string =>
  figures === undefined || isEmpty(figures)
    ? `{"date":"${label}"}`
    : `{"date":"${label}",${metricsJson(figures, currency)}}`;

const insightsJson = (metadata: MetadataSource, row: FiguresRow): string =>
  JSON.stringify({ bidRecommendation: { suggestedBidAmount: metadata.suggestedBid(row), bidMin: null, bidMax: null } });

function totalJson(rows: readonly Described[], currency: string): string {
  const sum = noFigures();
  for (const { row } of rows) addFigures(sum, row.total);
  return metricsJson(sum, currency);
}

const currencyOf = (input: ResponseInput): string => input.campaigns[0]?.org.currency ?? 'USD';

type RowObject = Pick<FiguresRow, 'campaign' | 'adGroupId' | 'keywordId' | 'adId'>;

/** Rows for the objects that had no activity in the range. */
function idleRows(input: ResponseInput, active: readonly FiguresRow[]): readonly FiguresRow[] {
  const { level, campaigns, adGroups } = input;
  if (level === 'searchTerm') return [];
  const keyOf = (row: RowObject) => `${row.campaign.id}/${row.adGroupId}/${row.keywordId}/${row.adId}`;
  const seen = new Set(active.map(keyOf));
  const all = campaigns.flatMap((campaign): RowObject[] => {
    if (level === 'campaign') return [{ campaign, adGroupId: null, keywordId: null, adId: null }];
    const groups = campaign.adGroups.filter((adGroup) => adGroups.includes(adGroup));
    if (level === 'adGroup') return groups.map(({ id }) => ({ campaign, adGroupId: id, keywordId: null, adId: null }));
    if (level === 'ad')
      return groups.flatMap(({ id, ads }) =>
        ads.map((ad) => ({ campaign, adGroupId: id, keywordId: null, adId: ad.id })),
      );
    return groups.flatMap((group) =>
      group.keywords.map((keyword) => ({ campaign, adGroupId: group.id, keywordId: keyword.id, adId: null })),
    );
  });
  const blank = { searchTerm: null, other: false, country: null, device: null, buckets: [], total: noFigures() };
  return all.filter((object) => !seen.has(keyOf(object))).map((object) => ({ ...object, ...blank }));
}
