import type { BaseQuantity, Metric, MetricGroup, MetricKind, MetricLevel, MetricTab, MetricUnit } from './metric.ts';

const everyLevel: readonly MetricLevel[] = ['campaign', 'ad_group', 'keyword', 'country', 'month'];
const tabLetters = { S: 'short_report', P: 'spend_details', I: 'income_details', A: 'in_apps_details' } as const;
type TabLetter = keyof typeof tabLetters;

type Source = Extract<MetricKind, { kind: 'base' }>['source'];
const sum = (source: Source, quantity: BaseQuantity): MetricKind => ({ kind: 'base', source, quantity });
const ratio = (numerator: BaseQuantity, denominator: BaseQuantity, scale = 1): MetricKind => ({
  kind: 'ratio',
  numerator,
  denominator,
  scale,
});

/** Declares a column made from sums; `tabs` are the first letters of Short, sPend, Income and in-Apps. */
function column<const Name extends string>(
  name: Name,
  label: string,
  unit: MetricUnit,
  group: MetricGroup,
  tabs: readonly TabLetter[],
  from: MetricKind,
  definition: string,
): Metric<Name> {
  const shownOn: MetricTab[] = [...tabs.map((letter) => tabLetters[letter]), 'full_report'];
  return { name, label, definition, unit, group, levels: everyLevel, tabs: shownOn, nullFor: [], from };
}

/** Columns made from sums of what ads, users and the store reported, in the order of the full report. */
export const computedMetrics = [
  column(
    'impressions',
    'Impressions',
    'count',
    'search_ads',
    ['P'],
    sum('ads', 'impressions'),
    'Times the ad was shown, by day of showing.',
  ),
  column('taps', 'Taps', 'count', 'search_ads', ['S', 'P'], sum('ads', 'taps'), 'Taps on the ad, by day of the tap.'),
  column('ttr', 'TTR', 'percent', 'search_ads', ['P'], ratio('taps', 'impressions'), 'Taps for one impression.'),
  column(
    'installs',
    'Installs',
    'count',
    'search_ads',
    ['S', 'P', 'I'],
    sum('ads', 'installs'),
    'Downloads and redownloads the ad service counts: after a tap, after a view, or both.',
  ),
  {
    ...column(
      'cr',
      'CR',
      'percent',
      'search_ads',
      ['P'],
      ratio('installs', 'taps'),
      'Installs for one tap; views have no tap.',
    ),
    nullFor: ['view'],
  },
  column('ir', 'IR', 'percent', 'search_ads', ['P'], ratio('installs', 'impressions'), 'Installs for one impression.'),
  column('cpt', 'CPT', 'money_per_unit', 'search_ads', ['P'], ratio('spend', 'taps'), 'Spend for one tap.'),
  column(
    'cpa',
    'CPA',
    'money_per_unit',
    'search_ads',
    ['S', 'P'],
    ratio('spend', 'installs'),
    'Spend for one install.',
  ),
  column(
    'cpm',
    'CPM',
    'money_per_unit',
    'search_ads',
    ['P'],
    ratio('spend', 'impressions', 1000),
    'Spend for a thousand impressions.',
  ),
  column(
    'spend',
    'Spend',
    'money',
    'search_ads',
    ['S', 'P', 'I'],
    sum('ads', 'spend'),
    'What the ad service charged, by day; never split by claim type.',
  ),
  column(
    'first_launches',
    'First launches',
    'count',
    'store',
    ['P', 'A'],
    sum('installs', 'first_launches'),
    'Users of the cohort: first launches in the range, attributed to the row.',
  ),
  column(
    'launch_rate',
    'Launch rate',
    'percent',
    'store',
    ['P'],
    ratio('first_launches', 'installs'),
    'First launches for one install; may exceed 100 %.',
  ),
  column(
    'trials',
    'Trials',
    'count',
    'store',
    ['S', 'I', 'A'],
    sum('subscriptions', 'trials'),
    'Subscriptions of the cohort that began an introductory offer, free or paid.',
  ),
  column(
    'conversions',
    'Conv.',
    'count',
    'store',
    ['S', 'I', 'A'],
    sum('subscriptions', 'conversions'),
    'Subscriptions of the cohort with at least one charge, after a trial or at once.',
  ),
  column(
    'install_to_trial',
    'Install to trial',
    'percent',
    'store',
    ['I'],
    ratio('trials', 'installs'),
    'Trials for one install.',
  ),
  column(
    'trial_to_conversion',
    'Trial to conv.',
    'percent',
    'store',
    ['I'],
    ratio('trial_conversions', 'trials'),
    'Trials that led to a charge; running trials count below the line.',
  ),
  column(
    'install_to_conversion',
    'Install to conv.',
    'percent',
    'store',
    ['I'],
    ratio('conversions', 'installs'),
    'Conversions for one install, with those bought at once.',
  ),
  column(
    'refund_rate',
    'Refund rate',
    'percent',
    'store',
    ['I', 'A'],
    ratio('refunded_conversions', 'conversions'),
    'Conversions with at least one refunded charge.',
  ),
  column(
    'cost_per_trial',
    'Cost per trial',
    'money_per_unit',
    'store',
    ['P', 'I'],
    ratio('spend', 'trials'),
    'Spend for one trial.',
  ),
  column(
    'cost_per_conversion',
    'Cost per conv.',
    'money_per_unit',
    'store',
    ['P', 'I'],
    ratio('spend', 'conversions'),
    'Spend for one conversion.',
  ),
  column(
    'current_income',
    'Income',
    'money',
    'income',
    ['S', 'I', 'A'],
    sum('charges', 'current_income'),
    'Proceeds received from the cohort until now: revenue minus VAT, store fee and refunds.',
  ),
  column(
    'current_ltv',
    'LTV',
    'money_per_unit',
    'income',
    ['S', 'I'],
    ratio('current_income', 'installs'),
    'Income for one install.',
  ),
  column(
    'current_result',
    'Result',
    'money',
    'income',
    ['S', 'I'],
    { kind: 'difference', minuend: 'current_income', subtrahend: 'spend' },
    'Income minus spend.',
  ),
  column(
    'current_roas',
    'ROAS',
    'percent',
    'income',
    ['S', 'I'],
    ratio('current_income', 'spend'),
    'Income for one unit of spend.',
  ),
] as const satisfies readonly Metric[];

export type ComputedMetricName = (typeof computedMetrics)[number]['name'];
