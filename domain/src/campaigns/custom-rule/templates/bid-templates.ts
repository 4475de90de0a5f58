import { lower, type RuleTemplate, raise, template } from './template.ts';

/** Templates that move bids to a target. */
export const bidTemplates: readonly RuleTemplate[] = [
  template(
    'to_cpa',
    {
      name: 'Bid what an install is worth',
      use: 'Steady keywords with an install price in mind',
      risk: 'An install is not income',
    },
    {
      level: 'keyword',
      cases: [
        {
          when: { metric: 'installs', window: '14d', op: '>=', value: 5 },
          then: [{ do: 'bid', how: 'target', of: 'cpa', value: '$cpa', window: '14d', min: '$min', max: '$max' }],
        },
      ],
    },
  ),
  template(
    'to_roas',
    {
      name: 'Bid for a predicted ROAS',
      use: 'Subscription apps with trials',
      risk: 'Rests on predictions; look at the band first',
    },
    {
      level: 'keyword',
      cases: [
        {
          when: { metric: 'conversions', window: '28d', op: '>=', value: 3 },
          then: [
            {
              do: 'bid',
              how: 'target',
              of: 'predicted_roas',
              value: '$roas',
              window: '28d',
              step: 15,
              min: '$min',
              max: '$max',
            },
          ],
        },
      ],
    },
  ),
  template(
    'two_way',
    {
      name: 'Lower and raise bids by CPA',
      use: 'One rule for both directions',
      risk: 'Follows noise under 20 installs a week',
    },
    {
      level: 'keyword',
      cases: [
        { when: { metric: 'cpa', window: '7d', op: '>', value: '$cpa' }, then: [lower(10)] },
        {
          when: {
            all: [
              { metric: 'cpa', window: '7d', op: '<', than: { metric: 'cpa', of: 'scope', times: 0.8 } },
              { metric: '7d_impression_share', op: '<', value: 0.6 },
            ],
          },
          then: [raise(8)],
        },
      ],
    },
  ),
  template(
    'win_share',
    {
      name: 'Raise profitable keywords with a low share',
      use: 'Profitable words that are rarely shown',
      risk: 'More share costs more per tap',
    },
    {
      level: 'keyword',
      cases: [
        {
          when: {
            all: [
              { metric: 'predicted_roas', window: '28d', op: '>=', value: '$roas' },
              { metric: '7d_impression_share', op: '<', value: 0.5 },
            ],
          },
          then: [raise(10)],
        },
      ],
    },
  ),
];
