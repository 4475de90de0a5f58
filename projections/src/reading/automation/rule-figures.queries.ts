import { type ClickHouseClient, defineQuery, type RowOf } from '@tapwise/adapters';
import {
  type Day,
  type FigureName,
  type FiguresOfCampaigns,
  type ForeignSpend,
  figureNames,
  isoCurrency,
  type SpendRate,
  spendWithMissing,
  withMissing,
} from '@tapwise/domain';
import { z } from 'zod';
import { readCheckpoints } from '../../tables/checkpoint.queries.ts';
import { readSpendRates, type UsedRate } from './spend-rates.ts';

const scope = {
  application_id: z.number(),
  org_id: z.number(),
  campaign_ids: z.array(z.number()),
  from: z.string(),
  today: z.string(),
  spent_from: z.string(),
  /** ISO 4217; the organization's. */
  currency: z.string(),
};

/** A day and its restatement are in one partition. One thread: a slot has time, and reports that wait beside it have not. */
const settings = 'SETTINGS max_threads = 1';
const ofCampaigns = `application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}
        AND campaign_id IN {campaign_ids:Array(UInt64)} AND day <= {today:Date}`;
// A row without spend is in no currency.
const isForeign = '(spend_micros != 0 AND currency != {currency:String})';
/** Spend in the organization's currency, that in others with its day, and which figures could not be read on some day. */
const sums = `sumIf(spend_micros, NOT ${isForeign}) AS own_micros,
      groupArrayIf(toString(currency), ${isForeign}) AS foreign_currencies,
      arrayMap(foreign_day -> toString(foreign_day), groupArrayIf(day, ${isForeign})) AS foreign_days,
      groupArrayIf(spend_micros, ${isForeign}) AS foreign_micros,
      groupBitOr(unread) AS lost, toString(max(log_position)) AS position`;
const summed = {
  own_micros: z.number(),
  lost: z.number(),
  position: z.string(),
  foreign_currencies: z.array(z.string()),
  foreign_days: z.array(z.string()),
  foreign_micros: z.array(z.number()),
};

/** Sums of every keyword since a day. An ad group has one campaign; two ids are grouped faster than three. */
const keywordFigures = defineQuery({
  name: 'rule-figures',
  sql: `SELECT any(campaign_id) AS campaign, ad_group_id, keyword_id, sum(impressions) AS impressions, sum(taps) AS taps,
      sum(tap_installs) AS tap_installs, ${sums}
    FROM ads_performance_per_day_v1 FINAL
    WHERE ${ofCampaigns} AND level = 'keyword' AND day >= {from:Date}
    GROUP BY ad_group_id, keyword_id ${settings}`,
  params: z.object(scope),
  row: z.object({
    campaign: z.number(),
    ad_group_id: z.number(),
    keyword_id: z.number(),
    impressions: z.number(),
    taps: z.number(),
    tap_installs: z.number(),
    ...summed,
  }),
});

/** Spend of each campaign by day. */
const campaignSpend = defineQuery({
  name: 'rule-spend',
  sql: `SELECT campaign_id, toString(day) AS on_day, ${sums}
    FROM ads_performance_per_day_v1 FINAL
    WHERE ${ofCampaigns} AND level = 'campaign' AND day >= {spent_from:Date}
    GROUP BY campaign_id, day ${settings}`,
  params: z.object(scope),
  row: z.object({ campaign_id: z.number(), on_day: z.string(), ...summed }),
});

/** Figures of a rule's campaigns in one ad organization; money in micros of its currency. */
export interface RuleFigures extends FiguresOfCampaigns {
  /** Commit position: these are the figures of exactly the events up to here. */
  readonly position: bigint;
  /** With which rates spend in other currencies was converted. */
  readonly rates: readonly UsedRate[];
}

export interface RuleFiguresScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly campaignIds: readonly number[];
  /** Of the organization. */
  readonly currency: string;
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
export async function ruleFigures(client: ClickHouseClient, ruleScope: RuleFiguresScope): Promise<RuleFigures> {
  const { applicationId: application_id, orgId: org_id, campaignIds, from, spentFrom: spent_from, today } = ruleScope;
  const currency = isoCurrency(ruleScope.currency);
  const params = { application_id, org_id, campaign_ids: [...campaignIds], from, spent_from, today, currency };
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const done = (await readCheckpoints(client)).get('ads-performance')?.done?.position ?? 0n;
    const [keywords, spent] = await Promise.all([keywordFigures(client, params), campaignSpend(client, params)]);
    // A batch whose checkpoint is not there yet may be in the table in part, or in one of the answers.
    if (newestOf([...keywords, ...spent]) <= done)
      return { ...(await collect(client, currency, keywords, spent)), position: done };
  }
  throw new Error('The figures of the ad service move all the time');
}

function newestOf(rows: readonly { readonly position: string }[]): bigint {
  // Most rows are of the same few pulls.
  const positions = new Set(rows.map(({ position }) => position));
  return [...positions].reduce((most, position) => (BigInt(position) > most ? BigInt(position) : most), 0n);
}

async function collect(
  client: ClickHouseClient,
  currency: string,
  rows: readonly RowOf<typeof keywordFigures>[],
  spent: readonly RowOf<typeof campaignSpend>[],
): Promise<Omit<RuleFigures, 'position'>> {
  const hasForeign = [...rows, ...spent].some(({ foreign_currencies }) => foreign_currencies.length > 0);
  const rates = await readSpendRates(client, currency, hasForeign);
  const keywords = new Map(
    rows.map((row) => {
      const { campaign, ad_group_id, keyword_id, impressions, taps, tap_installs: installs, own_micros: spend } = row;
      const figures = { impressions, taps, installs, spend };
      const isWhole = row.lost === 0 && row.foreign_currencies.length === 0;
      return [
        `${campaign}:${ad_group_id}:${keyword_id}`,
        isWhole ? figures : withMissing(figures, missingOf(row), rates.rateOf),
      ];
    }),
  );
  return { keywords, ...spendOf(spent, rates.rateOf), rates: rates.used() };
}

function spendOf(
  spent: readonly RowOf<typeof campaignSpend>[],
  rateOf: SpendRate,
): Pick<FiguresOfCampaigns, 'spend' | 'partialSpend'> {
  const ownSpend = new Map<number, Map<Day, number>>();
  for (const { campaign_id, on_day, own_micros } of spent) {
    const days = ownSpend.get(campaign_id) ?? new Map<Day, number>();
    ownSpend.set(campaign_id, days.set(on_day, own_micros));
  }
  const days = spent.map((row) => ({ campaign: row.campaign_id, day: row.on_day, lost: missingOf(row) }));
  return spendWithMissing(ownSpend, days, rateOf);
}

/** The spend of campaigns by day alone, in micros of the organization's currency. @throws the engine's error. */
export async function readCampaignSpend(
  client: ClickHouseClient,
  spendScope: Omit<RuleFiguresScope, 'from'>,
): Promise<Pick<FiguresOfCampaigns, 'spend' | 'partialSpend'>> {
  const { applicationId: application_id, orgId: org_id, campaignIds, spentFrom: spent_from, today } = spendScope;
  const currency = isoCurrency(spendScope.currency);
  const params = {
    application_id,
    org_id,
    campaign_ids: [...campaignIds],
    from: spent_from,
    spent_from,
    today,
    currency,
  };
  const spent = await campaignSpend(client, params);
  const hasForeign = spent.some(({ foreign_currencies }) => foreign_currencies.length > 0);
  return spendOf(spent, (await readSpendRates(client, currency, hasForeign)).rateOf);
}

type Summed = z.infer<z.ZodObject<typeof summed>>;

function missingOf({ lost, foreign_currencies, foreign_days, foreign_micros }: Summed) {
  const unread = new Set<FigureName>(figureNames.filter((_, bit) => (lost & (1 << bit)) !== 0));
  const foreign = foreign_currencies.map(
    (currency, index): ForeignSpend => ({
      currency,
      day: foreign_days[index] ?? '',
      micros: foreign_micros[index] ?? 0,
    }),
  );
  return { unread, foreign };
}
