import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeActor } from '../../change/change-row.ts';
import { rowEvent } from '../../change/outcomes/row-outcome.ts';
import { sampleCampaign } from '../../change/sample-change.fixture.ts';
import { defaultGuardrails } from '../../guardrail/guardrails.ts';
import { rememberUnit, type UnitMemories } from '../automations.ts';
import { type RuleCampaign, ruleCampaignDecider } from './bid-trail.ts';
import { evaluate } from './evaluate.ts';
import type { EvaluatedRule } from './rule-data.ts';
import { ruleUnits } from './rule-units.ts';
import { sampleData, sampleRule, sampleUnit } from './sample-rule.fixture.ts';

const hourMs = 3_600_000;
const began = Date.parse('2026-03-20T00:00:00.000Z');
const cents = (least: number, most: number) => fc.integer({ min: least, max: most }).map((amount) => amount * 10_000);
const { campaign: settings, ...structure } = sampleCampaign();
const campaign = settings && {
  ...settings,
  supply_sources: ['APPSTORE_SEARCH_RESULTS'],
  daily_budget_micros: 6_000_000,
};
const start: RuleCampaign = { campaign: { ...structure, campaign }, trails: new Map() };
const keys = ['700:710:720', '700:710:721'] as const;
const person: ChangeActor = { kind: 'person', account_id: 17, source: null };
const byRule = (id: number): ChangeActor => ({ kind: 'rule', account_id: null, source: `${id}.1.2026-03-20T09` });

function bidSet(state: RuleCampaign, key: string, bid: number, actor: ChangeActor, at: number): RuleCampaign {
  const requested_at = new Date(at).toISOString();
  const request = {
    change_id: '5f0c2a4e-7f0e-4f3a-9a55-0d8b6a1f2c11',
    application_id: 3,
    org_id: 40,
    currency: 'USD',
    actor,
    comment: null,
    requested_at,
    guardrails_confirmed: false,
    undoes: null,
    campaigns: [],
    rows: [{ key, field: 'cpt_bid' as const, base: null, new: bid }],
  };
  const result = { outcome: 'changed', remote: undefined, attempts: [], decidedAt: requested_at } as const;
  return ruleCampaignDecider.evolve(state, rowEvent(request, 0, result, state.campaign));
}
const unitsOf = (state: RuleCampaign, raisedBy: ReadonlyMap<string, string> = new Map()) =>
  ruleUnits({
    campaigns: new Map([[700, state]]),
    figures: new Map(),
    shares: new Map(),
    spentToday: new Map(),
    partialToday: new Set<number>(),
    raisedBy,
    resumed: {},
  });

const rule = fc.record({
  campaign_type: fc.constant('regular' as const),
  step: fc.oneof(
    fc.record({ step_type: fc.constant('default' as const), step_value: fc.constant(null) }),
    fc.record({ step_type: fc.constant('constant' as const), step_value: cents(1, 300) }),
    fc.record({ step_type: fc.constant('percentage' as const), step_value: fc.integer({ min: 1, max: 100_000_000 }) }),
  ),
  cpt_bid_cap: fc.option(cents(50, 500), { nil: null }),
});

describe('rules over the same units', () => {
  it('raise a unit at most once a slot, never lower it, and never above a cap, the budget or a guardrail', () => {
    const slots = fc.array(fc.option(fc.record({ key: fc.constantFrom(...keys), bid: cents(1, 500) })), {
      minLength: 1,
      maxLength: 10,
    });
    let raises = 0;
    fc.assert(
      fc.property(fc.array(rule, { minLength: 2, maxLength: 3 }), slots, (ruleParams, people) => {
        const rules = ruleParams.map(({ step, ...params }, id) =>
          sampleRule({ ...params, ...step }, { automation_id: id + 1 }),
        );
        const standard = defaultGuardrails('USD');
        const guardrails = {
          ...standard,
          bid_step: { ...standard.bid_step, rules: 'clip' as const, factor: 1.5, plus: 0.5 },
        };
        let state = start;
        for (const [slot, edit] of people.entries()) {
          const at = began + slot * 3 * hourMs;
          const raisedBy = new Map<string, string>();
          const before = new Map(unitsOf(state).map(({ key, bid }) => [key, bid ?? 0]));
          let after = state;
          for (const evaluatedRule of rules) {
            // What an older rule decided at this slot is not confirmed yet.
            const data = sampleData(unitsOf(state, raisedBy), { asOf: at, pulledAt: at, guardrails });
            for (const { key, verdict, new: set } of evaluate(evaluatedRule, data, new Map())) {
              if (verdict !== 'raised' || set === null) continue;
              const bid = before.get(key) ?? 0;
              expect(raisedBy.has(key)).toBe(false);
              expect(set).toBeGreaterThan(bid);
              expect(set).toBeLessThanOrEqual(evaluatedRule.params.cpt_bid_cap ?? 6_000_000);
              expect(set).toBeLessThanOrEqual(Math.max(bid * 1.5, bid + 500_000));
              expect(set).toBeLessThanOrEqual(6_000_000);
              raisedBy.set(key, String(evaluatedRule.automation_id));
              after = bidSet(after, key, set, byRule(evaluatedRule.automation_id), at + 60_000);
              raises += 1;
            }
          }
          state = edit === null ? after : bidSet(after, edit.key, edit.bid, person, at + 120_000);
        }
      }),
      { numRuns: 60 },
    );
    expect(raises).toBeGreaterThan(100);
  });
});

describe('a bid that a person lowered after a raise', () => {
  it('is left alone by that rule at every later slot, whatever follows, until it is resumed or the params change', () => {
    const later = fc.array(
      fc.record({ hours: fc.integer({ min: 1, max: 400 }), bid: cents(1, 900), own: fc.boolean() }),
      {
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), cents(1, 99), later, (hours, lowered, changes) => {
        const raisedAt = began + hourMs;
        const loweredAt = raisedAt + hours * hourMs;
        let at = loweredAt;
        let state = bidSet(start, keys[0], 1_100_000, byRule(5), raisedAt);
        state = bidSet(state, keys[0], lowered, person, loweredAt);
        const testedRule = sampleRule({ campaign_type: 'regular' });
        const verdictOf = (evaluatedRule: EvaluatedRule, resumedAt: string | null = null) => {
          const units = unitsOf(state).map((unit) => ({ ...unit, resumedAt }));
          const asOf = at + 30 * hourMs;
          return evaluate(evaluatedRule, sampleData(units, { asOf, pulledAt: asOf }), new Map()).find(
            ({ key }) => key === keys[0],
          );
        };
        expect(verdictOf(testedRule)).toMatchObject({ verdict: 'skipped', reason: 'released' });
        for (const change of changes) {
          at += change.hours * hourMs;
          // Another rule, or a person, sets it again: this rule stays away.
          state = bidSet(state, keys[0], change.bid, change.own ? person : byRule(6), at);
          expect(verdictOf(testedRule)).toMatchObject({ verdict: 'skipped', reason: 'released' });
        }
        const now = new Date(at + hourMs).toISOString();
        expect(verdictOf(testedRule, now)?.reason).not.toBe('released');
        expect(verdictOf({ ...testedRule, paramsSince: now })?.reason).not.toBe('released');
        expect(verdictOf({ ...testedRule, automation_id: 7 })?.reason).not.toBe('released');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a latch', () => {
  const inputs = fc.record({
    impressions: fc.nat(200),
    taps: fc.nat(50),
    installs: fc.nat(20),
    spend: fc.nat(20_000_000),
    impression_share: fc.constant(null),
  });
  const caps = fc.constantFrom(
    { cap: 'impressions_cap', limit: 100, of: 'impressions' } as const,
    { cap: 'installs_cap', limit: 10, of: 'installs' } as const,
    { cap: 'spend_cap', limit: 10_000_000, of: 'spend' } as const,
  );

  it('stays whatever is restated, and ends only with params under which its highest sum is below the cap', () => {
    fc.assert(
      fc.property(caps, fc.array(inputs, { minLength: 2, maxLength: 10 }), ({ cap, limit, of }, restated) => {
        const cappedRule = sampleRule({ campaign_type: 'regular', [cap]: limit });
        const memories: UnitMemories = new Map();
        let highest = -1;
        for (const unitInputs of restated) {
          const [verdict] = evaluate(cappedRule, sampleData([sampleUnit({ inputs: unitInputs })]), memories);
          if (verdict === undefined) throw new Error('There is one unit');
          if (highest >= 0 || unitInputs[of] >= limit) highest = Math.max(highest, unitInputs[of]);
          expect(verdict).toMatchObject(
            highest >= 0 ? { verdict: 'completed', cap } : { verdict: 'raised', cap: null },
          );
          rememberUnit(memories, verdict, 1);
        }
        if (highest < 0) return;
        const verdictWithCap = (changed: number) => {
          const newer = sampleRule({ campaign_type: 'regular', [cap]: changed }, { version: 2, paramsVersion: 2 });
          return evaluate(newer, sampleData([sampleUnit()]), memories)[0]?.verdict;
        };
        expect([verdictWithCap(highest), verdictWithCap(highest + 1)]).toEqual(['completed', 'raised']);
      }),
      { numRuns: 100 },
    );
  });
});

describe('evaluation', () => {
  it('is the same whenever and however often it is asked, and after its data went through the log', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { minLength: 1, maxLength: 1 }),
        cents(1, 700),
        fc.nat(2000),
        (generated, bid, impressions) => {
          const [{ step, ...params } = { step: {}, cpt_bid_cap: null }] = generated;
          const testedRule = sampleRule({ ...params, ...step, campaign_type: 'regular', impressions_cap: 1000 });
          const inputs = { impressions, taps: 3, installs: 1, spend: 2_000_000, impression_share: null };
          const data = sampleData([sampleUnit({ base: bid, bid, inputs })]);
          const memories: UnitMemories = new Map();
          const first = JSON.stringify(evaluate(testedRule, data, memories));
          expect(JSON.stringify(evaluate(testedRule, data, memories))).toBe(first);
          const again = evaluate(
            JSON.parse(JSON.stringify(testedRule)),
            JSON.parse(JSON.stringify(data)),
            new Map(memories),
          );
          expect(JSON.stringify(again)).toBe(first);
          expect(memories.size).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
