import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import type { Day } from '@tapwise/domain';
import { z } from 'zod';
import { readCheckpoints } from '../../tables/checkpoint.queries.ts';

const scope = {
  ...{ application_id: z.number(), org_id: z.number(), campaign_ids: z.array(z.number()) },
  ...{ from: z.string(), today: z.string(), spent_from: z.string() },
};

/** A day and its restatement are in one partition. One thread: a slot has time, and reports that wait beside it have not. */
const settings = 'SETTINGS max_threads = 1';
const ofCampaigns = `application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}
        AND campaign_id IN {campaign_ids:Array(UInt64)} AND day <= {today:Date}`;

/** Sums of every keyword since a day. An ad group has one campaign; two ids are grouped faster than three. */
const keywordFigures = defineQuery({
  name: 'rule-figures',
  sql: `SELECT any(campaign_id) AS campaign, ad_group_id, keyword_id, sum(impressions) AS impressions, sum(taps) AS taps,
      sum(tap_installs) AS tap_installs, sum(spend_micros) AS spend_micros, toString(max(log_position)) AS position
    FROM ads_performance_per_day_v1 FINAL
    WHERE ${ofCampaigns} AND level = 'keyword' AND day >= {from:Date}
    GROUP BY ad_group_id, keyword_id ${settings}`,
  params: z.object(scope),
  row: z.object({
    ...{ campaign: z.number(), ad_group_id: z.number(), keyword_id: z.number(), impressions: z.number() },
    ...{ taps: z.number(), tap_installs: z.number(), spend_micros: z.number(), position: z.string() },
  }),
});

/** Spend of each campaign by day. */
const campaignSpend = defineQuery({
  name: 'rule-spend',
  sql: `SELECT campaign_id, toString(day) AS on_day, sum(spend_micros) AS spend_micros, toString(max(log_position)) AS position
    FROM ads_performance_per_day_v1 FINAL
    WHERE ${ofCampaigns} AND level = 'campaign' AND day >= {spent_from:Date}
    GROUP BY campaign_id, day ${settings}`,
  params: z.object(scope),
  row: z.object({ campaign_id: z.number(), on_day: z.string(), spend_micros: z.number(), position: z.string() }),
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
    const [keywords, spent] = await Promise.all([keywordFigures(client, params), campaignSpend(client, params)]);
    // A batch whose checkpoint is not there yet may be in the table in part, or in one of the answers.
    if (newestOf([...keywords, ...spent]) <= done) return { ...collect(keywords, spent), position: done };
  }
  throw new Error('The figures of the ad service move all the time');
}

function newestOf(rows: readonly { readonly position: string }[]): bigint {
  // Most rows are of the same few pulls.
  const positions = new Set(rows.map(({ position }) => position));
  return [...positions].reduce((most, position) => (BigInt(position) > most ? BigInt(position) : most), 0n);
}

function collect(
  rows: Awaited<ReturnType<typeof keywordFigures>>,
  spent: Awaited<ReturnType<typeof campaignSpend>>,
): Pick<RuleFigures, 'keywords' | 'spend'> {
  const keywords = new Map(
    rows.map(({ campaign, ad_group_id, keyword_id, impressions, taps, tap_installs: installs, spend_micros }) => [
      `${campaign}:${ad_group_id}:${keyword_id}`,
      { impressions, taps, installs, spend: spend_micros },
    ]),
  );
  const spend = new Map<number, Map<Day, number>>();
  for (const { campaign_id, on_day, spend_micros } of spent) {
    const days = spend.get(campaign_id) ?? new Map<Day, number>();
    spend.set(campaign_id, days.set(on_day, spend_micros));
  }
  return { keywords, spend };
}
