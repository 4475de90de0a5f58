import type { PlatformFaults } from '../../../control/platform-faults.ts';
import { addFigures, type Figures, isEmpty, noFigures } from '../../../market/activity/metrics.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import type { ReportLevel } from '../../advertising/figures/figures-request.ts';
import type { FiguresRow } from '../../advertising/figures/figures-table.ts';
import { sortedBy } from '../objects/filters.ts';
import type { ObjectView } from '../objects/query-request.ts';
import { bucketJson, platformMetrics, platformMetricsJson } from './platform-metrics.ts';
import type { PlatformReportRequest } from './report-request.ts';

/** A row as it is answered: what it is about, and its figures by country where those are told in the buckets. */
export interface PlatformRow {
  readonly metadata: ObjectView;
  readonly total: Figures;
  readonly parts: readonly { readonly country: string | null; readonly buckets: readonly (Figures | undefined)[] }[];
  readonly suggestedBid: number | null;
  readonly currency: string;
}

type RowFaults = Pick<PlatformFaults, 'countryIn' | 'zeroDays' | 'resultWithoutRows' | 'pageCap'>;

/** Puts figures and descriptions together; rows of one object that differ in their country become one where buckets name it. */
export function platformRows(
  rows: readonly FiguresRow[],
  describe: { of(row: FiguresRow): ObjectView; suggestedBid(row: FiguresRow): number | null },
  {
    countryIn,
    granularity,
    level,
  }: { countryIn: PlatformFaults['countryIn']; granularity: unknown; level: ReportLevel },
): readonly PlatformRow[] {
  const inBuckets = countryIn === 'bucket' && granularity !== null;
  const merged = new Map<string, PlatformRow>();
  rows.forEach((row, index) => {
    const { campaign, adGroupId, keywordId, adId, searchTerm, country, device, buckets } = row;
    const object = `${campaign.id}/${adGroupId}/${keywordId}/${adId}/${searchTerm}/${device}`;
    const key = inBuckets ? object : String(index);
    const existing = merged.get(key);
    const part = { country: inBuckets ? country : null, buckets };
    if (existing !== undefined) {
      addFigures(existing.total, row.total);
      merged.set(key, { ...existing, parts: [...existing.parts, part] });
      return;
    }
    const total = noFigures();
    addFigures(total, row.total);
    const says = country !== null && (countryIn === 'metadata' || (countryIn === 'bucket' && !inBuckets));
    const metadata = {
      ...describe.of(row),
      ...(says ? { countryOrRegion: country } : {}),
      ...(device === null ? {} : { deviceClass: device.toUpperCase() }),
    };
    const suggestedBid = level === 'keyword' ? describe.suggestedBid(row) : null;
    merged.set(key, { metadata, total, parts: [part], suggestedBid, currency: campaign.org.currency });
  });
  return [...merged.values()];
}

type RowObject = Pick<FiguresRow, 'campaign' | 'adGroupId' | 'keywordId' | 'adId'>;

/** Rows for the objects that had no activity in the range. */
export function idleRows(
  campaigns: readonly Campaign[],
  level: ReportLevel,
  active: readonly FiguresRow[],
): readonly FiguresRow[] {
  const keyOf = (row: RowObject) => `${row.campaign.id}/${row.adGroupId}/${row.keywordId}/${row.adId}`;
  const seen = new Set(active.map(keyOf));
  const all = campaigns.flatMap((campaign): readonly RowObject[] => {
    const object = { campaign, adGroupId: null, keywordId: null, adId: null };
    if (level === 'campaign') return [object];
    return campaign.adGroups.flatMap(({ id: adGroupId, keywords, ads }): readonly RowObject[] => {
      if (level === 'adGroup') return [{ ...object, adGroupId }];
      if (level === 'ad') return ads.map(({ id }) => ({ ...object, adGroupId, adId: id }));
      return keywords.map(({ id }) => ({ ...object, adGroupId, keywordId: id }));
    });
  });
  const blank = { searchTerm: null, other: false, country: null, device: null, buckets: [], total: noFigures() };
  return all.filter((object) => !seen.has(keyOf(object))).map((object) => ({ ...object, ...blank }));
}

/** Sorts, cuts and writes a report, frame included, as JSON text. @throws AdsApiError 400 for an order by an unknown field */
export function reportText(
  rows: readonly PlatformRow[],
  labels: readonly string[],
  request: PlatformReportRequest,
  level: ReportLevel,
  faults: RowFaults,
): string {
  const pageSize = Math.min(request.pageSize, faults.pageCap ?? request.pageSize);
  const { offset } = request;
  const page = sorted(rows, request, level).slice(offset, offset + pageSize);
  const pagination = JSON.stringify({ offset, pageSize, totalCount: rows.length });
  const texts = page.map((row) => rowJson(row, labels, request, faults));
  const grand = request.grandTotal ? `"summary":{"grandTotal":{${grandTotalJson(rows)}}}` : '';
  const list = texts.length === 0 && faults.resultWithoutRows ? '' : `"rows":[${texts.join(',')}]`;
  return `{"result":{${[list, grand].filter((part) => part !== '').join(',')}},"pagination":${pagination}}`;
}

const METRICS = Object.keys(platformMetrics(noFigures()));
const DESCRIBED: Readonly<Record<ReportLevel, readonly string[]>> = {
  campaign: ['id', 'name', 'status', 'modificationTime'],
  adGroup: ['id', 'name', 'status', 'campaignId', 'modificationTime'],
  keyword: ['id', 'text', 'status', 'matchType', 'adGroupId', 'modificationTime'],
  searchTerm: ['searchTermText', 'adGroupId'],
  ad: ['id', 'name', 'status', 'adGroupId', 'modificationTime'],
};

function sorted(
  rows: readonly PlatformRow[],
  { sorting }: PlatformReportRequest,
  level: ReportLevel,
): readonly PlatformRow[] {
  if (sorting.length === 0) return rows;
  const keyed = rows.map((row) => ({ ...row.metadata, ...platformMetrics(row.total), row }));
  return sortedBy(keyed, sorting, [...METRICS, ...DESCRIBED[level]]).map(({ row }) => row);
}

function rowJson(
  row: PlatformRow,
  labels: readonly string[],
  request: PlatformReportRequest,
  faults: RowFaults,
): string {
  const { currency, total, suggestedBid } = row;
  const parts = [`"totalMetrics":{${isEmpty(total) ? zeroMetrics(currency) : platformMetricsJson(total, currency)}}`];
  if (!request.withoutMetadata) parts.unshift(`"metadata":${JSON.stringify(row.metadata)}`);
  if (request.granularity !== null) {
    const buckets = row.parts.flatMap(({ country, buckets: figures }) =>
      labels.flatMap((label, index) => {
        const text = bucketJson(label, figures[index], { currency, country, zeroDays: faults.zeroDays });
        return text === null ? [] : [text];
      }),
    );
    parts.push(`"granularMetrics":[${buckets.join(',')}]`);
  }
  if (suggestedBid !== null) parts.push(`"insights":{"bidRecommendation":{"suggestedBidAmount":${suggestedBid}}}`);
  return `{${parts.join(',')}}`;
}

const zeroMetrics = (currency: string): string =>
  `"impressions":0,"taps":0,"localSpend":{"amount":"0","currency":"${currency}"}`;

function grandTotalJson(rows: readonly PlatformRow[]): string {
  const sum = noFigures();
  for (const { total } of rows) addFigures(sum, total);
  return platformMetricsJson(sum, rows[0]?.currency ?? 'USD');
}
