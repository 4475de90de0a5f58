/** How many slots a local day has. */
export const updatesPerDay = [1, 2, 4, 8] as const;
export type UpdatesPerDay = (typeof updatesPerDay)[number];

/** Every cap, in the order in which they are asked. */
export const ruleCaps = [
  'impressions_cap',
  'installs_cap',
  'spend_cap',
  'cpt_cap',
  'cpa_cap',
  'impression_share_cap',
  'cpt_bid_cap',
] as const;
export type RuleCap = (typeof ruleCaps)[number];

/** Days whose figures caps are compared with. */
export const ruleWindows = ['lifetime', 'since_start', 'last_7', 'last_30'] as const;
export type RuleWindow = (typeof ruleWindows)[number];
