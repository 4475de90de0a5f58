import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettingChange } from '../../custom-rule/evaluation/setting-trail.ts';
import { defaultGuardrails } from '../../guardrail/guardrails.ts';
import { rememberUnit, type UnitMemories } from '../automations.ts';
import type { RuleParams } from '../rule/rule-params.ts';
import { slotsBetween } from '../rule/slots.ts';
import type { Decision } from '../run/automation-run.events.ts';
import { rowsOfRaises } from '../run/run.decider.ts';
import { askCaps, displayedInputs } from './caps.ts';
import { evaluate, type UnitVerdict } from './evaluate.ts';
import type { RuleData } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';
import { sampleData, sampleRule, sampleUnit } from './sample-rule.fixture.ts';
import { emptyTrail } from './trail-changes.ts';

const micros = (amount: number): number => Math.round(amount * 1_000_000);
const evaluateOne = (unit: Partial<RuleUnit>, params: Partial<RuleParams> = {}, data: Partial<RuleData> = {}) =>
  evaluate(sampleRule(params), sampleData([sampleUnit(unit)], data), new Map())[0];
const summaryOf = (verdict: UnitVerdict | undefined) => [
  verdict?.verdict,
  verdict?.reason ?? verdict?.cap ?? verdict?.limited_by,
];

/** Impressions, taps, installs and spend as known at each slot, and what the rule is to make of them. */
const fiveDays = [
  ['2026-03-27T08:00Z', 0, 0, 0, 0, 'raised', null, 0.9],
  ['2026-03-27T20:00Z', 120, 4, 0, 2.9, 'raised', null, 1],
  ['2026-03-28T08:00Z', 310, 11, 2, 8.6, 'reached', 'cpa_cap', 1],
  ['2026-03-28T20:00Z', 420, 15, 4, 12.1, 'raised', null, 1.2],
  ['2026-03-29T07:00Z', 640, 24, 6, 20.9, 'raised', null, 1.4],
  ['2026-03-29T19:00Z', 910, 35, 9, 33.1, 'raised', 'cpt_bid_cap', 1.5],
  ['2026-03-30T07:00Z', 1040, 41, 9, 35, 'completed', 'impressions_cap', 1.5],
  ['2026-03-30T19:00Z', 985, 39, 9, 34.1, 'completed', 'impressions_cap', 1.5],
  ['2026-03-31T07:00Z', 1190, 48, 11, 41.2, 'limited', 'cpt_bid_cap', 1.5],
  ['2026-03-31T19:00Z', 1300, 52, 12, 44, 'limited', 'cpt_bid_cap', 1.5],
] as const;
const caps = {
  updates_per_day: 2,
  impressions_cap: 1000,
  installs_cap: 10,
  cpa_cap: micros(4),
  cpt_bid_cap: micros(1.5),
} as const;

describe('five days of a rule', () => {
  it('end in these bids, as known at each slot', () => {
    const memories: UnitMemories = new Map();
    const first = sampleRule(caps);
    const edited = sampleRule(
      { ...caps, impressions_cap: 2000, installs_cap: 20 },
      { version: 2, paramsVersion: 2, paramsSince: '2026-03-31T06:00:00.000Z' },
    );
    let bid = micros(0.8);
    let raises = 0;
    let lastAt: string | null = null;
    const raised: Decision[] = [];
    const computed: unknown[] = [];
    for (const [at, impressions, taps, installs, spend, verdict, cause, after] of fiveDays) {
      const rule = at >= '2026-03-31' ? edited : first;
      const inputs = { impressions, taps, installs, spend: micros(spend), impression_share: null };
      const unit = sampleUnit({ base: bid, bid, inputs, trail: { ...emptyTrail, lastAt } });
      const asOf = Date.parse(at);
      const [decided] = evaluate(rule, sampleData([unit], { asOf, pulledAt: asOf }), memories);
      expect([at, decided?.verdict, decided?.cap ?? decided?.limited_by]).toEqual([at, verdict, cause]);
      if (decided === undefined) throw new Error('There is one unit');
      rememberUnit(memories, decided, rule.paramsVersion);
      if (decided.verdict === 'raised') {
        bid = decided.new ?? 0;
        raises += 1;
        raised.push({ ...decided, decision_id: crypto.randomUUID() });
        lastAt = new Date(asOf).toISOString();
      }
      expect([at, bid]).toEqual([at, micros(after)]);
      computed.push([decided.computed, displayedInputs(decided.inputs).cpa?.toFixed(3)]);
    }
    expect(raises).toBe(5);
    // The keyword and its ad group each time.
    expect(rowsOfRaises(raised, 'skag').flat()).toHaveLength(10);
    expect(computed.slice(1, 6)).toEqual([
      [micros(1), '2.900'],
      [null, '4.300'],
      [micros(1.2), '3.025'],
      [micros(1.4), '3.483'],
      [micros(1.6), '3.678'],
    ]);
  });

  it('are the slots of that rule in Berlin, over the change of the clock', () => {
    const clock = { zone: 'Europe/Berlin', updatesPerDay: 2 } as const;
    const slots = slotsBetween(clock, Date.parse('2026-03-26T23:00Z'), Date.parse('2026-03-31T22:00Z'));
    expect(slots.map(({ at }) => `${new Date(at).toISOString().slice(0, 16)}Z`)).toEqual(fiveDays.map(([at]) => at));
    expect(slots.map(({ id }) => id.slice(8))).toEqual(
      ['27', '28', '29', '30', '31'].flatMap((day) => [`${day}T09`, `${day}T21`]),
    );
  });

  it('would stop sooner on the numbers that are known in the end', () => {
    const inputs = { impressions: 310, taps: 11, installs: 4, spend: micros(8.6), impression_share: null };
    expect(summaryOf(evaluateOne({ base: micros(1), bid: micros(1), inputs }, caps))).toEqual(['raised', null]);
  });
});

describe('conditions', () => {
  const campaign = sampleUnit().campaign;
  const adGroup = sampleUnit().adGroup;
  const early = '2026-03-27T05:31:00.000Z';
  it.each<[string, Partial<RuleUnit>]>([
    ['not_running', { campaign: { ...campaign, search: false } }],
    ['max_conversions', { campaign: { ...campaign, manualBids: false } }],
    ['paused', { campaign: { ...campaign, enabled: false } }],
    ['paused', { adGroup: { ...adGroup, enabled: false } }],
    ['paused', { keywordEnabled: false }],
    ['not_single_keyword', { adGroup: { ...adGroup, keywords: 2 } }],
    ['not_exact', { adGroup: { ...adGroup, exact: false } }],
    ['on_hold', { campaign: { ...campaign, onHold: true } }],
    ['on_hold', { adGroup: { ...adGroup, onHold: true } }],
    ['budget_used', { campaign: { ...campaign, spentToday: 45_000_000 } }],
    ['released', { trail: { ...emptyTrail, lowered: { 5: '2026-03-20T00:00:00.000Z' }, lastForeignAt: early } }],
    ['cooling', { trail: { ...emptyTrail, lastForeignAt: '2026-03-26T08:00:01.000Z' } }],
    ['not_settled', { trail: { ...emptyTrail, lastAt: early } }],
    ['already_raised', { raisedBy: 'Older' }],
  ])('skip a unit: %s', (reason, unit) => {
    expect(summaryOf(evaluateOne(unit))).toEqual(['skipped', reason]);
  });

  describe('after what rules did to the bid', () => {
    const ms = (day: string) => Date.parse(`${day}T08:00:00.000Z`);
    const change = (day: string, direction: 'up' | 'down', id = 9, cooldownDays = 7): SettingChange => ({
      at: ms(day),
      actor: { kind: 'rule', id, custom: true, cooldownDays, slot: null },
      direction,
      from: direction === 'up' ? 1 : 2,
      to: direction === 'up' ? 2 : 1,
    });
    const evaluateAfter = (changes: readonly SettingChange[], unit: Partial<RuleUnit> = {}) => {
      const ruleNames = new Map([[9, 'Waste']]);
      const byRules = { zone: 'UTC', changes: new Map([[sampleUnit().key, changes]]), ruleNames };
      return evaluateOne(unit, {}, { byRules });
    };

    it('skip a bid that another rule lowered, until its cool-down is over', () => {
      expect(evaluateAfter([change('2026-03-21', 'down')])).toMatchObject({
        reason: 'opposed',
        message: '"Waste" lowered it on 21 Mar, until 28 Mar',
      });
      expect(summaryOf(evaluateAfter([change('2026-03-20', 'down')]))).toEqual(['raised', null]);
      expect(summaryOf(evaluateAfter([change('2026-03-21', 'up')]))).toEqual(['raised', null]);
    });

    it('skip a bid that rules turned three times, until it is resumed', () => {
      const turned = [
        change('2026-03-19', 'up', 5, 0),
        change('2026-03-20', 'down', 9, 1),
        change('2026-03-21', 'up', 5, 0),
        change('2026-03-22', 'down', 9, 1),
      ];
      expect(evaluateAfter(turned)).toMatchObject({
        reason: 'oscillating',
        message: 'Rules changed its direction 3 times in 14 days',
        until: '2026-04-05T00:00:00.000Z',
      });
      expect(summaryOf(evaluateAfter(turned, { resumedAt: '2026-03-22T09:00:00.000Z' }))).toEqual(['raised', null]);
      expect(summaryOf(evaluateAfter(turned.slice(1)))).toEqual(['raised', null]);
    });

    it('are asked last', () => {
      const opposed = [change('2026-03-26', 'down')];
      expect(summaryOf(evaluateAfter(opposed, { raisedBy: 'Older' }))).toEqual(['skipped', 'already_raised']);
    });
  });

  it('hold at their bounds', () => {
    expect(summaryOf(evaluateOne({ campaign: { ...campaign, spentToday: 44_999_999 } }))).toEqual(['raised', null]);
    expect(summaryOf(evaluateOne({ trail: { ...emptyTrail, lastForeignAt: '2026-03-26T08:00:00.000Z' } }))).toEqual([
      'raised',
      null,
    ]);
    expect(summaryOf(evaluateOne({ trail: { ...emptyTrail, lastAt: '2026-03-27T05:29:00.000Z' } }))).toEqual([
      'raised',
      null,
    ]);
    // A change from before the rule does not cool.
    expect(summaryOf(evaluateOne({ trail: { ...emptyTrail, lastForeignAt: '2026-02-28T00:00:00.000Z' } }))).toEqual([
      'raised',
      null,
    ]);
    expect(
      summaryOf(evaluateOne({ adGroup: { ...adGroup, keywords: 2, exact: false } }, { campaign_type: 'regular' })),
    ).toEqual(['raised', null]);
  });

  it('end with Resume and with other params, and a lowered bid outlasts cooling', () => {
    const trail = { ...emptyTrail, lowered: { 5: '2026-03-20T00:00:00.000Z' } };
    expect(summaryOf(evaluateOne({ trail, resumedAt: '2026-03-20T00:00:01.000Z' }))).toEqual(['raised', null]);
    const newer = sampleRule({}, { paramsSince: '2026-03-21T00:00:00.000Z' });
    expect(summaryOf(evaluate(newer, sampleData([sampleUnit({ trail })]), new Map())[0])).toEqual(['raised', null]);
    const both = { ...trail, lastForeignAt: '2026-03-27T07:00:00.000Z', lastAt: '2026-03-27T07:00:00.000Z' };
    expect(summaryOf(evaluateOne({ trail: both }))).toEqual(['skipped', 'released']);
  });
});

describe('caps', () => {
  it.each<[Partial<RuleParams>, Partial<RuleUnit['inputs']>, boolean]>([
    [{ impressions_cap: 10 }, { impressions: 9 }, false],
    [{ impressions_cap: 10 }, { impressions: 10 }, true],
    [{ installs_cap: 2 }, { installs: 2 }, true],
    [{ spend_cap: micros(5) }, { spend: micros(5) }, true],
    [{ spend_cap: micros(5) }, { spend: micros(4.99) }, false],
    [{ cpt_cap: micros(0.5) }, { spend: micros(1), taps: 2 }, true],
    [{ cpt_cap: micros(0.5) }, { spend: micros(0.99), taps: 2 }, false],
    [{ cpt_cap: micros(0.5) }, { spend: micros(0.5), taps: 0 }, true],
    [{ cpa_cap: micros(4) }, { spend: micros(4), installs: 0 }, true],
    [{ cpa_cap: micros(4) }, { spend: micros(8.6), installs: 2 }, true],
    [{ impression_share_cap: 500_000 }, { impression_share: null }, false],
    [{ impression_share_cap: 500_000 }, { impression_share: 500_000 }, true],
  ])('%j at %j: %s', (params, inputs, reached) => {
    const unit = sampleUnit();
    const [check] = askCaps(sampleRule(params).params, { ...unit.inputs, ...inputs }, unit.bid ?? 0);
    expect(check?.reached).toBe(reached);
  });

  it('are checked in order, and only sums that grow stay reached', () => {
    const inputs = { impressions: 10, taps: 9, installs: 0, spend: micros(9), impression_share: 900_000 };
    const all = { impressions_cap: 5, cpt_cap: micros(0.1), impression_share_cap: 100_000 };
    expect(summaryOf(evaluateOne({ inputs }, all))).toEqual(['completed', 'impressions_cap']);
    expect(summaryOf(evaluateOne({ inputs }, { ...all, impressions_cap: null }))).toEqual(['reached', 'cpt_cap']);
    const lastWeek = sampleRule(all, { window: 'last_7' });
    expect(summaryOf(evaluate(lastWeek, sampleData([sampleUnit({ inputs })]), new Map())[0])).toEqual([
      'reached',
      'impressions_cap',
    ]);
  });
});

describe('limits', () => {
  it('clip a raise, and end it where nothing is left', () => {
    const campaign = { ...sampleUnit().campaign, dailyBudget: micros(0.85) };
    expect(evaluateOne({}, { cpt_bid_cap: micros(0.84) })).toMatchObject({
      verdict: 'raised',
      computed: micros(0.9),
      new: micros(0.84),
      limited_by: 'cpt_bid_cap',
    });
    expect(evaluateOne({ campaign })).toMatchObject({
      verdict: 'raised',
      new: micros(0.85),
      limited_by: 'daily_budget',
    });
    expect(evaluateOne({ campaign: { ...campaign, dailyBudget: micros(0.8) } })).toMatchObject({
      verdict: 'limited',
      new: null,
      limited_by: 'daily_budget',
    });
    // A bid above the cap is never lowered.
    expect(evaluateOne({ base: micros(2), bid: micros(2) }, { cpt_bid_cap: micros(1) })).toMatchObject({
      verdict: 'limited',
      cap: 'cpt_bid_cap',
      new: null,
    });
  });

  it('of guardrails clip, block or are mentioned', () => {
    const verdictUnder = (rules: 'clip' | 'block' | 'warn') => {
      const guardrails = { ...defaultGuardrails('USD'), rule_day: { rules, share: 0.1 } };
      return evaluateOne({}, { step_type: 'constant', step_value: micros(0.5) }, { guardrails });
    };
    expect(verdictUnder('clip')).toMatchObject({ verdict: 'raised', new: micros(0.88), limited_by: 'guardrail' });
    expect(verdictUnder('block')).toMatchObject({ verdict: 'blocked', new: null, limited_by: 'guardrail' });
    expect(verdictUnder('warn')).toMatchObject({
      verdict: 'raised',
      new: micros(1.3),
      limited_by: null,
      message: expect.stringContaining('0.88'),
    });
    const since = { ...emptyTrail, recent: [{ at: '2026-03-27T01:00:00.000Z', from: micros(0.4), to: micros(0.8) }] };
    const day = { ...defaultGuardrails('USD'), rule_day: { rules: 'clip' as const, share: 1 } };
    expect(evaluateOne({ trail: since }, {}, { guardrails: day })).toMatchObject({
      verdict: 'limited',
      limited_by: 'guardrail',
    });
    const units = Array.from({ length: 3 }, (_, id) => sampleUnit({ key: `700:710:${id + 1}` }));
    const few = { ...defaultGuardrails('USD'), rule_units: { limit: 2 } };
    expect(
      evaluate(sampleRule(), sampleData(units, { guardrails: few }), new Map()).map(({ verdict }) => verdict),
    ).toEqual(['raised', 'raised', 'blocked']);
  });
});

const params = fc.record({
  campaign_type: fc.constant('regular' as const),
  step_type: fc.constantFrom('default' as const, 'percentage' as const),
  step_value: fc.constant(10_000_000),
  impressions_cap: fc.option(fc.integer({ min: 1, max: 2000 })),
  spend_cap: fc.option(fc.integer({ min: 1, max: 5000 }).map((cents) => cents * 10_000)),
  cpa_cap: fc.option(fc.integer({ min: 1, max: 500 }).map((cents) => cents * 10_000)),
  cpt_bid_cap: fc.option(fc.integer({ min: 1, max: 500 }).map((cents) => cents * 10_000)),
});
const inputs = fc.record({
  impressions: fc.nat(3000),
  taps: fc.nat(300),
  installs: fc.nat(60),
  spend: fc.nat(60_000_000),
  impression_share: fc.constant(null),
});
const units = fc.array(
  fc.record({
    inputs,
    cents: fc.integer({ min: 1, max: 600 }),
    budget: fc.integer({ min: 1, max: 800 }),
    follows: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);
const unitsOf = (specs: readonly { inputs: RuleUnit['inputs']; cents: number; budget: number; follows: boolean }[]) =>
  specs.map((spec, id) => {
    const bid = spec.cents * 10_000;
    const campaign = { ...sampleUnit().campaign, dailyBudget: spec.budget * 10_000 };
    return sampleUnit({
      key: `700:710:${id + 1}`,
      inputs: spec.inputs,
      bid,
      base: spec.follows ? null : bid,
      campaign,
    });
  });

describe('evaluation', () => {
  it('does not depend on the order of units, and leaves what it was given', () => {
    fc.assert(
      fc.property(params, units, fc.infiniteStream(fc.nat()), (sampleParams, some, order) => {
        const data = sampleData(unitsOf(some));
        const before = structuredClone(data);
        const shuffled = [...data.units]
          .map((unit) => ({ unit, by: order.next().value ?? 0 }))
          .sort((a, b) => a.by - b.by);
        const first = evaluate(sampleRule(sampleParams), data, new Map());
        expect(
          evaluate(sampleRule(sampleParams), { ...data, units: shuffled.map(({ unit }) => unit) }, new Map()),
        ).toEqual(first);
        expect(data).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });

  it('never lowers a bid, and never raises one above a cap, the daily budget or a guardrail', () => {
    fc.assert(
      fc.property(params, units, (sampleParams, some) => {
        const clip = defaultGuardrails('USD');
        const guardrails = {
          ...clip,
          bid_step: { ...clip.bid_step, rules: 'clip' as const, factor: 1.05, plus: 0.05 },
        };
        const data = sampleData(unitsOf(some), { guardrails });
        for (const [index, verdict] of evaluate(sampleRule(sampleParams), data, new Map()).entries()) {
          const unit = data.units[index];
          if (verdict.verdict !== 'raised' || unit?.bid == null) continue;
          expect(verdict.new).toBeGreaterThan(unit.bid);
          expect(verdict.new).toBeLessThanOrEqual(sampleParams.cpt_bid_cap ?? Number.POSITIVE_INFINITY);
          expect(verdict.new).toBeLessThanOrEqual(unit.campaign.dailyBudget ?? 0);
          expect(verdict.new).toBeLessThanOrEqual(Math.max(unit.bid * 1.05, unit.bid + 50_000));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keeps a latch under any restatement until the params change', () => {
    fc.assert(
      fc.property(fc.array(inputs, { minLength: 1, maxLength: 8 }), (restated) => {
        const rule = sampleRule({ campaign_type: 'regular', impressions_cap: 1000 });
        const memories: UnitMemories = new Map();
        let latched = false;
        for (const unitInputs of [
          ...restated,
          { impressions: 1000, taps: 0, installs: 0, spend: 0, impression_share: null },
          ...restated,
        ]) {
          const [verdict] = evaluate(rule, sampleData([sampleUnit({ inputs: unitInputs })]), memories);
          if (verdict === undefined) throw new Error('There is one unit');
          latched ||= unitInputs.impressions >= 1000;
          expect(verdict.verdict === 'completed').toBe(latched);
          rememberUnit(memories, verdict, 1);
        }
        const newer = sampleRule({ campaign_type: 'regular', impressions_cap: 4000 }, { paramsVersion: 2 });
        expect(evaluate(newer, sampleData([sampleUnit()]), memories)[0]?.verdict).toBe('raised');
      }),
      { numRuns: 60 },
    );
  });
});
