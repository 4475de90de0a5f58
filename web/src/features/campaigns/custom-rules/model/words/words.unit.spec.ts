import { describe, expect, it } from 'vitest';
import { metricsByName } from '../../../../../testing/fixtures/custom-rule-fixtures.ts';
import type { EnteredAction, EnteredNode } from '../../api/entered-rule.ts';
import { actionWords } from './action-words.ts';
import { caseWords, ruleText } from './case-words.ts';
import { plainText } from './rule-text.ts';
import { distanceText, valueText } from './value-words.ts';
import { windowText } from './window-words.ts';

const context = {
  metrics: metricsByName,
  currencies: { application: 'USD', settings: 'USD' },
  names: { campaigns: new Map([[700, 'US Exact']]), labels: new Map([[1, 'Star']]) },
};
const lower: EnteredAction = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const conditionText = (when: EnteredNode) =>
  plainText(caseWords({ when, then: [lower] }, context)).replace(/: lower.*/, '');

describe('a rule in words', () => {
  it.each<[EnteredNode, string]>([
    [{ metric: 'cpa', window: '7d', op: '>', value: 4 }, 'CPA 7d above 4.00'],
    [
      {
        all: [
          { metric: 'cpa', window: '7d', op: '>', value: 4 },
          {
            any: [
              { metric: 'predicted_roas', window: '7d-mature', op: '<', value: 0.9 },
              { metric: '7d_impression_share', op: '>', value: 0.6 },
            ],
          },
        ],
      },
      'CPA 7d above 4.00, and (ROAS, predicted 7 mature days below 90 % or Share 7 d above 60 %)',
    ],
    [{ not: { metric: 'installs', window: 'life', op: '>=', value: 1 } }, 'not Installs its whole life at least 1'],
    [
      { metric: 'cpa', window: '7d', op: '<', than: { of: 'campaign', times: 0.8 } },
      'CPA 7d below 80 % of its campaign',
    ],
    [
      { metric: 'spend', window: '1d', op: '>', than: { window: '14d-1', per_day: true, times: 1.5, plus: 2 } },
      'Spend 1d above 150 % of Spend 14 days ending 1 day earlier per day plus 2.00',
    ],
    [{ metric: 'cpa', window: '7d', op: 'between', values: [2, 4] }, 'CPA 7d between 2.00 and 4.00'],
    [{ metric: 'cpt_bid', op: 'empty' }, 'CPT bid not available'],
  ])('%o', (when, text) => {
    expect(conditionText(when)).toBe(text);
  });

  it.each<[EnteredAction, string]>([
    [lower, 'lower the bid by 10 %, not under 0.30'],
    [{ do: 'bid', how: 'raise', amount: 0.1, min: 0.3, max: 2.5 }, 'raise the bid by 0.10, not over 2.50'],
    [
      { do: 'bid', how: 'target', of: 'predicted_roas', value: 1.2, window: '28d', step: 15, min: 0.3, max: 2.5 },
      'bid what a tap is worth at predicted ROAS of 120 % 28d, 15 % at most at a time, not under 0.30, not over 2.50',
    ],
    [{ do: 'status', to: 'running', any: false }, 'start it again if a rule had paused it'],
    [{ do: 'label', add: 1, remove: 9 }, 'add the label Star, remove the label 9'],
    [
      { do: 'add_keyword', campaign_id: 700, bid: { times_cpt: 1.1, min: 0.3, max: 2 }, negate: true },
      'add it as a keyword to US Exact, bidding 110 % of what its tap costs and block it where it was found',
    ],
  ])('%o', (action, text) => {
    expect(plainText(actionWords(action, context))).toBe(text);
  });

  it('joins cases in the order in which they are asked', () => {
    const when = { metric: 'cpa', window: '7d', op: '>', value: 4 } as const;
    expect(
      plainText(
        ruleText(
          [
            { when, then: [{ do: 'notify' }] },
            { when, then: [{ do: 'notify' }], once: true },
          ],
          context,
        ),
      ),
    ).toBe('If CPA 7d above 4.00: send a notice. Otherwise, if CPA 7d above 4.00: send a notice, once only.');
  });

  it('says time ranges, values and distances in their units', () => {
    expect(['1d', '7d', '14d-7', '28d-mature', 'change'].map(windowText)).toEqual([
      'last complete day',
      'last 7 complete days',
      '14 days ending 7 days earlier',
      '28 mature days',
      'since the last change',
    ]);
    const yen = { application: 'USD', settings: 'JPY' };
    expect(valueText(120, 'settings_money', yen)).toBe('120');
    expect(valueText(3.921739, 'money', yen)).toBe('3.92');
    expect(distanceText(0.188, 'fraction', yen)).toBe('18.80 pp');
  });
});
