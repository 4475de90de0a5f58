import { addDays, type Day } from '@tapwise/domain';
import { isRecord } from '../../ad-service/wire/lenient.ts';
import { among, deletedToo, equals, type Filter } from '../lists/queries.ts';
import { adAccountWire } from '../schemas.ts';

/** What is learned from an answer: counts, ids, words and names of fields. */
type Seen = Readonly<Record<string, unknown>>;

/** One call that reads, and what is looked at in its answer. */
export interface TrialCall {
  /** Names it, where the same path is asked in several ways. */
  readonly call: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly adAccountId?: number;
  readonly body?: unknown;
  readonly see: (result: unknown) => Seen;
}

/** Whose account is looked at. */
interface TrialScope {
  readonly adAccountId: number;
  readonly today: Day;
}

/** Calls that an API user makes for no account: who it is, and which accounts it sees. */
export const accessCalls: readonly TrialCall[] = [
  {
    call: 'GET /me',
    method: 'GET',
    path: '/me',
    see: (result) => (isRecord(result) ? { user_id: result.userId, org_id: result.orgId } : {}),
  },
  {
    call: 'GET /acls',
    method: 'GET',
    path: '/acls',
    see: (result) => {
      const entries = recordsIn(isRecord(result) ? result.acls : []);
      const accounts = entries.map(({ adAccount }) => (isRecord(adAccount) ? adAccount : {}));
      return {
        accounts: accounts.map(({ id }) => id),
        org_ids: distinct(accounts.map(({ orgId }) => orgId)),
        roles: distinct(entries.flatMap(({ roles }) => roles)),
      };
    },
  },
];

export const accountCall = (adAccountId: number): TrialCall => ({
  call: 'GET /ad-accounts/{id}',
  method: 'GET',
  path: `/ad-accounts/${adAccountId}`,
  adAccountId,
  see: (result) => {
    const account = adAccountWire.safeParse(result);
    if (!account.success) return { fields: fieldsOf([result]) };
    const { id, timezone, currency, paymentModel, productFeatures } = account.data;
    const status = isRecord(result) ? result.systemStatus : undefined;
    return { id, timezone, currency, payment_model: paymentModel, features: productFeatures, system_status: status };
  },
});

const campaignsPerPage = 20;

export const campaignsCall = ({ adAccountId }: TrialScope): TrialCall => ({
  ...query(adAccountId, '/campaigns/query', [deletedToo], campaignsPerPage),
  see: (result) => ({
    ...seeRows(result),
    ids: recordsIn(result).map(({ id }) => id),
    display_statuses: distinct(recordsIn(result).map(({ displayStatus }) => displayStatus)),
    promotes: distinct(recordsIn(result).map(({ promotedObjectType }) => promotedObjectType)),
    bid_strategies: distinct(
      recordsIn(result).map(({ bidStrategy }) => isRecord(bidStrategy) && bidStrategy.bidStrategyType),
    ),
  }),
});

/** What the documentation leaves open about queries. @param campaign One of the account's. */
export function questionsOfCampaign(
  { adAccountId, today }: TrialScope,
  campaign: { readonly id: number; readonly name: string; readonly adamId: string },
): TrialCall[] {
  const ofCampaign = equals('campaignId', campaign.id);
  const week = { from: addDays(today, -8), to: addDays(today, -2) };
  const byId = [equals('campaignId', String(campaign.id))];
  return [
    named('name IN', query(adAccountId, '/campaigns/query', [among('name', [campaign.name])])),
    query(adAccountId, '/adgroups/query', [ofCampaign]),
    named('deleted', query(adAccountId, '/adgroups/query', [ofCampaign, equals('deleted', true)])),
    { ...query(adAccountId, '/keywords/query', [ofCampaign]), see: seeBids },
    named('of the campaign', query(adAccountId, '/negative-keywords/query', [ofCampaign, isNull])),
    query(adAccountId, '/ads/query', [ofCampaign]),
    { ...query(adAccountId, '/creatives/query', []), see: seeStates('systemStatus') },
    { ...query(adAccountId, '/product-pages/query', [equals('adamId', campaign.adamId)]), see: seeStates('state') },
    named('without a filter', report(adAccountId, 'campaigns', { filters: [], ...week })),
    named('with a campaign', report(adAccountId, 'campaigns', { filters: byId, ...week })),
    report(adAccountId, 'keywords', { filters: byId, ...week }),
    report(adAccountId, 'ads', { filters: byId, ...week }),
    named('24 months back', totals(adAccountId, byId, { from: addDays(today, -729), to: week.to })),
    shares(adAccountId, campaign.adamId, week),
  ];
}

const isNull: Filter = { field: 'adGroupId', operator: 'IS_NULL' };

const named = (what: string, call: TrialCall): TrialCall => ({ ...call, call: `${call.call} (${what})` });

const post = (adAccountId: number, path: string, body: unknown, see: TrialCall['see']): TrialCall => ({
  call: `POST ${path}`,
  method: 'POST',
  path,
  adAccountId,
  body,
  see,
});

const query = (adAccountId: number, path: string, filters: readonly Filter[], pageSize = 5): TrialCall =>
  post(adAccountId, path, { filters, pagination: { offset: 0, pageSize, fetchTotalCount: true } }, seeRows);

interface ReportQuestion {
  readonly filters: readonly Filter[];
  readonly from: Day;
  readonly to: Day;
}

const report = (adAccountId: number, of: string, { filters, from, to }: ReportQuestion): TrialCall =>
  post(
    adAccountId,
    `/reports/apps/${of}/query`,
    {
      timeRange: { start: from, end: to, timeZone: 'ORTZ', granularity: 'DAILY' },
      filters,
      groupBy: ['countryOrRegion'],
      pagination: { offset: 0, pageSize: 20 },
    },
    seeReport,
  );

const totals = (adAccountId: number, filters: readonly Filter[], { from, to }: { from: Day; to: Day }): TrialCall =>
  post(
    adAccountId,
    '/reports/apps/searchterms/query',
    { timeRange: { start: from, end: to, timeZone: 'ORTZ' }, filters, pagination: { offset: 0, pageSize: 20 } },
    seeReport,
  );

const shares = (adAccountId: number, adamId: string, { from, to }: { from: Day; to: Day }): TrialCall =>
  post(
    adAccountId,
    '/insights/apps/impression-share/query',
    {
      filters: [among('promotedObjectId', [adamId])],
      timeRange: { start: from, end: to, timeZone: 'UTC', granularity: 'DAILY' },
      options: { impressionShareReportType: 'FIRST_SLOT' },
      pagination: { offset: 0, pageSize: 20 },
    },
    (result) => {
      const rows = recordsIn(isRecord(result) ? result.rows : []);
      return {
        rows: rows.length,
        fields: fieldsOf(rows),
        shares: rows.map(({ lowImpressionShare }) => lowImpressionShare),
      };
    },
  );

const seeRows = (result: unknown): Seen => ({ rows: recordsIn(result).length, fields: fieldsOf(recordsIn(result)) });

const seeStates =
  (field: string) =>
  (result: unknown): Seen => ({ ...seeRows(result), states: distinct(recordsIn(result).map((row) => row[field])) });

/** Whether keywords without a bid of their own show one cannot be seen from outside; how many have none can. */
const seeBids = (result: unknown): Seen => ({
  ...seeRows(result),
  without_bid: recordsIn(result).filter(({ bid }) => bid === undefined || bid === null).length,
});

function seeReport(result: unknown): Seen {
  const rows = recordsIn(isRecord(result) ? result.rows : []);
  const buckets = rows.flatMap(({ granularMetrics }) => recordsIn(granularMetrics));
  return {
    rows: rows.length,
    row_fields: fieldsOf(rows),
    metadata: fieldsOf(rows.map(({ metadata }) => metadata)),
    buckets: buckets.length,
    bucket_fields: fieldsOf(buckets),
    buckets_with_a_date_alone: buckets.filter((bucket) => Object.keys(bucket).length === 1).length,
  };
}

const recordsIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const distinct = (values: readonly unknown[]): unknown[] => [...new Set(values)];
const fieldsOf = (values: readonly unknown[]): string[] =>
  [...new Set(values.filter(isRecord).flatMap((value) => Object.keys(value)))].sort();
