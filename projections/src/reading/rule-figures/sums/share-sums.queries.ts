import { defineSums } from '@tapwise/adapters';
import { z } from 'zod';
import { ofParent } from '../../reports/facts/fact-conditions.queries.ts';
import { shareRows } from '../../reports/facts/share-facts.queries.ts';
import { inTheBackground } from './ads-sums.queries.ts';
import { columnParams, dayColumns, groupedBy, objectRow, perColumn } from './sum-columns.ts';

const { position: _, ...ids } = objectRow;
const shareNames = ['shared', 'available', 'ranked', 'rank_sum', 'all_slots_shared', 'all_slots_available'] as const;
export type ShareSum = (typeof shareNames)[number];

/** What share of the impressions for its searches an object won, and at what place; columns are those of the reports. */
export const shareSums = defineSums({
  name: 'rule-impression-shares',
  sql: (params) => {
    const grouped = groupedBy(params);
    const sum = (name: string, amount: string, condition: string): string =>
      perColumn(params, (inside) => `sumIf(${amount}, ${inside} AND ${condition})`, name);
    return `SELECT ${grouped.ids}, ${sum('shared', 'impressions', 'share > 0')},
        ${sum('available', 'impressions / share', 'share > 0')},
        ${sum('ranked', 'impressions', 'share > 0 AND rank > 0')},
        ${sum('rank_sum', 'impressions * rank', 'share > 0 AND rank > 0')},
        ${sum('all_slots_shared', 'impressions', 'all_slots_share > 0')},
        ${sum('all_slots_available', 'impressions / all_slots_share', 'all_slots_share > 0')}
      FROM (
        ${shareRows(params, 'day BETWEEN {from:Date} AND {to:Date}', dayColumns(params))}
      )
      ${grouped.groupBy} ${inTheBackground}`;
  },
  params: columnParams,
  row: z.object(ids),
  sums: shareNames,
});

/** Impressions of searches that were the keyword itself, and how many rows of search terms there are. */
export const matchSums = defineSums({
  name: 'rule-match-rates',
  sql: (params) => {
    const grouped = groupedBy(params);
    return `SELECT ${grouped.ids}, ${perColumn(params, (inside) => `sumIf(impressions, ${inside} AND is_matched)`, 'matched')},
        ${perColumn(params, (inside) => `countIf(${inside})`, 'terms')}
      FROM (
        SELECT campaign_id, ad_group_id, t.keyword_id AS keyword_id, impressions, lowerUTF8(t.text) = k.term AS is_matched, ${dayColumns(params)}
        FROM search_term_per_day_v1 AS t FINAL
        INNER JOIN (
          SELECT keyword_id, lowerUTF8(text) AS term FROM keyword_current_v1 FINAL WHERE org_id = {org_id:UInt64} ${ofParent(params)}
        ) AS k ON t.keyword_id = k.keyword_id
        WHERE application_id = {application_id:UInt64} AND org_id = {org_id:UInt64} ${ofParent(params)}
          AND day BETWEEN {from:Date} AND {to:Date} AND t.keyword_id > 0
      )
      ${grouped.groupBy} ${inTheBackground}`;
  },
  params: columnParams,
  row: z.object(ids),
  sums: ['matched', 'terms'],
});
export type MatchSum = 'matched' | 'terms';
