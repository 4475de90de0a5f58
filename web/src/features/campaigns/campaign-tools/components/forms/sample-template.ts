const columns = [
  'campaign',
  'countries',
  'daily_budget',
  'lifetime_budget',
  'devices',
  'audience',
  'automation',
  'type',
  'keyword',
  'cpt',
  'cpa',
] as const;

/** Two campaigns, a negative, and bids of their own. */
const rows: readonly Readonly<Partial<Record<(typeof columns)[number], string>>>[] = [
  {
    campaign: 'US SKAG Sample',
    countries: 'US CA',
    daily_budget: '50.00',
    automation: 'on',
    type: 'keyword',
    keyword: 'sleep sounds',
    cpt: '0.90',
    cpa: '4.00',
  },
  { campaign: 'US SKAG Sample', type: 'keyword', keyword: 'rain sounds', cpt: '0.75' },
  { campaign: 'US SKAG Sample', type: 'negative', keyword: 'baby monitor' },
  {
    campaign: 'GB SKAG Sample',
    countries: 'GB',
    daily_budget: '30.00',
    devices: 'iphone',
    audience: 'new',
    automation: 'off',
    type: 'keyword',
    keyword: 'white noise',
    cpt: '0.60',
  },
];

/** A template to begin with, without the columns that the ad service does not take. */
export function sampleTemplate({ hasTotalBudgets }: { hasTotalBudgets: boolean }): string {
  const offered = columns.filter((column) => hasTotalBudgets || column !== 'lifetime_budget');
  const lines = [offered, ...rows.map((row) => offered.map((column) => row[column] ?? ''))];
  return `${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}
