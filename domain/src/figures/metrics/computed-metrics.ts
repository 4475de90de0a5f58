import { charted, column, difference, ofKeywords, ofMode, ratio, sum } from './declare-column.ts';
import type { Metric } from './metric.ts';

/** Columns made from sums of what ads, users and the store reported, in the order of the full report. */
export const computedMetrics = [
  ofKeywords(
    column(
      ['impression_share', 'Share', 'percent', 'impression_share'],
      ['S', 'P'],
      ratio('shared_impressions', 'available_impressions'),
      'Share of available impressions won in the first slot; of days at least two days old.',
      { levels: ['ad_group', 'keyword'], axis: 'percentage' },
    ),
  ),
  ofKeywords(
    column(
      ['7d_impression_share', 'Share 7 d', 'percent', 'impression_share'],
      ['P'],
      ratio('week_shared_impressions', 'week_available_impressions'),
      'Share of available impressions won in the last seven days that are known.',
    ),
  ),
  ofKeywords(
    column(
      ['all_slots_impression_share', 'Share, all slots', 'percent', 'impression_share'],
      ['P'],
      ratio('all_slots_shared_impressions', 'all_slots_available_impressions'),
      'Share of the impressions available in all slots of the search results; the other share is of the first slot.',
    ),
  ),
  ofKeywords(
    column(
      ['rank', 'Rank', 'rank', 'impression_share'],
      ['S', 'P'],
      ratio('rank_impressions', 'ranked_impressions'),
      'Place among all advertisers by impressions, the mean weighted by impressions.',
    ),
  ),
  ofKeywords(
    column(
      ['match_rate', 'Match rate', 'percent', 'impression_share'],
      ['P'],
      ratio('matched_impressions', 'impressions'),
      'Impressions of searches equal to the keyword, for one impression.',
    ),
  ),
  column(
    ['impressions', 'Impressions', 'count', 'search_ads'],
    ['P'],
    sum('ads', 'impressions'),
    'Times the ad was shown, by day of showing.',
    charted('units'),
  ),
  column(
    ['taps', 'Taps', 'count', 'search_ads'],
    ['S', 'P'],
    sum('ads', 'taps'),
    'Taps on the ad, by day of the tap.',
    charted('units'),
  ),
  column(
    ['ttr', 'TTR', 'percent', 'search_ads'],
    ['P'],
    ratio('taps', 'impressions'),
    'Taps for one impression.',
    charted('percentage'),
  ),
  column(
    ['installs', 'Installs', 'count', 'search_ads'],
    ['S', 'P', 'I', 'M'],
    sum('ads', 'installs'),
    'Downloads and redownloads that Apple Ads counts: after a tap, after a view, or both.',
    charted('units'),
  ),
  column(
    ['new_downloads', 'New downloads', 'count', 'search_ads'],
    ['P'],
    sum('ads', 'new_downloads'),
    'Installs by people who had never downloaded the app before; of days of which the ad service said it.',
    charted('units'),
  ),
  column(
    ['redownloads', 'Redownloads', 'count', 'search_ads'],
    ['P'],
    sum('ads', 'redownloads'),
    'Installs by people who had downloaded the app before; of days of which the ad service said it.',
    charted('units'),
  ),
  column(
    ['pre_orders', 'Pre-orders', 'count', 'search_ads'],
    ['P'],
    sum('ads', 'pre_orders'),
    'Orders of the app before its release; they are no installs. Of days of which the ad service said it.',
    charted('units'),
  ),
  {
    ...column(
      ['cr', 'CR', 'percent', 'search_ads'],
      ['P'],
      ratio('installs', 'taps'),
      'Installs for one tap; views have no tap.',
      charted('percentage'),
    ),
    nullFor: ['view'],
  },
  column(
    ['ir', 'IR', 'percent', 'search_ads'],
    ['P'],
    ratio('installs', 'impressions'),
    'Installs for one impression.',
    charted('percentage'),
  ),
  column(
    ['cpt', 'CPT', 'money_per_unit', 'search_ads'],
    ['P', 'M'],
    ratio('spend', 'taps'),
    'Spend for one tap.',
    charted('money_per_unit'),
  ),
  column(
    ['cpa', 'CPA', 'money_per_unit', 'search_ads'],
    ['S', 'P', 'M'],
    ratio('spend', 'installs'),
    'Spend for one install.',
    charted('money_per_unit'),
  ),
  column(
    ['cpm', 'CPM', 'money_per_unit', 'search_ads'],
    ['P'],
    ratio('spend', 'impressions', 1000),
    'Spend for a thousand impressions.',
  ),
  column(
    ['spend', 'Spend', 'money', 'search_ads'],
    ['S', 'P', 'I', 'M'],
    sum('ads', 'spend'),
    'What Apple Ads charged, by day; never split by claim type.',
    charted('money'),
  ),
  column(
    ['first_launches', 'First launches', 'count', 'store'],
    ['P', 'A'],
    sum('installs', 'first_launches'),
    'Users of the cohort: first launches in the range, attributed to the row.',
  ),
  column(
    ['launch_rate', 'Launch rate', 'percent', 'store'],
    ['P'],
    ratio('first_launches', 'installs'),
    'First launches for one install; may exceed 100 %.',
  ),
  column(
    ['trials', 'Trials', 'count', 'store'],
    ['S', 'I', 'A'],
    sum('subscriptions', 'trials'),
    'Subscriptions of the cohort that began an introductory offer, free or paid.',
    charted('units'),
  ),
  column(
    ['conversions', 'Conv.', 'count', 'store'],
    ['S', 'I', 'A'],
    sum('subscriptions', 'conversions'),
    'Subscriptions of the cohort with at least one charge, after a trial or at once.',
    charted('units'),
  ),
  column(
    ['install_to_trial', 'Install to trial', 'percent', 'store'],
    ['I'],
    ratio('trials', 'installs'),
    'Trials for one install.',
  ),
  column(
    ['trial_to_conversion', 'Trial to conv.', 'percent', 'store'],
    ['I'],
    ratio('trial_conversions', 'trials'),
    'Trials that led to a charge; running trials count below the line.',
  ),
  column(
    ['install_to_conversion', 'Install to conv.', 'percent', 'store'],
    ['I'],
    ratio('conversions', 'installs'),
    'Conversions for one install, with those bought at once.',
  ),
  column(
    ['refund_rate', 'Refund rate', 'percent', 'store'],
    ['I', 'A'],
    ratio('refunded_conversions', 'conversions'),
    'Conversions with at least one refunded charge.',
  ),
  column(
    ['cost_per_trial', 'Cost per trial', 'money_per_unit', 'store'],
    ['P', 'I'],
    ratio('spend', 'trials'),
    'Spend for one trial.',
  ),
  column(
    ['cost_per_conversion', 'Cost per conv.', 'money_per_unit', 'store'],
    ['P', 'I'],
    ratio('spend', 'conversions'),
    'Spend for one conversion.',
  ),
  ofMode(
    'current',
    column(
      ['current_income', 'Income', 'money', 'income'],
      ['S', 'I', 'A', 'M'],
      sum('charges', 'current_income'),
      'Proceeds received from the cohort until now: revenue minus VAT, store fee and refunds.',
      charted('money'),
    ),
  ),
  ofMode(
    'current',
    column(
      ['current_ltv', 'LTV', 'money_per_unit', 'income'],
      ['S', 'I', 'M'],
      ratio('current_income', 'installs'),
      'Income for one install.',
      charted('money_per_unit'),
    ),
  ),
  ofMode(
    'current',
    column(
      ['current_result', 'Result', 'money', 'income'],
      ['S', 'I', 'M'],
      difference('current_income', 'spend'),
      'Income minus spend.',
    ),
  ),
  ofMode(
    'current',
    column(
      ['current_roas', 'ROAS', 'percent', 'income'],
      ['S', 'I', 'M'],
      ratio('current_income', 'spend'),
      'Income for one unit of spend.',
      charted('percentage'),
    ),
  ),
  ofMode(
    'predicted',
    column(
      ['predicted_income', 'Income', 'money', 'predicted'],
      ['S', 'I', 'A', 'M'],
      sum('predictions', 'predicted_income'),
      'Income received, and what running trials and subscriptions are expected to bring within 24 months of their first charge.',
      charted('money'),
    ),
  ),
  ofMode(
    'predicted',
    column(
      ['predicted_ltv', 'LTV', 'money_per_unit', 'predicted'],
      ['S', 'I', 'M'],
      ratio('predicted_income', 'installs'),
      'Predicted income for one install.',
      charted('money_per_unit'),
    ),
  ),
  ofMode(
    'predicted',
    column(
      ['predicted_result', 'Result', 'money', 'predicted'],
      ['S', 'I', 'M'],
      difference('predicted_income', 'spend'),
      'Predicted income minus spend.',
    ),
  ),
  ofMode(
    'predicted',
    column(
      ['predicted_roas', 'ROAS', 'percent', 'predicted'],
      ['S', 'I', 'M'],
      ratio('predicted_income', 'spend'),
      'Predicted income for one unit of spend.',
      charted('percentage'),
    ),
  ),
] as const satisfies readonly Metric[];

export type ComputedMetricName = (typeof computedMetrics)[number]['name'];
