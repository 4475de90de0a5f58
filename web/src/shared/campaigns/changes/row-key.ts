import type { Change } from '@tapwise/contract';

const depths = { campaign: 1, ad_group: 2, keyword: 3 } as const;

/** The key of a row's object, as calls and answers name it. What is in no ad group, or has no id yet, has 0 in its place. */
export const keyOfRow = (row: Pick<Change, 'level' | 'campaign_id' | 'ad_group_id' | 'keyword_id'>): string =>
  [row.campaign_id, row.ad_group_id ?? 0, row.keyword_id ?? 0].slice(0, depths[row.level]).join(':');
