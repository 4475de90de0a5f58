import type { Metric, MetricLevel, MetricTab } from './metric.ts';

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

type Setting<Name extends string> = Pick<
  Metric<Name>,
  'name' | 'label' | 'unit' | 'group' | 'levels' | 'tabs' | 'definition' | 'chart'
>;

const setting = <const Name extends string>(described: Setting<Name>): Metric<Name> => ({
  ...described,
  nullFor: [],
  from: { kind: 'setting', source: 'settings' },
});

/** Columns that say what an object is or how it is set; never added up, so totals leave them empty. */
export const settingMetrics = [
  setting({
    name: 'name',
    label: 'Name',
    unit: 'text',
    group: 'object',
    levels: ['campaign', 'ad_group', 'keyword', 'country'],
    tabs: everyTab,
    definition: "The object's name.",
  }),
  setting({
    name: 'country',
    label: 'Country',
    unit: 'text',
    group: 'object',
    levels: ['country'],
    tabs: everyTab,
    definition: 'Storefront, ISO 3166 alpha-2.',
  }),
  setting({
    name: 'month',
    label: 'Month',
    unit: 'text',
    group: 'object',
    levels: ['month'],
    tabs: [...everyTab, 'monthly_report'],
    definition: 'Calendar month of install, YYYY-MM.',
  }),
  setting({
    name: 'status',
    label: 'Status',
    unit: 'text',
    group: 'object',
    levels: adLevels,
    tabs: everyTab,
    definition: 'Status as Apple Ads gives it.',
  }),
  setting({
    name: 'budget',
    label: 'Budget',
    unit: 'settings_money',
    group: 'budget',
    levels: ['campaign'],
    tabs: spendTabs,
    definition: 'Total budget.',
  }),
  setting({
    name: 'daily_cap',
    label: 'Daily cap',
    unit: 'settings_money',
    group: 'budget',
    levels: ['campaign'],
    tabs: shortAndSpendTabs,
    definition: 'Daily budget.',
    chart: {
      levels: ['campaign'],
      axis: 'money',
    },
  }),
  setting({
    name: 'daily_spend',
    label: 'Today',
    unit: 'settings_money',
    group: 'budget',
    levels: ['campaign'],
    tabs: shortAndSpendTabs,
    definition: "Today's spend so far.",
  }),
  setting({
    name: 'target_cpa',
    label: 'Target CPA',
    unit: 'settings_money',
    group: 'budget',
    levels: ['campaign'],
    tabs: spendTabs,
    definition: 'Cost of an install that Apple aims at in campaigns on Maximize Conversions.',
  }),
  setting({
    name: 'cpt_bid',
    label: 'CPT bid',
    unit: 'settings_money',
    group: 'budget',
    levels: ['ad_group', 'keyword'],
    tabs: shortAndSpendTabs,
    definition: 'Most to pay for a tap; none where Apple sets the bids.',
    chart: { levels: ['ad_group', 'keyword'], axis: 'money_per_unit' },
  }),
  setting({
    name: 'cpa_goal',
    label: 'CPA goal',
    unit: 'settings_money',
    group: 'budget',
    levels: ['ad_group'],
    tabs: shortAndSpendTabs,
    definition: 'Cost of an install aimed at.',
    chart: { levels: ['ad_group'], axis: 'money_per_unit' },
  }),
  setting({
    name: 'search_match',
    label: 'Search match',
    unit: 'flag',
    group: 'budget',
    levels: ['ad_group'],
    tabs: shortAndSpendTabs,
    definition: 'Whether the service matches searches by itself.',
  }),
  setting({
    name: 'bids_set_by_apple',
    label: 'Bids set by Apple',
    unit: 'flag',
    group: 'budget',
    levels: adLevels,
    tabs: ['full_report'],
    definition: 'Whether Apple sets the bids of the campaign (Maximize Conversions).',
  }),
  setting({
    name: 'settings_currency',
    label: 'Settings currency',
    unit: 'text',
    group: 'budget',
    levels: adLevels,
    tabs: ['full_report'],
    definition: 'Currency of budgets, bids and goals.',
  }),
  setting({
    name: 'modification_time',
    label: 'Modified',
    unit: 'instant',
    group: 'budget',
    levels: ['ad_group'],
    tabs: spendTabs,
    definition: 'When Apple Ads last saw a change.',
  }),
] as const satisfies readonly Metric[];
