import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { Day } from '@tapwise/domain';
import { z } from 'zod';
import { readCheckpoints } from '../../tables/checkpoint.queries.ts';

const scope = {
  ...{ application_id: z.number(), org_id: z.number(), campaign_ids: z.array(z.number()) },
  ...{ from: z.string(), today: z.string(), spent_from: z.string() },
};

/** Sums of every keyword since a day, and spend of each campaign by day, in one question. */
const figures = defineQuery({
  name: 'rule-figures',
  sql: `SELECT toString(level) AS level, campaign_id, ad_group_id, keyword_id, if(level = 'campaign', toString(day), '') AS on_day,
      sum(impressions) AS impressions, sum(taps) AS taps, sum(tap_installs) AS tap_installs, sum(spend_micros) AS spend_micros,
      toString(max(log_position)) AS position
    FROM (SELECT level, campaign_id, ad_group_id, keyword_id, day, impressions, taps, tap_installs, spend_micros, log_position
      FROM ads_performance_per_day_v1 FINAL
      WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}
        AND campaign_id IN {campaign_ids:Array(UInt64)} AND day <= {today:Date}
        AND (level = 'keyword' AND day >= {from:Date} OR level = 'campaign' AND day >= {spent_from:Date}))
    GROUP BY level, campaign_id, ad_group_id, keyword_id, on_day`,
  params: z.object(scope),
  row: z.object({
    ...{ level: z.enum(['campaign', 'keyword']), campaign_id: z.number(), ad_group_id: z.number() },
    ...{ keyword_id: z.number(), on_day: z.string(), impressions: z.number(), taps: z.number() },
    ...{ tap_installs: z.number(), spend_micros: z.number(), position: z.string() },
  }),
});

/** Figures of a rule's campaigns in one ad organization; money in micros. */
export interface RuleFigures {
  /** By key of the keyword. */
  readonly keywords: ReadonlyMap<
    string,
    { readonly impressions: number; readonly taps: number; readonly installs: number; readonly spend: number }
  >;
  /** Spend by campaign and day. */
  readonly spend: ReadonlyMap<number, ReadonlyMap<Day, number>>;
  /** Commit position: these are the figures of exactly the events up to here. */
  readonly position: bigint;
}

export interface RuleFiguresScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaignIds: readonly number[];
  /** First day whose figures count for keywords, and the first whose spend is asked for. */
  readonly from: Day;
  readonly spentFrom: Day;
  readonly today: Day;
}

const mostReadings = 20;

/**
 * Asks the tables between two of their batches, so that the figures are those of one position.
 * @throws Error when they move all the time; the engine's error.
 */
export async function ruleFigures(client: ClickHouseClient, asked: RuleFiguresScope): Promise<RuleFigures> {
  const { applicationId: application_id, orgId: org_id, campaignIds, from, spentFrom: spent_from, today } = asked;
  const params = { application_id, org_id, campaign_ids: [...campaignIds], from, spent_from, today };
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const done = (await readCheckpoints(client)).get('ads-performance')?.done?.position ?? 0n;
    const rows = await figures(client, params);
    // A batch whose checkpoint is not there yet may be in the table in part.
    const newest = rows.reduce((most, { position }) => (BigInt(position) > most ? BigInt(position) : most), 0n);
    if (newest <= done) return { ...collect(rows), position: done };
  }
  throw new Error('The figures of the ad service move all the time');
}

function collect(rows: Awaited<ReturnType<typeof figures>>): Pick<RuleFigures, 'keywords' | 'spend'> {
  const keywords = new Map();
  const spend = new Map<number, Map<Day, number>>();
  for (const row of rows) {
    const { campaign_id, impressions, taps, tap_installs: installs, spend_micros } = row;
    if (row.level === 'keyword') {
      keywords.set(`${campaign_id}:${row.ad_group_id}:${row.keyword_id}`, {
        impressions,
        taps,
        installs,
        spend: spend_micros,
      });
    } else {
      const days = spend.get(campaign_id) ?? new Map<Day, number>();
      spend.set(campaign_id, days.set(row.on_day, spend_micros));
    }
  }
  return { keywords, spend };
}
