import { bidTemplates } from './bid-templates.ts';
import { type RuleTemplate, template } from './template.ts';
import { wasteTemplates } from './waste-templates.ts';

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
export const ruleTemplates: readonly RuleTemplate[] = [...wasteTemplates, ...bidTemplates, ...terms, ...moreOfTheGood];

/**
 * A template with numbers instead of the names of its params. Names without a value stay, so that reading the rule says what is missing.
 * @param values By the params' names, with `$`.
 */
export const fillTemplate = ({ rule }: RuleTemplate, values: Readonly<Record<string, number>>): unknown =>
  JSON.parse(JSON.stringify(rule), (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') && Object.hasOwn(values, value) ? values[value] : value,
  );
