import { describe, expect, it } from 'vitest';
import { defaultGuardrails } from '../../guardrail/guardrails.ts';
import type { EvaluatedUnit, EvaluationData, TermFacts, TermTarget } from '../evaluation/evaluation-data.ts';
import {
  bidChange,
  byPerson,
  evaluated,
  figuresOf,
  noMemory,
  unitOf,
  units,
  verdictOn,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import type { SettingChange } from '../evaluation/setting-trail.ts';

const key = '700:710:720';
const always = { metric: 'age_days', op: '>=', value: 0 };
const at = (instant: string): number => Date.parse(`${instant}Z`);

const decide = (
  action: object,
  unit: Partial<EvaluatedUnit> & { bid?: number } = {},
  { level = 'keyword', ...data }: Partial<EvaluationData> & { level?: string } = {},
) => {
  const { bid = 1, ...others } = unit;
  return verdictOn(
    { level, cases: [{ when: always, then: [action] }] },
    { units: [unitOf(others, bid)], ...data },
    noMemory,
  );
};
const bid = (action: object) => ({ do: 'bid', min: 0.3, max: 2.5, ...action });

describe('a bid', () => {
  it.each([
    [{ how: 'raise', percent: 10 }, 1, 1.1, null],
    [{ how: 'raise', percent: 0.1 }, 1, 1.01, null],
    [{ how: 'raise', amount: 0.25 }, 1, 1.25, null],
    [{ how: 'raise', percent: 50 }, 2, 2.5, 'max'],
    [{ how: 'raise', percent: 1 }, 0.2, 0.3, 'min'],
    [{ how: 'lower', percent: 10 }, 1.2, 1.08, null],
    [{ how: 'lower', percent: 0.1 }, 1, 0.99, null],
    [{ how: 'lower', percent: 100 }, 1, 0.3, 'min'],
    [{ how: 'lower', amount: 5 }, 1, 0.3, 'min'],
    [{ how: 'lower', percent: 1 }, 4, 2.5, 'max'],
    [{ how: 'set', value: 0.5 }, 1, 0.5, null],
    [{ how: 'set', value: 9 }, 1, 2.5, 'max'],
  ] as const)('%o from %d is %d', (action, from, to, limit) => {
    const { verdict, actions } = decide(bid(action), { bid: from });
    expect(verdict).toBe('acted');
    expect(actions).toMatchObject([{ field: 'cpt_bid', old: units(from), new: units(to), limited_by: limit }]);
  });
  it.each([
    [{ how: 'raise', percent: 10 }, 2.5, 'max'],
    [{ how: 'raise', percent: 10 }, 3, 'max'],
    [{ how: 'lower', percent: 10 }, 0.3, 'min'],
    [{ how: 'lower', percent: 10 }, 0.2, 'min'],
    [{ how: 'set', value: 9 }, 2.5, 'max'],
  ] as const)('is left where its limits leave nothing: %o from %d', (action, from, limit) => {
    const verdict = decide(bid(action), { bid: from });
    expect(verdict).toMatchObject({ verdict: 'limited', reason: null });
    expect(verdict.actions).toMatchObject([{ old: units(from), new: null, limited_by: limit }]);
  });
  it('is answered with what was computed before limits and rounding', () => {
    const actionsOf = (action: object, from: number) => decide(bid(action), { bid: from }).actions;
    expect(actionsOf({ how: 'lower', percent: 10 }, 0.79)).toMatchObject([{ computed: 711_000, new: units(0.71) }]);
    expect(actionsOf({ how: 'raise', percent: 5 }, 2.45)).toMatchObject([
      { computed: 2_572_500, new: units(2.5), limited_by: 'max' },
    ]);
  });
  it('is at most the daily budget, and then what guardrails allow', () => {
    const step = {
      ...defaultGuardrails('USD'),
      bid_step: { people: 'off', rules: 'clip', factor: 1.2, plus: 0 },
    } as const;
    const double = bid({ how: 'raise', percent: 100 });
    expect(decide(double, { campaignBudget: units(1.5) }).actions).toMatchObject([
      { new: units(1.5), limited_by: 'daily_budget' },
    ]);
    expect(decide(double, { campaignBudget: units(1.5) }, { guardrails: step }).actions).toMatchObject([
      { computed: units(2), new: units(1.2), limited_by: 'guardrail' },
    ]);
    const warned = { ...step, bid_step: { ...step.bid_step, rules: 'warn' } } as const;
    expect(decide(double, {}, { guardrails: warned })).toMatchObject({
      verdict: 'acted',
      message: 'Guardrail: a rule may raise this bid to at most 1.20',
    });
    const blocked = decide(double, {}, { guardrails: { ...step, bid_step: { ...step.bid_step, rules: 'block' } } });
    expect(blocked).toMatchObject({ verdict: 'blocked', actions: [{ new: null, limited_by: 'guardrail' }] });
  });
  it('rises on a local day by at most what all rules together may raise', () => {
    const guardrails = { ...defaultGuardrails('USD'), rule_day: { rules: 'clip', share: 1 } } as const;
    const changes = [bidChange(6, at('2026-11-20T23:30'), 1, 1.8)].map((change) => ({
      ...change,
      actor: { kind: 'rule', id: 6, custom: false, cooldownDays: 1, slot: null } as const,
    }));
    const verdict = decide(
      bid({ how: 'raise', percent: 50 }),
      { bid: 1.8, trail: { cpt_bid: changes } },
      { guardrails },
    );
    expect(verdict.actions).toMatchObject([{ new: units(2), limited_by: 'guardrail' }]);
  });
  it('is not raised while the campaigns of the rule spend far too much, and may be lowered', () => {
    const guardrails = { ...defaultGuardrails('USD'), spend_spike: { rules: 'clip', factor: 1.5, plus: 50 } } as const;
    expect(decide(bid({ how: 'raise', percent: 5 }), {}, { guardrails, spike: true }).verdict).toBe('blocked');
    expect(decide(bid({ how: 'raise', percent: 5 }), {}, { guardrails, spike: null }).verdict).toBe('blocked');
    expect(decide(bid({ how: 'lower', percent: 5 }), {}, { guardrails, spike: true }).verdict).toBe('acted');
    expect(decide(bid({ how: 'raise', percent: 5 }), {}, { spike: true }).message).toMatch(/^Guardrail: the campaigns/);
  });
  it('that is not known is no bid', () => {
    const verdict = verdictOn(
      { cases: [{ when: always, then: [bid({ how: 'raise', percent: 5 })] }] },
      { units: [unitOf({}, null)] },
    );
    expect(verdict).toMatchObject({ verdict: 'no_data', tests: [{}, { path: 'cases[0].then[0]', why: 'not_known' }] });
  });
  it('of an ad group says which keywords do not follow', () => {
    const verdict = decide(
      bid({ how: 'raise', percent: 5 }),
      { key: '700:710', keywordsWithOwnBid: 2 },
      { level: 'ad_group' },
    );
    expect(verdict.message).toBe('2 keywords have their own bid');
  });
});

describe('a target bid', () => {
  const target = (of: string, value: number) => bid({ how: 'target', of, value, window: '14d', step: 50 });
  const figures = (sums: object, others: object = {}) =>
    new Map([['14d', windowOf({ [key]: figuresOf(sums, others) })]]);
  it('is what a tap earns for each unit of spend that is aimed at', () => {
    const sums = { taps: 100, predicted_income: units(150), spend: units(90) };
    expect(decide(target('predicted_roas', 1.2), {}, { figures: figures(sums) }).actions).toMatchObject([
      { new: units(1.25) },
    ]);
  });
  it('comes from the taps of the same closed cohorts', () => {
    const sums = { taps: 500, taps_d7: 80, income_d7: units(100), spend_d7: units(60) };
    expect(decide(target('roas_d7', 1), {}, { figures: figures(sums) }).actions).toMatchObject([{ new: units(1.25) }]);
  });
  it.each([
    [{ taps: 100, spend: units(9.99), predicted_income: units(30) }, {}, 'needs 0.01 more spend'],
    [{ taps: 100, spend: units(90), predicted_income: units(30) }, { grade: 'low' }, 'prediction has low confidence'],
    [{ taps: 0, spend: units(90), predicted_income: units(30) }, {}, 'needs 20 more taps'],
    [{ taps: null, spend: units(90), predicted_income: units(30) }, {}, 'ROAS, predicted is not known'],
  ])('is not computed from %o', (sums, others, message) => {
    const verdict = decide(target('predicted_roas', 1), {}, { figures: figures(sums, others) });
    expect(verdict).toMatchObject({ verdict: 'no_data', message });
    expect(verdict.tests.at(-1)).toMatchObject({ path: 'cases[0].then[0]', metric: 'predicted_roas', result: null });
  });
});

describe('goals and budgets', () => {
  const settings = unitOf().settings;
  const budget = (action: object, unit: Partial<EvaluatedUnit> = {}, data: Partial<EvaluationData> = {}) =>
    decide(
      { do: 'daily_budget', ...action },
      { key: '700', settings: { ...settings, dailyCap: units(20) }, ...unit },
      { level: 'campaign', ...data },
    );
  it('keep a daily budget between the highest bid and the lifetime budget', () => {
    expect(budget({ how: 'raise', percent: 20 }).actions).toMatchObject([{ field: 'daily_cap', new: units(24) }]);
    expect(budget({ how: 'lower', percent: 90 }, { highestBid: units(3) }).actions).toMatchObject([
      { new: units(3), limited_by: 'min' },
    ]);
    const lifetime = { settings: { ...settings, dailyCap: units(20), lifetimeBudget: units(22) } };
    expect(budget({ how: 'raise', percent: 50 }, lifetime).actions).toMatchObject([
      { new: units(21.99), limited_by: 'max' },
    ]);
  });
  it('cannot confirm a guardrail', () => {
    const mode = (people: 'warn' | 'confirm') => ({
      guardrails: { ...defaultGuardrails('USD'), budget_step: { people, factor: 1.1 } },
    });
    expect(budget({ how: 'raise', percent: 20 }, {}, mode('confirm')).verdict).toBe('blocked');
    expect(budget({ how: 'raise', percent: 20 }, {}, mode('warn'))).toMatchObject({
      verdict: 'acted',
      message: 'Guardrail: a daily budget should rise to at most 22.00 in one step',
    });
  });
  it('raise and lower only what is set', () => {
    const goal = (action: object, cpaGoal: number | null, bidsSetByService = false) =>
      decide(
        { do: 'cpa_goal', ...action },
        { key: '700:710', settings: { ...settings, cpaGoal }, bidsSetByService },
        { level: 'ad_group' },
      );
    expect(goal({ how: 'raise', percent: 10 }, null)).toMatchObject({ verdict: 'skipped', reason: 'nothing_to_do' });
    expect(goal({ how: 'set', value: 3 }, null).actions).toMatchObject([{ old: null, new: units(3) }]);
    expect(goal({ how: 'raise', percent: 10 }, units(2)).actions).toMatchObject([{ new: units(2.2) }]);
    expect(goal({ how: 'raise', percent: 10 }, units(2), true)).toMatchObject({ reason: 'max_conversions' });
    expect(decide({ do: 'target_cpa', how: 'raise', percent: 10 }, { key: '700' }, { level: 'campaign' }).reason).toBe(
      'not_max_conversions',
    );
    const service = { key: '700', bidsSetByService: true, settings: { ...settings, targetCpa: units(4) } };
    expect(
      decide({ do: 'target_cpa', how: 'raise', percent: 10 }, service, { level: 'campaign' }).actions,
    ).toMatchObject([{ new: units(4.4) }]);
  });
});

describe('status, labels and search terms', () => {
  const status = (to: string, unit: Partial<EvaluatedUnit>, any = false) => decide({ do: 'status', to, any }, unit);
  const paused = (kind: 'rule' | 'person') => ({
    ...(kind === 'rule' ? bidChange(6, at('2026-10-01T08:00'), 2, 1) : byPerson(at('2026-10-01T08:00'), 2, 1)),
    from: 'ENABLED',
    to: 'PAUSED',
  });
  it('start only what a rule paused', () => {
    expect(status('paused', {}).actions).toMatchObject([{ field: 'status', old: 'ENABLED', new: 'PAUSED' }]);
    expect(status('paused', { status: 'PAUSED' })).toMatchObject({ verdict: 'skipped', reason: 'nothing_to_do' });
    expect(status('running', { status: 'PAUSED', trail: { status: [paused('rule')] } }).verdict).toBe('acted');
    expect(status('running', { status: 'PAUSED', trail: { status: [paused('person')] } }).reason).toBe('not_ours');
    expect(status('running', { status: 'PAUSED' }).reason).toBe('not_ours');
    expect(status('running', { status: 'PAUSED', trail: { status: [paused('person')] } }, true).verdict).toBe('acted');
  });
  it('add and remove labels', () => {
    expect(decide({ do: 'label', add: 3 }).actions).toMatchObject([{ field: 'label', old: '', new: 'Star' }]);
    expect(decide({ do: 'label', add: 3 }, { labels: [3] }).reason).toBe('nothing_to_do');
    expect(decide({ do: 'label', remove: 3 }, { labels: [3] }).actions).toMatchObject([{ old: 'Star', new: '' }]);
    expect(decide({ do: 'label', add: 3 }, { labels: Array.from({ length: 10 }, (_, id) => 10 + id) }).verdict).toBe(
      'limited',
    );
  });
  const term = { key: '700:710:t:sleep sounds', bid: 0 };
  const life = (sums: object) => ({
    level: 'search_term',
    figures: new Map([['life', windowOf({ [term.key]: figuresOf(sums) })]]),
  });
  const free: TermTarget = {
    refusal: null,
    bidsSetByService: false,
    dailyBudget: units(50),
    keyword: null,
    blockRefusal: null,
  };
  const facts = (
    target: Partial<TermTarget> = {},
    refusals: TermFacts['refusals'] = { campaign: null, ad_group: null },
  ): TermFacts => ({
    refusals,
    targets: new Map([['900', { ...free, ...target }]]),
  });
  const buy = (choice: object, sums: object, target: Partial<TermTarget> = {}, more: object = {}) =>
    verdictOn(
      {
        level: 'search_term',
        cases: [
          {
            when: { metric: 'taps', window: 'life', op: '>=', value: 0 },
            then: [{ do: 'add_keyword', campaign_id: 900, bid: choice, ...more }],
          },
        ],
      },
      { units: [unitOf({ key: term.key, term: facts(target) })], figures: life(sums).figures },
    );
  it('buy a term for what a tap on it cost', () => {
    const choice = { times_cpt: 1.1, min: 0.3, max: 2 };
    expect(buy(choice, { taps: 7, spend: units(7) }).actions).toMatchObject([
      { field: 'keyword', old: null, new: units(1.1) },
    ]);
    expect(buy(choice, { taps: 7, spend: units(70) }).actions).toMatchObject([{ new: units(2), limited_by: 'max' }]);
    expect(buy(choice, { taps: 0, spend: 0 })).toMatchObject({ verdict: 'no_data', message: 'needs 1 more tap' });
    expect(buy({ value: 0.7 }, {}).actions).toMatchObject([{ new: units(0.7) }]);
    expect(buy({ value: 0.7 }, {}, { dailyBudget: units(0.5) }).actions).toMatchObject([
      { new: units(0.5), limited_by: 'daily_budget' },
    ]);
  });
  it('buy no term that is blocked, bought, or left to a person there', () => {
    const once = { value: 0.7 };
    const refusal = 'Blocked by a negative keyword of this campaign';
    expect(buy(once, {}, { refusal })).toMatchObject({ verdict: 'blocked', message: refusal });
    expect(buy(once, {}, {}, { campaign_id: 901 })).toMatchObject({
      verdict: 'blocked',
      message: 'The target campaign was not found',
    });
    expect(buy(once, {}, { bidsSetByService: true })).toMatchObject({ verdict: 'skipped', reason: 'max_conversions' });
    const blockRefusal = 'Would block the keyword "sleep sounds"';
    expect(buy(once, {}, { blockRefusal })).toMatchObject({ verdict: 'blocked', message: blockRefusal });
    expect(buy(once, {}, { blockRefusal }, { negate: false }).verdict).toBe('acted');
    expect(buy(once, {}, { keyword: 'running' }, { negate: false }).reason).toBe('nothing_to_do');
    // It is bought and still found: it is blocked where it was found.
    expect(buy(once, {}, { keyword: 'running' })).toMatchObject({
      verdict: 'acted',
      message: 'Already in this campaign',
    });
    expect(buy(once, {}, { keyword: 'paused' }).reason).toBe('not_ours');
  });
  it('block no term where that would block a keyword', () => {
    const block = (at: string) =>
      verdictOn(
        { level: 'search_term', cases: [{ when: always, then: [{ do: 'negative', at }] }] },
        {
          units: [unitOf({ key: term.key, term: facts({}, { campaign: 'Would block "a"', ad_group: null }) })],
          figures: life({}).figures,
        },
      );
    expect(block('campaign')).toMatchObject({ verdict: 'blocked', message: 'Would block "a"' });
    expect(block('ad_group').actions).toMatchObject([{ field: 'negative', new: 'sleep sounds' }]);
  });
  it('leave a term alone that another rule decided about in this slot, and count its negative', () => {
    const blocked: SettingChange = {
      ...bidChange(6, 0, 1, 2, '2026-11-21T09'),
      at: Date.parse('2026-11-21T07:59:00.000Z'),
      direction: 'down',
      from: null,
      to: 'sleep sounds',
    };
    const rule = {
      level: 'search_term',
      cases: [{ when: always, then: [{ do: 'add_keyword', campaign_id: 900, bid: { value: 1 } }] }],
    };
    const unit = { key: term.key, term: facts(), trail: { negative: [blocked] } };
    expect(verdictOn(rule, { units: [unitOf(unit)], figures: life({}).figures })).toMatchObject({
      verdict: 'skipped',
      reason: 'already_changed',
    });
    const released = { ...blocked, actor: { kind: 'rule' as const, id: 5, custom: true, cooldownDays: 7, slot: null } };
    const person = {
      ...blocked,
      at: blocked.at + 1,
      actor: { kind: 'person' as const },
      from: 'sleep sounds',
      to: null,
    };
    const back = { ...unit, trail: { negative: [released, person] } };
    expect(verdictOn(rule, { units: [unitOf(back)], figures: life({}).figures }).reason).toBe('released');
  });
  it('do at most 50 keywords a run', () => {
    const keys = Array.from({ length: 60 }, (_, index) => `700:710:t:term ${index}`);
    const terms = keys.map((unitKey) => unitOf({ key: unitKey, name: unitKey, term: facts() }));
    const rule = {
      level: 'search_term',
      cases: [
        {
          when: { metric: 'taps', window: 'life', op: '>=', value: 0 },
          then: [{ do: 'add_keyword', campaign_id: 900, bid: { value: 1 } }],
        },
      ],
      guards: { units_per_run: 100 },
    };
    const run = evaluated(rule, { units: terms, figures: life({}).figures });
    expect(run.counts).toMatchObject({ acted: 50, limited: 10 });
    expect(run.verdicts.at(-1)).toMatchObject({ reason: 'limit', message: 'At most 50 keywords a run' });
  });
});
