import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { Day, TermFigures } from '@tapwise/domain';
import { z } from 'zod';
import { knownFigures, knownSums, readFigures } from '../unread-figures.ts';

const ids = { application_id: z.number(), org_id: z.number(), campaign_id: z.number() };
const ofCampaign = `application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}`;
/** A snapshot without terms is a row without a text. */
const row = z.object({
  pulled_ms: z.number(),
  ...{ ad_group_id: z.number(), keyword_id: z.number(), text: z.string() },
  /** Null: could not be read; `unread`: on some day. */
  ...knownFigures,
  unread: z.boolean(),
});
const figures = 'ad_group_id, keyword_id, text, impressions, taps, tap_installs, spend_micros, unread';
const summedFigures = `ad_group_id, keyword_id, text, ${knownSums}, toBool(groupBitOr(lost) > 0) AS unread`;
/** Far more than a page can show; what is left out is what had least impressions. */
const most = 100_000;

const totals = defineQuery({
  name: 'search-term-totals',
  sql: `SELECT pulled_ms, ${figures}
    FROM (SELECT campaign_id, toUnixTimestamp64Milli(pulled_at) AS pulled_ms FROM search_term_snapshot_v1 FINAL
      WHERE ${ofCampaign}) AS snapshot
    LEFT JOIN (SELECT campaign_id, ${summedFigures}
      FROM (SELECT campaign_id, ad_group_id, keyword_id, text, ${readFigures} FROM search_term_total_v1 FINAL
        WHERE ${ofCampaign} AND (impressions > 0 OR unread != 0))
      GROUP BY campaign_id, ad_group_id, keyword_id, text
      ORDER BY impressions DESC LIMIT ${most}) AS total USING (campaign_id)`,
  params: z.object(ids),
  row,
});

const summed = defineQuery({
  name: 'search-term-days',
  sql: `SELECT pulled_ms, ${figures}
    FROM (SELECT {campaign_id:UInt64} AS campaign_id, toUnixTimestamp64Milli(max(fresh_at)) AS pulled_ms
      FROM source_freshness_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND source = 'search_terms'
      HAVING count() > 0) AS pull
    LEFT JOIN (SELECT campaign_id, ${summedFigures}
      FROM (SELECT campaign_id, ad_group_id, keyword_id, text, ${readFigures}
        FROM search_term_per_day_v1 FINAL
        WHERE ${ofCampaign} AND day BETWEEN {from:Date} AND {to:Date} AND text != '')
      GROUP BY campaign_id, ad_group_id, keyword_id, text
      ORDER BY impressions DESC LIMIT ${most}) AS total USING (campaign_id)`,
  params: z.object({ ...ids, from: z.string(), to: z.string() }),
  row,
});

/** Search terms of a campaign with their figures, and when the ad service was asked for them; `null` before it was. */
export interface TermFiguresFound {
  readonly figures: readonly TermFigures[];
  readonly asOf: string | null;
  /** Whether a figure could not be read, so that it is not known or left out of a sum. */
  readonly unread: boolean;
}

export interface TermFiguresScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaignId: number;
}

/**
 * Figures of a campaign's search terms.
 * @param days Adds up what is known by day, both days included; without it the snapshot over a year is given.
 * @throws the engine's error.
 */
export async function termFigures(
  client: ClickHouseClient,
  { applicationId, orgId, campaignId }: TermFiguresScope,
  days?: { readonly from: Day; readonly to: Day },
): Promise<TermFiguresFound> {
  const params = { application_id: applicationId, org_id: orgId, campaign_id: campaignId };
  const rows = days === undefined ? await totals(client, params) : await summed(client, { ...params, ...days });
  const [first] = rows;
  const terms = rows.filter(({ text }) => text !== '');
  return {
    figures: terms,
    unread: terms.some(({ unread }) => unread),
    asOf: first === undefined ? null : new Date(first.pulled_ms).toISOString(),
  };
}
