import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enteredCase, enteredRule, sampleContext, sampleRules } from '../../sample-rules.fixture.ts';
import { readAlertRule, readCustomRule } from './read-custom-rule.ts';
import { faultsOf } from './rule-faults.fixture.ts';

describe('a rule that was entered', () => {
  it('gets every default', () => {
    expect(readCustomRule(enteredRule(), sampleContext)).toEqual({
      level: 'keyword',
      claim_type: 'click',
      scope: { status: ['running'] },
      cases: [
        {
          when: {
            all: [{ metric: 'cpa', of: 'self', window: '7d', per_day: false, op: '>', value: 3, at_least: false }],
          },
          then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }],
          once: false,
        },
      ],
      schedule: { hours: [9], weekdays: [1, 2, 3, 4, 5, 6, 7] },
      guards: {
        floors: true,
        maturity: 0.6,
        confidence: 'medium',
        trust: true,
        cooldown_days: null,
        units_per_run: 100,
        units_per_day: 300,
        max_share: 0.5,
        raise_per_day: null,
        oscillation: 'hold',
      },
      priority: 500,
    });
  });

  it('is the same when it is read again from JSON', () => {
    fc.assert(
      fc.property(sampleRules, (rule) => {
        expect(readCustomRule(JSON.parse(JSON.stringify(rule)), sampleContext)).toEqual(rule);
      }),
      { numRuns: 300 },
    );
  });

  it('says everything that is wrong, in the order in which it was entered', () => {
    const cases = [{ then: [{ do: 'bid', how: 'raise', percent: 0, min: 2, max: 1 }], when: { all: [] }, color: 1 }];
    expect(faultsOf({ priority: 0, cases, schedule: { hours: [24] }, level: 'keyword' })).toEqual([
      'priority: Enter a number of at least 1',
      'cases[0].then[0].percent: Percent must be above 0 and at most 1000',
      'cases[0].when.all: Add at least one condition',
      'cases[0].color: The field "color" is not known.',
      'schedule.hours[0]: Enter a number of at most 23',
    ]);
  });

  it('keeps its level', () => {
    expect(faultsOf(enteredRule(), { ...sampleContext, level: 'ad_group' })).toEqual([
      'level: Copy the rule to change its level',
    ]);
    expect(faultsOf(enteredRule(), { ...sampleContext, level: 'keyword' })).toEqual([]);
  });

  it('names nothing that the application does not have', () => {
    const label = (labelIds: object) => enteredRule({ scope: { labels: labelIds } });
    const target = (ids: object) =>
      enteredRule({
        level: 'search_term',
        cases: [
          {
            when: { metric: 'taps', window: 'life', op: '>', value: 9 },
            then: [{ do: 'add_keyword', bid: { value: 1 }, ...ids }],
          },
        ],
      });
    expect(faultsOf(label({ any: [1, 4] }))).toEqual(['not_found Label not found']);
    expect(faultsOf(label({ none: [4] }))).toEqual(['not_found Label not found']);
    const labels = [{ do: 'label', add: 1, remove: 9 }];
    expect(faultsOf(enteredCase({ metric: 'taps', window: '7d', op: '>', value: 9 }, labels))).toEqual([
      'not_found Label not found',
    ]);
    expect(faultsOf(target({ campaign_id: 701 }))).toEqual(['not_found The target campaign was not found']);
    expect(faultsOf(target({ campaign_id: 800, ad_group_id: 710 }))).toEqual([
      'not_found The target campaign was not found',
    ]);
    expect(faultsOf(target({ campaign_id: 700, ad_group_id: 710 }))).toEqual([]);
    const except = (...keys: string[]) => faultsOf(enteredRule({ scope: { except: keys } }));
    expect(except('700', '700:1', '800:1:2', '700:1:t:sleep\nsounds')).toEqual([]);
    expect(except('701:1:2')).toEqual(['not_found Unit not found']);
    expect(except('x', '700:1:t:')).toEqual([
      'scope.except[0]: This is not the key of a unit',
      'scope.except[1]: This is not the key of a unit',
    ]);
    // What is wrong by itself is said first, and an unknown id is not mentioned beside it.
    expect(faultsOf({ ...label({ any: [4] }), priority: 0 })).toEqual(['priority: Enter a number of at least 1']);
  });

  it('names amounts of settings only where they have one currency', () => {
    const both = { ...sampleContext, currencies: new Set(['USD', 'JPY']) };
    const text = 'apply_to: All campaign groups of one automation must use the same currency';
    const pause = [{ do: 'status', to: 'paused' }];
    expect(faultsOf(enteredRule(), both)).toEqual([text]);
    expect(faultsOf(enteredCase({ metric: 'cpt_bid', op: '>', value: 1 }, pause), both)).toEqual([text]);
    expect(faultsOf(enteredCase({ metric: 'cpa', window: '7d', op: '>', value: 1 }, pause), both)).toEqual([]);
    const harvest = {
      ...enteredCase({ metric: 'taps', window: 'life', op: '>', value: 9 }, [
        { do: 'add_keyword', campaign_id: 700, bid: { value: 100 } },
      ]),
      level: 'search_term',
    };
    expect(faultsOf(harvest, { ...sampleContext, currencies: new Set(['JPY']) })).toEqual([text]);
  });

  it('has amounts of settings in whole units of their currency, and others with up to six decimals', () => {
    const yen = { ...sampleContext, currencies: new Set(['JPY']) };
    const bid = { do: 'bid', how: 'set', value: 0.5, min: 30, max: 250.5 };
    expect(faultsOf(enteredCase({ metric: 'cpa', window: '7d', op: '>', value: 0.000001 }, [bid]), yen)).toEqual([
      'cases[0].then[0].value: No decimals are allowed in JPY',
      'cases[0].then[0].max: No decimals are allowed in JPY',
    ]);
    const cents = enteredRule({ guards: { raise_per_day: 10.005 } });
    expect(faultsOf(cents)).toEqual(['guards.raise_per_day: At most two decimals are allowed']);
  });

  it('is read without depth or size doing harm', () => {
    let node: unknown = { metric: 'taps', window: '7d', op: '>', value: 1 };
    for (let depth = 0; depth < 100_000; depth += 1) node = { not: node };
    expect(faultsOf(enteredCase(node))).toEqual(['cases[0].when.not.not.not.not: Groups can be nested 4 deep']);
    const long = 'x'.repeat(1_000_000);
    expect(faultsOf(enteredRule({ [long]: 1 }))).toEqual([
      `${'x'.repeat(40)}: The field "${'x'.repeat(40)}" is not known.`,
    ]);
    const many = Array.from({ length: 10_000 }, () => ({ any: [{}, {}] }));
    expect(faultsOf(enteredCase({ all: many })).length).toBeLessThanOrEqual(100);
    expect(faultsOf(JSON.parse('{"__proto__":{"level":"keyword"},"level":"keyword","cases":[]}'))).toEqual([
      '__proto__: The field "__proto__" is not known.',
      'cases: Add at least one condition',
    ]);
  });
});

describe('the rule of an alert', () => {
  const alert = (test: object, fields: object = {}) => ({
    level: 'application',
    cases: [{ when: test, then: [{ do: 'notify' }] }],
    ...fields,
  });
  const alertFaults = (entered: unknown) => faultsOf(entered, sampleContext, readAlertRule);
  const spend = { metric: 'spend', window: 'today', op: '>', value: 100 };

  it('only notifies, of the application too, at any hour', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    expect(readAlertRule(alert(spend, { schedule: { hours } }), sampleContext).level).toBe('application');
    expect(alertFaults({ ...enteredRule() })).toEqual(['cases[0].then[0].do: An alert can only notify']);
  });

  it('has no parents and no settings above campaigns', () => {
    expect(alertFaults(alert({ ...spend, of: 'scope' }))).toEqual([
      'cases[0].when.of: Figures of all units together are not available for application',
    ]);
    expect(alertFaults(alert({ metric: 'daily_cap', op: '>', value: 1 }))).toEqual([
      'cases[0].when.metric: Daily cap is not available for application',
    ]);
    expect(faultsOf(alert(spend))).toContain('level: Choose one of campaign, ad_group, keyword, search_term');
  });
});
