import type { ChangeKind } from '@tapwise/contract';

/** What pages call the settings that changes are about. */
export const settingNames: Readonly<Record<ChangeKind, string>> = {
  status: 'Status',
  cpt_bid: 'CPT bid',
  cpa_goal: 'CPA goal',
  budget: 'Budget',
  daily_cap: 'Daily cap',
  target_cpa: 'Target CPA',
  search_match: 'Search match',
  creative: 'Product page',
  keyword: 'Keyword',
  negative: 'Negative keyword',
  label: 'Label',
};
