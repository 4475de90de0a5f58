import type { Metric, MetricChart, MetricGroup, MetricLevel, MetricTab, MetricUnit } from './metric.ts';

const adLevels: readonly MetricLevel[] = ['campaign', 'ad_group', 'keyword'];
const everyTab: readonly MetricTab[] = [
  'short_report',
  'spend_details',
  'income_details',
  'in_apps_details',
  'full_report',
];
const spendTabs: readonly MetricTab[] = ['spend_details', 'full_report'];
const shortAndSpendTabs: readonly MetricTab[] = ['short_report', ...spendTabs];

function setting<const Name extends string>(
  name: Name,
  label: string,
  unit: MetricUnit,
  group: MetricGroup,
  levels: readonly MetricLevel[],
  tabs: readonly MetricTab[],
  definition: string,
  chart?: MetricChart,
): Metric<Name> {
  return {
    name,
    label,
    definition,
    unit,
    group,
    levels,
    tabs,
    nullFor: [],
    from: { kind: 'setting', source: 'settings' },
    ...(chart === undefined ? {} : { chart }),
  };
}

/** Columns that say what an object is or how it is set; never added up, so totals leave them empty. */
export const settingMetrics = [
  setting(
    'name',
    'Name',
    'text',
    'object',
    ['campaign', 'ad_group', 'keyword', 'country'],
    everyTab,
    "The object's name.",
  ),
  setting('country', 'Country', 'text', 'object', ['country'], everyTab, 'Storefront, ISO 3166 alpha-2.'),
  setting(
    'month',
    'Month',
    'text',
    'object',
    ['month'],
    [...everyTab, 'monthly_report'],
    'Calendar month of install, YYYY-MM.',
  ),
  setting('status', 'Status', 'text', 'object', adLevels, everyTab, 'Status as Apple Ads gives it.'),
  setting('budget', 'Budget', 'settings_money', 'budget', ['campaign'], spendTabs, 'Total budget.'),
  setting('daily_cap', 'Daily cap', 'settings_money', 'budget', ['campaign'], shortAndSpendTabs, 'Daily budget.', {
    levels: ['campaign'],
    axis: 'money',
  }),
  setting('daily_spend', 'Today', 'settings_money', 'budget', ['campaign'], shortAndSpendTabs, "Today's spend so far."),
  setting(
    'target_cpa',
    'Target CPA',
    'settings_money',
    'budget',
    ['campaign'],
    spendTabs,
    'Cost of an install that Apple aims at in campaigns on Maximize Conversions.',
  ),
  setting(
    'cpt_bid',
    'CPT bid',
    'settings_money',
    'budget',
    ['ad_group', 'keyword'],
    shortAndSpendTabs,
    'Most to pay for a tap; none where Apple sets the bids.',
    { levels: ['ad_group', 'keyword'], axis: 'money_per_unit' },
  ),
  setting(
    'cpa_goal',
    'CPA goal',
    'settings_money',
    'budget',
    ['ad_group'],
    shortAndSpendTabs,
    'Cost of an install aimed at.',
    { levels: ['ad_group'], axis: 'money_per_unit' },
  ),
  setting(
    'search_match',
    'Search match',
    'flag',
    'budget',
    ['ad_group'],
    shortAndSpendTabs,
    'Whether the service matches searches by itself.',
  ),
  setting(
    'bids_set_by_apple',
    'Bids set by Apple',
    'flag',
    'budget',
    adLevels,
    ['full_report'],
    'Whether Apple sets the bids of the campaign (Maximize Conversions).',
  ),
  setting(
    'settings_currency',
    'Settings currency',
    'text',
    'budget',
    adLevels,
    ['full_report'],
    'Currency of budgets, bids and goals.',
  ),
  setting(
    'modification_time',
    'Modified',
    'instant',
    'budget',
    ['ad_group'],
    spendTabs,
    'When Apple Ads last saw a change.',
  ),
] as const satisfies readonly Metric[];
