import type { RuleLevel } from '../definition/custom-rule.ts';

/** What a param of a template is: an amount of the application's or of the ad organization's currency, a fraction, or an id. */
export type TemplateUnit = 'money' | 'fraction' | 'bid' | 'campaign' | 'label';

/** A param that is asked for; its name begins with `$` and is written in the rule where its value belongs. */
export interface TemplateParam {
  readonly name: string;
  readonly label: string;
  readonly unit: TemplateUnit;
}

/** A rule as it may be entered, with names of params instead of numbers. */
export interface TemplateRule {
  readonly level: RuleLevel;
  readonly cases: readonly object[];
  readonly scope?: object;
  readonly schedule?: object;
  readonly guards?: object;
}

/** A rule that people may start from: when it helps, and what may go wrong. */
export interface RuleTemplate {
  readonly id: string;
  readonly name: string;
  readonly rule: TemplateRule;
  readonly params: readonly TemplateParam[];
  readonly use: string;
  readonly risk: string;
}

const units: Readonly<Record<string, TemplateUnit>> = {
  $cpa: 'money',
  $roas: 'fraction',
  $limit: 'money',
  $min: 'bid',
  $max: 'bid',
  $camp: 'campaign',
  $label: 'label',
};

const labels: Readonly<Record<string, string>> = {
  $cpa: 'Target CPA',
  $roas: 'Target ROAS',
  $limit: 'Limit',
  $min: 'Lowest bid',
  $max: 'Highest bid',
  $camp: 'Campaign',
  $label: 'Label',
};

/** Params in the order in which a rule names them. */
function paramsOf(rule: TemplateRule, overrides: Readonly<Record<string, string>>): TemplateParam[] {
  const names = new Set(JSON.stringify(rule).match(/(?<=")\$[a-z]+(?=")/g));
  return [...names].map((name) => ({
    name,
    label: overrides[name] ?? labels[name] ?? name,
    unit: units[name] ?? 'money',
  }));
}

interface TemplateText {
  readonly name: string;
  readonly use: string;
  readonly risk: string;
  /** Labels of params that mean something else in this template. */
  readonly labels?: Readonly<Record<string, string>>;
}

const template = (id: string, text: TemplateText, rule: TemplateRule): RuleTemplate => {
  const { name, use, risk } = text;
  return { id, name, rule, params: paramsOf(rule, text.labels ?? {}), use, risk };
};

const lower = (percent: number) => ({ do: 'bid', how: 'lower', percent, min: '$min', max: '$max' });
const raise = (percent: number) => ({ do: 'bid', how: 'raise', percent, min: '$min', max: '$max' });

const lessForWaste: readonly RuleTemplate[] = [
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

const bidsToTargets: readonly RuleTemplate[] = [
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

const terms: readonly RuleTemplate[] = [
  template(
    'harvest',
    {
      name: 'Make keywords of proven search terms',
      use: 'Move proven terms out of discovery',
      risk: 'Three installs are few; raise the number for cheap apps',
    },
    {
      level: 'search_term',
      scope: { kinds: ['discovery'] },
      cases: [
        {
          when: {
            all: [
              { metric: 'installs', window: 'life', op: '>=', value: 3 },
              { metric: 'cpa', window: 'life', op: '<=', value: '$cpa', floor: 3 },
            ],
          },
          then: [{ do: 'add_keyword', campaign_id: '$camp', bid: { times_cpt: 1.1, min: '$min', max: '$max' } }],
        },
      ],
    },
  ),
  template(
    'block',
    {
      name: 'Block search terms without installs',
      use: 'Terms that are tapped and never installed',
      risk: 'Blocks the term in the whole campaign',
    },
    {
      level: 'search_term',
      cases: [
        {
          when: {
            all: [
              { metric: 'taps', window: 'life', op: '>=', value: 30 },
              { metric: 'installs', window: 'life', op: '=', value: 0 },
            ],
          },
          then: [{ do: 'negative', at: 'campaign' }],
        },
      ],
    },
  ),
];

const moreOfTheGood: readonly RuleTemplate[] = [
  template(
    'more_budget',
    {
      name: 'Raise budgets that pay',
      use: 'Campaigns that earn and run dry',
      risk: 'A month may cost 30.4 times the daily budget',
      labels: { $min: 'Lowest daily budget', $max: 'Highest daily budget' },
    },
    {
      level: 'campaign',
      cases: [
        {
          when: {
            all: [
              { metric: 'spend', window: '3d', per_day: true, op: '>=', than: { metric: 'daily_cap', times: 0.9 } },
              { metric: 'predicted_roas', window: '14d', op: '>=', value: '$roas' },
            ],
          },
          then: [{ do: 'daily_budget', how: 'raise', percent: 20, min: '$min', max: '$max' }],
        },
      ],
      guards: { cooldown_days: 3 },
    },
  ),
  template(
    'stars',
    {
      name: 'Label what has paid',
      use: 'Mark what has really paid, for filters and other rules',
      risk: 'None; labels spend nothing',
    },
    {
      level: 'keyword',
      cases: [
        {
          when: { metric: 'roas_d30', window: '60d', op: '>=', value: '$roas' },
          then: [{ do: 'label', add: '$label' }],
        },
      ],
    },
  ),
];

/** Every template, those that spend less first. */
export const ruleTemplates: readonly RuleTemplate[] = [...lessForWaste, ...bidsToTargets, ...terms, ...moreOfTheGood];

/**
 * A template with numbers instead of the names of its params. Names without a value stay, so that reading the rule says what is missing.
 * @param values By the params' names, with `$`.
 */
export const fillTemplate = ({ rule }: RuleTemplate, values: Readonly<Record<string, number>>): unknown =>
  JSON.parse(JSON.stringify(rule), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') && Object.hasOwn(values, value) ? values[value] : value,
  );
