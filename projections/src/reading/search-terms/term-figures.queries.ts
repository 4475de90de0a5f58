import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { type AdsGaps, type Day, isoCurrency, type TermFigures } from '@tapwise/domain';
import { z } from 'zod';
import { askConverted } from '../money/ask-converted.ts';
import type { ExchangeRates } from '../money/exchange-rates.queries.ts';
import { exchangeRates } from '../money/exchange-rates.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';
import {
  figureGaps,
  figureParams,
  readableFigures,
  readableSums,
  readColumns,
  readFigures,
} from '../unread-figures.ts';

const ids = { application_id: z.number(), org_id: z.number(), campaign_id: z.number() };
const ofOrganization = 'application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}';
const ofCampaign = `${ofOrganization} AND campaign_id = {campaign_id:UInt64}`;
const row = z.object({
  ad_group_id: z.number(),
  keyword_id: z.number(),
  text: z.string(),
  /** Null: could not be read; `unread`: on some day. */
  ...readableFigures,
  unread: z.boolean(),
});
const term = 'ad_group_id, keyword_id, text';
/** Far more than a page can show; what is left out is what had least impressions. */
const most = 100_000;

const termsOf = (day: string, rows: string): string =>
  `SELECT ${term}, ${readColumns}, unread FROM (SELECT ${term}, ${readableSums}, toBool(groupBitOr(lost) > 0) AS unread
    FROM (SELECT ${term}, ${readFigures(day)} FROM ${rows})
    GROUP BY ${term} ORDER BY impressions DESC LIMIT ${most})`;

const snapshot = defineQuery({
  name: 'search-term-snapshot',
  sql: `SELECT toUnixTimestamp64Milli(pulled_at) AS pulled_ms, toString(to_day) AS last_day
    FROM search_term_snapshot_v1 FINAL WHERE ${ofCampaign}`,
  params: z.object(ids),
  row: z.object({ pulled_ms: z.number(), last_day: z.string() }),
});

const totals = defineQuery({
  name: 'search-term-totals',
  sql: termsOf(
    '{last_day:Date}',
    `search_term_total_v1 FINAL WHERE ${ofCampaign} AND (impressions > 0 OR unread != 0)`,
  ),
  params: z.object({ ...ids, ...figureParams, last_day: z.string() }),
  row,
});

const lastPull = defineQuery({
  name: 'search-term-pull',
  sql: `SELECT toUnixTimestamp64Milli(max(fresh_at)) AS pulled_ms FROM source_freshness_v1 FINAL
    WHERE ${ofOrganization} AND source = 'search_terms' HAVING count() > 0`,
  params: z.object({ application_id: z.number(), org_id: z.number() }),
  row: z.object({ pulled_ms: z.number() }),
});

const summed = defineQuery({
  name: 'search-term-days',
  sql: termsOf(
    'day',
    `search_term_per_day_v1 FINAL WHERE ${ofCampaign} AND day BETWEEN {from:Date} AND {to:Date} AND text != ''`,
  ),
  params: z.object({ ...ids, ...figureParams, from: z.string(), to: z.string() }),
  row,
});

/** Search terms of a campaign with their figures, and when the ad service was asked for them; `null` before it was. */
export interface TermFiguresResult {
  /** Spend in the organization's currency. */
  readonly figures: readonly TermFigures[];
  readonly asOf: string | null;
  readonly gaps: AdsGaps;
  /** The day whose rate other currencies were converted at; `null`: each at that of its day. */
  readonly rateDay: Day | null;
}

export interface TermFiguresScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly orgCurrency: string;
  readonly campaignId: number;
}

/**
 * Figures of a campaign's search terms.
 * @param days Adds up what is known by day, both days included; without it the snapshot over a year is given.
 * @throws the engine's error.
 */
export async function termFigures(
  client: ClickHouseClient,
  { applicationId, orgId, orgCurrency, campaignId }: TermFiguresScope,
  days?: { readonly from: Day; readonly to: Day },
): Promise<TermFiguresResult> {
  const { ratesPosition, adsProblems } = await readReportState(client, [applicationId], [orgId]);
  const params = { application_id: applicationId, org_id: orgId, campaign_id: campaignId };
  const question = {
    client,
    params,
    orgCurrency: isoCurrency(orgCurrency),
    rates: await exchangeRates(client, ratesPosition),
  };
  const { rows, pulledMs, rateDay } = days === undefined ? await askTotals(question) : await askDays(question, days);
  const problems = adsProblems.filter(({ subject }) => subject === 'search_terms');
  return {
    figures: rows,
    asOf: pulledMs === undefined ? null : new Date(pulledMs).toISOString(),
    gaps: figureGaps(
      rows.map((row) => ({ ...row, isUnread: row.unread })),
      problems,
    ),
    rateDay,
  };
}

interface TermsQuestion {
  readonly client: ClickHouseClient;
  readonly params: { readonly application_id: number; readonly org_id: number; readonly campaign_id: number };
  readonly orgCurrency: string;
  readonly rates: ExchangeRates;
}

interface TermsResult {
  readonly rows: readonly z.infer<typeof row>[];
  /** When the ad service was asked; `undefined` before it was. */
  readonly pulledMs: number | undefined;
  readonly rateDay: Day | null;
}

/** Of what was spent when within the year nothing is known, so it is converted at the rate of the last day. */
async function askTotals({ client, params, orgCurrency, rates }: TermsQuestion): Promise<TermsResult> {
  const [pull] = await snapshot(client, params);
  if (pull === undefined) return { rows: [], pulledMs: undefined, rateDay: null };
  const last_day = pull.last_day;
  const conversion = { target: orgCurrency, usual: orgCurrency, from: last_day, to: last_day };
  const rows = await askConverted(rates, conversion, (money) =>
    totals(client, { ...params, ...money, org_currency: orgCurrency, last_day }),
  );
  return { rows, pulledMs: pull.pulled_ms, rateDay: last_day };
}

async function askDays(
  { client, params, orgCurrency, rates }: TermsQuestion,
  days: { readonly from: Day; readonly to: Day },
): Promise<TermsResult> {
  const [pull] = await lastPull(client, params);
  if (pull === undefined) return { rows: [], pulledMs: undefined, rateDay: null };
  const rows = await askConverted(rates, { target: orgCurrency, usual: orgCurrency, ...days }, (money) =>
    summed(client, { ...params, ...money, org_currency: orgCurrency, ...days }),
  );
  return { rows, pulledMs: pull.pulled_ms, rateDay: null };
}
