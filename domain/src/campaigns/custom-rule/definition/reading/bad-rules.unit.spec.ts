import { describe, expect, it } from 'vitest';
import { enteredCase, enteredRule, sampleContext, without } from '../../sample-rules.fixture.ts';
import { readCustomRule } from './read-custom-rule.ts';
import { firstFault } from './rule-faults.fixture.ts';

const cpa = { metric: 'cpa', window: '7d', op: '>', value: 3 };
const taps = { metric: 'taps', window: '7d', op: '>', value: 3 };
const bid = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const pause = { do: 'status', to: 'paused' };
const at = (level: string, when: unknown, ...then: readonly unknown[]) => ({ ...enteredCase(when, then), level });
const act = (...then: readonly unknown[]) => enteredCase(cpa, then);

const then = 'cases[0].then[0]';

describe('an action is refused', () => {
  it.each<[string, unknown, string]>([
    ['when there is none', enteredCase(cpa, []), 'cases[0].then: Add at least one action'],
    [
      'beyond the third',
      act(bid, pause, { do: 'notify' }, { do: 'notify' }),
      'cases[0].then: At most 3 actions in one case',
    ],
    [
      'of an unknown kind',
      act({ do: 'delete' }),
      `${then}.do: Choose one of bid, cpa_goal, target_cpa, daily_budget, status, label, add_keyword, negative, notify`,
    ],
    ['with an unknown field', act({ ...bid, color: 1 }), `${then}.color: The field "color" is not known.`],
    ['on bids of campaigns', at('campaign', cpa, bid), `${then}.do: Bid is not possible for campaign`],
    [
      'on negatives of keywords',
      act({ do: 'negative', at: 'campaign' }),
      `${then}.do: Negative keyword is not possible for keyword`,
    ],
    ['on the status of terms', at('search_term', cpa, pause), `${then}.do: Status is not possible for search term`],
    [
      'on a field of the action before',
      act(bid, { ...bid, how: 'raise' }),
      'cases[0].then[1]: Two actions change the same field',
    ],
    [
      'on a label of the action before',
      act({ do: 'label', add: 1 }, { do: 'label', remove: 1 }),
      'cases[0].then[1]: Two actions change the same field',
    ],
    ['without a lowest bid', act(without(bid, 'min')), `${then}.min: Enter the lowest and the highest bid`],
    ['without a highest bid', act(without(bid, 'max')), `${then}.max: Enter the lowest and the highest bid`],
    ['with limits reversed', act({ ...bid, min: 3 }), `${then}.min: The lowest bid must be below the highest`],
    ['with equal limits', act({ ...bid, min: 2.5 }), `${then}.min: The lowest bid must be below the highest`],
    ['of no percent', act({ ...bid, percent: 0 }), `${then}.percent: Percent must be above 0 and at most 100`],
    [
      'of more than everything',
      act({ ...bid, percent: 101 }),
      `${then}.percent: Percent must be above 0 and at most 100`,
    ],
    [
      'of a raise beyond 1000',
      act({ ...bid, how: 'raise', percent: 1001 }),
      `${then}.percent: Percent must be above 0 and at most 1000`,
    ],
    [
      'of a step beyond 100',
      act({ do: 'bid', how: 'target', of: 'cpa', value: 3, window: '14d', step: 101, min: 1, max: 2 }),
      `${then}.step: Percent must be above 0 and at most 100`,
    ],
    ['of a negative amount', act({ ...without(bid, 'percent'), amount: -1 }), `${then}.amount: Enter a number above 0`],
    ['of neither amount nor percentage', act(without(bid, 'percent')), `${then}.percent: Enter a number`],
    ['of both', act({ ...bid, amount: 1 }), `${then}.percent: Enter an amount or a percentage, not both`],
    ['of a fraction of a cent', act({ ...bid, max: 2.505 }), `${then}.max: At most two decimals are allowed`],
    [
      'of less than a cent',
      act({ do: 'bid', how: 'set', value: 0.001, min: 1, max: 2 }),
      `${then}.value: At most two decimals are allowed`,
    ],
    ['on a label that is not named', act({ do: 'label' }), `${then}.add: Choose a label`],
    [
      'on one label both ways',
      act({ do: 'label', add: 1, remove: 1 }),
      `${then}.remove: The same label is added and removed`,
    ],
    [
      'when notices are all',
      act({ do: 'notify' }),
      'cases[0].then: A rule needs at least one change; for notices alone make an alert',
    ],
    [
      'on blocking what is added and blocked',
      at(
        'search_term',
        { ...taps, window: 'life' },
        { do: 'add_keyword', campaign_id: 700, bid: { value: 1 } },
        { do: 'negative', at: 'campaign' },
      ),
      'cases[0].then[1]: Two actions change the same field',
    ],
    [
      'on a bid without a highest one',
      at(
        'search_term',
        { ...taps, window: 'life' },
        { do: 'add_keyword', campaign_id: 700, bid: { times_cpt: 1.1, min: 1 } },
      ),
      `${then}.bid.max: Enter the lowest and the highest bid`,
    ],
  ])('%s', (_, entered, fault) => {
    expect(firstFault(entered)).toBe(fault);
  });

  it('on the target CPA while it cannot be read back', () => {
    const entered = at('campaign', cpa, { do: 'target_cpa', how: 'lower', percent: 10 });
    expect(firstFault(entered)).toBe('none');
    expect(() => readCustomRule(entered, { ...sampleContext, canSetTargetCpa: false })).toThrow(
      'The target CPA cannot be changed yet',
    );
  });
});

describe('a rule is refused', () => {
  it.each<[string, unknown, string]>([
    ['when it is nothing', null, ': Enter the rule as fields'],
    ['when it is a list', [], ': Enter the rule as fields'],
    [
      'without a level',
      without(enteredRule(), 'level'),
      'level: Choose one of campaign, ad_group, keyword, search_term',
    ],
    ['without cases', enteredRule({ cases: [] }), 'cases: Add at least one condition'],
    ['with a case that is none', enteredRule({ cases: [1] }), 'cases[0]: Add at least one condition'],
    [
      'with six cases',
      enteredRule({ cases: Array.from({ length: 6 }, () => ({ when: cpa, then: [bid] })) }),
      'cases: At most 5 cases in one rule',
    ],
    [
      'with a line end in the name of a case',
      enteredRule({ cases: [{ name: 'a\r\nBcc: b', when: cpa, then: [bid] }] }),
      'cases[0].name: Use at most 60 characters and no control characters',
    ],
    ['with an unknown field', enteredRule({ color: 1 }), 'color: The field "color" is not known.'],
    ['with an unknown claim type', enteredRule({ claim_type: 'both' }), 'claim_type: Choose one of click, view, total'],
    [
      'with hours too close',
      enteredRule({ schedule: { hours: [9, 10] } }),
      'schedule.hours: Runs must be at least 3 hours apart',
    ],
    [
      'with hours too close around midnight',
      enteredRule({ schedule: { hours: [22, 0] } }),
      'schedule.hours: Runs must be at least 3 hours apart',
    ],
    [
      'with an hour twice',
      enteredRule({ schedule: { hours: [9, 9] } }),
      'schedule.hours: Runs must be at least 3 hours apart',
    ],
    ['with hour 24', enteredRule({ schedule: { hours: [24] } }), 'schedule.hours[0]: Enter a number of at most 23'],
    ['without hours', enteredRule({ schedule: { hours: [] } }), 'schedule.hours: Choose at least one hour'],
    [
      'with weekday 0',
      enteredRule({ schedule: { weekdays: [0] } }),
      'schedule.weekdays[0]: Enter a number of at least 1',
    ],
    ['with a wrong guard', enteredRule({ guards: { floors: { taps: 'x' } } }), 'guards.floors.taps: Enter a number'],
    ['with an unknown guard', enteredRule({ guards: { floor: 1 } }), 'guards.floor: The field "floor" is not known.'],
    [
      'with an unknown country',
      enteredRule({ scope: { countries: ['US', 'ZZ'] } }),
      'scope.countries[1]: This country is not known.',
    ],
    [
      'with match types of campaigns',
      { ...at('campaign', cpa, pause), scope: { match_types: ['EXACT'] } },
      'scope.match_types: Match type is not available for campaign',
    ],
    [
      'with an empty piece',
      enteredRule({ scope: { name: { contains: [''] } } }),
      'scope.name.contains[0]: Enter a text',
    ],
    [
      'with a long piece',
      enteredRule({ scope: { name: { is: ['x'.repeat(81)] } } }),
      'scope.name.is[0]: At most 80 characters',
    ],
    [
      'with a long name of a case',
      enteredRule({ cases: [{ name: 'x'.repeat(61), when: cpa, then: [bid] }] }),
      'cases[0].name: At most 60 characters',
    ],
  ])('%s', (_, entered, fault) => {
    expect(firstFault(entered)).toBe(fault);
  });
});
