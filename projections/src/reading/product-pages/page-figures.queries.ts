import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { type AdsGaps, type Day, figureNames, isoCurrency, type PageFigures } from '@tapwise/domain';
import { z } from 'zod';
import { askConverted } from '../money/ask-converted.ts';
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

const ofCampaign = `application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} AND campaign_id = {campaign_id:UInt64}
      AND day BETWEEN {from:Date} AND {to:Date}`;
const unread = figureNames.map((name, index) => `if(bitTest(groupBitOr(lost), ${index}), '${name}', '')`);
const sums = `${readableSums}, arrayFilter(name -> name != '', [${unread.join(', ')}]) AS unread`;
const figures = `ad_group_id, creative_id, ${readColumns}, unread`;

const rows = defineQuery({
  name: 'page-figures',
  sql: `SELECT toBool(1) AS is_ad, ${figures} FROM (SELECT ad_group_id, creative_id, ${sums}
      FROM (SELECT ad_group_id, creative_id, ${readFigures('day')} FROM ad_performance_per_day_v1 FINAL WHERE ${ofCampaign})
      GROUP BY ad_group_id, creative_id)
    UNION ALL
    SELECT toBool(0) AS is_ad, ${figures} FROM (SELECT ad_group_id, toUInt64(0) AS creative_id, ${sums}
      FROM (SELECT ad_group_id, ${readFigures('day')} FROM ads_performance_per_day_v1 FINAL WHERE ${ofCampaign} AND level = 'ad_group')
      GROUP BY ad_group_id)`,
  params: z.object({
    application_id: z.number(),
    org_id: z.number(),
    campaign_id: z.number(),
    from: z.string(),
    to: z.string(),
    ...figureParams,
  }),
  row: z.object({
    is_ad: z.boolean(),
    ad_group_id: z.number(),
    creative_id: z.number(),
    ...readableFigures,
    unread: z.array(z.enum(figureNames)),
  }),
});

/** Figures of ad groups and ads; spend in the organization's currency. */
export interface PageFigureRows {
  readonly adGroups: readonly PageFigures[];
  readonly ads: readonly PageFigures[];
  readonly gaps: AdsGaps;
}

export interface PageFiguresScope {
  readonly applicationId: number;
  readonly orgId: number;
  readonly orgCurrency: string;
  readonly campaignId: number;
  readonly from: Day;
  readonly to: Day;
}

/** Figures of the ad groups of a campaign, and of the ads in them by creative. @throws the engine's error. */
export async function pageFigures(client: ClickHouseClient, scope: PageFiguresScope): Promise<PageFigureRows> {
  const { applicationId, orgId, campaignId, from, to } = scope;
  const { ratesPosition, adsProblems } = await readReportState(client, [applicationId], [orgId]);
  const rates = await exchangeRates(client, ratesPosition);
  const org_currency = isoCurrency(scope.orgCurrency);
  const params = { application_id: applicationId, org_id: orgId, campaign_id: campaignId, from, to, org_currency };
  const figureRows = await askConverted(rates, { target: org_currency, usual: org_currency, from, to }, (money) =>
    rows(client, { ...params, ...money }),
  );
  const gaps = figureGaps(
    figureRows.map((row) => ({ ...row, isUnread: row.unread.length > 0 })),
    adsProblems.filter(({ subject }) => subject === 'ads'),
  );
  const convertedRows = figureRows.map(withoutRate);
  return {
    adGroups: convertedRows.filter(({ is_ad }) => !is_ad),
    ads: convertedRows.filter(({ is_ad }) => is_ad),
    gaps,
  };
}

/** Spend without a rate is as little known as spend that could not be read: no difference can be made of it. */
function withoutRate<Row extends Pick<PageFigures, 'unread'> & { readonly unrated: readonly string[] }>(row: Row): Row {
  return row.unrated.length === 0 ? row : { ...row, unread: [...(row.unread ?? []), 'spend_micros'] };
}
