import { lower, type RuleTemplate, template } from './template.ts';

/** Templates that spend less. */
export const wasteTemplates: readonly RuleTemplate[] = [
  template(
    'waste',
    {
      name: 'Lower bids without installs',
      use: 'Keywords that spend and bring no installs',
      risk: 'Installs may come up to 30 days after the tap',
      labels: { $limit: 'Spend without installs' },
    },
    {
      level: 'keyword',
      cases: [
        {
          when: {
            all: [
              { metric: 'spend', window: '14d', op: '>=', value: '$limit' },
              { metric: 'installs', window: '14d', op: '=', value: 0 },
            ],
          },
          then: [lower(30)],
        },
      ],
    },
  ),
  template(
    'stop_waste',
    {
      name: 'Pause what costs too much',
      use: 'Give up after a fair try: set the limit to three times your target CPA',
      risk: 'Brand and competitor words may be worth more than their installs',
      labels: { $limit: 'Highest CPA' },
    },
    {
      level: 'keyword',
      cases: [
        {
          once: true,
          when: {
            all: [
              { metric: 'cpa', window: '30d', op: '>', value: '$limit', at_least: true },
              { metric: 'age_days', op: '>=', value: 30 },
            ],
          },
          then: [{ do: 'status', to: 'paused' }],
        },
      ],
    },
  ),
  template(
    'wake',
    {
      name: 'Start again what a rule had paused',
      use: 'Late installs cleared a keyword that a rule had paused',
      risk: 'Pausing and waking in turns; held after three turns',
    },
    {
      level: 'keyword',
      scope: { status: ['paused'] },
      cases: [
        {
          when: { metric: 'cpa', window: '30d', op: '<=', value: '$cpa' },
          then: [{ do: 'status', to: 'running' }],
        },
      ],
    },
  ),
  template(
    'stop_loss',
    {
      name: 'Pause campaigns on a bad day',
      use: 'Emergency brake for a bad day',
      risk: "Apple's installs are up to 3 hours late; you start the campaign again yourself",
      labels: { $limit: 'Spend without installs' },
    },
    {
      level: 'campaign',
      cases: [
        {
          when: {
            all: [
              { metric: 'spend', window: 'today', op: '>=', value: '$limit' },
              { metric: 'installs', window: 'today', op: '=', value: 0 },
            ],
          },
          then: [{ do: 'status', to: 'paused' }, { do: 'notify' }],
        },
      ],
      schedule: { hours: [9, 12, 15, 18, 21] },
    },
  ),
];
