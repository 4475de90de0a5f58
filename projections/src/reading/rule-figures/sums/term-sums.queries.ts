import { defineSums, type RowOf } from '@tapwise/adapters';
import { z } from 'zod';
import { converted } from '../../money/conversion.queries.ts';
import { moneyParams } from '../../money/money-params.ts';
import { ofParent } from '../../reports/facts/fact-conditions.queries.ts';
import { countedNames, counts, inTheBackground, lostMarks } from './ads-sums.queries.ts';
import { columnParams, dayColumns, newestPosition, perColumn } from './sum-columns.ts';

/** More terms than a run can judge; what is left out is what had least impressions. */
const most = 200_000;
const params = z.object({ ...columnParams.shape, ...moneyParams.shape });
const row = z.object({
  campaign: z.number(),
  ad_group: z.number(),
  text: z.string(),
  unrated: z.array(z.string()),
  position: z.string(),
});
export type TermSums = RowOf<typeof termSums>;

const summed = (aggregate: (ofRow: (condition: string) => string, name: string) => string, rows: string): string =>
  `SELECT campaign_id AS campaign, any(ad_group_id) AS ad_group, text,
      ${counts.map((name) => aggregate((inside) => `sumIf(${name}, ${inside})`, name)).join(', ')},
      ${aggregate((inside) => `sumIf(ifNull(amount, 0), ${inside})`, 'micros')},
      ${aggregate((inside) => `groupBitOrIf(lost, ${inside})`, 'unread')},
      groupUniqArrayIf(toString(currency), isNull(amount)) AS unrated, ${newestPosition}
    FROM (${rows}) GROUP BY campaign_id, ad_group_id, text ORDER BY sum(shown) DESC LIMIT ${most} ${inTheBackground}`;

const columns = `campaign_id, ad_group_id, text, ${counts.join(', ')}, impressions AS shown, currency, log_position`;
const ofOrganization = 'application_id = {application_id:UInt64} AND org_id = {org_id:UInt64}';

/** Search terms of ad groups by time range, by their text as the ad service wrote it. */
export const termSums = defineSums({
  name: 'rule-search-terms',
  sql: (values) =>
    summed(
      (of, name) => perColumn(values, of, name),
      `SELECT ${columns}, ${converted('spend_micros', 'day', 'currency')} AS amount, ${lostMarks}, ${dayColumns(values)}
        FROM search_term_per_day_v1 FINAL
        WHERE ${ofOrganization} ${ofParent(values)} AND day BETWEEN {from:Date} AND {to:Date} AND text != ''`,
    ),
  params,
  row,
  sums: countedNames,
});

/** The same over a year, as the ad service added it up; spend is converted at the rate of its last day. */
export const termTotals = defineSums({
  name: 'rule-search-term-totals',
  sql: (values) =>
    summed(
      (of, name) => `[${of('true')}] AS ${name}`,
      `SELECT ${columns}, ${converted('spend_micros', 'last_day', 'currency')} AS amount, ${lostMarks}
        FROM (
          SELECT t.*, s.to_day AS last_day
          FROM (
            SELECT * FROM search_term_total_v1 FINAL
            WHERE ${ofOrganization} ${ofParent(values)} AND (impressions > 0 OR unread != 0) AND text != ''
          ) AS t
          INNER JOIN (SELECT campaign_id, to_day FROM search_term_snapshot_v1 FINAL WHERE ${ofOrganization} ${ofParent(values)}) AS s
            ON t.campaign_id = s.campaign_id
        )`,
    ),
  params,
  row,
  sums: countedNames,
});
