import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultGuardrails } from '../../guardrail/guardrails.ts';
import type { RuleParams } from '../rule/rule-params.ts';
import { ruleFigureNames } from '../run/rule-figure-names.ts';
import { displayedInputs } from './caps.ts';
import { evaluate } from './evaluate.ts';
import { type FiguresOfCampaigns, spendWithMissing, withMissing } from './missing-figures.ts';
import { ruleData } from './rule-data.ts';
import type { RuleUnit } from './rule-units.ts';
import { sampleData, sampleRule, sampleUnit } from './sample-rule.fixture.ts';

const micros = (amount: number): number => Math.round(amount * 1_000_000);
const wholeFigures = { impressions: 120, taps: 4, installs: 1, spend: micros(3), impression_share: null };
type Inputs = RuleUnit['inputs'];
const decided = (params: Partial<RuleParams>, inputs: Partial<Inputs>, unit: Partial<RuleUnit> = {}) =>
  evaluate(
    sampleRule(params),
    sampleData([sampleUnit({ ...unit, inputs: { ...wholeFigures, ...inputs } })]),
    new Map(),
  )[0];

describe('a unit of which a figure is only known in part', () => {
  it.each<[string, Partial<RuleParams>, Partial<Inputs>, string, string | null]>([
    ['and compared', { impressions_cap: 1000 }, { partial: ['impressions'] }, 'skipped', 'no_fresh_data'],
    ['and part of a ratio', { cpa_cap: micros(9) }, { partial: ['spend'] }, 'skipped', 'no_fresh_data'],
    [
      'and the count of a ratio that is passed',
      { cpt_cap: micros(0.5) },
      { partial: ['taps'] },
      'skipped',
      'no_fresh_data',
    ],
    ['and the count of a ratio that can only fall', { cpt_cap: micros(0.8) }, { partial: ['taps'] }, 'raised', null],
    ['and nothing is compared with it', { impressions_cap: 1000 }, { partial: ['taps', 'spend'] }, 'raised', null],
    ['and there is no cap', {}, { partial: ['impressions', 'spend'] }, 'raised', null],
    ['and its known part is enough', { impressions_cap: 100 }, { partial: ['impressions'] }, 'completed', null],
    [
      'and another cap is reached',
      { impressions_cap: 1000, installs_cap: 1 },
      { partial: ['impressions'] },
      'completed',
      null,
    ],
    [
      'and its bid is at its cap anyway',
      { impressions_cap: 1000, cpt_bid_cap: micros(0.8) },
      { partial: ['impressions'] },
      'limited',
      null,
    ],
  ])('%s', (_what, params, inputs, verdict, reason) => {
    expect(decided(params, inputs)).toMatchObject({ verdict, reason });
  });

  it('is left alone with the names of what is missing, and shown without them', () => {
    const verdict = decided({ impressions_cap: 1000, cpa_cap: micros(9) }, { partial: ['impressions', 'spend'] });
    expect(verdict).toMatchObject({ message: 'Not known for every day: impressions, spend', new: null });
    expect(displayedInputs({ ...wholeFigures, partial: ['impressions', 'spend'] })).toEqual({
      impressions: null,
      taps: 4,
      installs: 1,
      spend: null,
      cpt: null,
      cpa: null,
      impression_share: null,
    });
  });

  it('is decided as it would be with all of it, or not raised', () => {
    const figure = fc.record({ read: fc.nat(60), lost: fc.nat(60), isPartial: fc.boolean() });
    const figures = fc.record({ impressions: figure, taps: figure, installs: figure, spend: figure });
    const limit = fc.option(fc.integer({ min: 1, max: 90 }), { nil: null });
    const params = fc.record({
      impressions_cap: limit,
      installs_cap: limit,
      spend_cap: limit,
      cpt_cap: limit,
      cpa_cap: limit,
    });
    let skipped = 0;
    fc.assert(
      fc.property(params, figures, (caps, of) => {
        const partial = ruleFigureNames.filter((name) => of[name].isPartial);
        const sums = (isWhole: boolean): Omit<Inputs, 'partial'> => {
          const sum = ({ read, lost, isPartial }: typeof of.taps) => read + (isWhole && isPartial ? lost : 0);
          const counts = { impressions: sum(of.impressions), taps: sum(of.taps), installs: sum(of.installs) };
          return { ...counts, spend: sum(of.spend), impression_share: null };
        };
        const truth = decided(caps, sums(true))?.verdict;
        const verdict = decided(caps, partial.length === 0 ? sums(false) : { ...sums(false), partial })?.verdict;
        if (verdict === 'skipped') {
          skipped += 1;
          expect(partial).not.toEqual([]);
        } else expect(verdict === 'raised').toBe(truth === 'raised');
      }),
      { numRuns: 500 },
    );
    expect(skipped).toBeGreaterThan(50);
  });
});

describe('spend in another currency', () => {
  const sums = { impressions: 9, taps: 2, installs: 1, spend: 1_000_000 };
  const rateOf = (currency: string, day: string) =>
    currency === 'GBP' ? (day === '2026-03-26' ? 1.25 : 1.5) : undefined;
  const pounds = (day: string, amount: number) => ({ currency: 'GBP', day, micros: amount });

  it('is added at the rate of its day, each day in whole micros', () => {
    const foreign = [pounds('2026-03-26', 1), pounds('2026-03-27', 1_000_000), pounds('2026-03-26', 1)];
    const whole = withMissing(sums, { unread: new Set(), foreign }, rateOf);
    expect(whole).toEqual({ ...sums, spend: 1_000_000 + 1_500_000 + 3 });
    expect(withMissing(sums, { unread: new Set(), foreign: foreign.toReversed() }, rateOf)).toEqual(whole);
  });

  it('is not known without a rate, beside what could not be read', () => {
    const foreign = [{ currency: 'XAU', day: '2026-03-26', micros: 5 }];
    const missing = { unread: new Set(['tap_installs', 'view_installs'] as const), foreign };
    expect(withMissing(sums, missing, rateOf)).toEqual({ ...sums, partial: ['installs', 'spend'] });
  });

  it('of a campaign is added to its day, or makes the day a part', () => {
    const unread = new Set(['spend_micros'] as const);
    const days = [
      { campaign: 700, day: '2026-03-26', lost: { unread: new Set<never>(), foreign: [pounds('2026-03-26', 400)] } },
      { campaign: 700, day: '2026-03-27', lost: { unread, foreign: [] } },
    ];
    const spendByDay = new Map([[700, new Map([['2026-03-26', 1000]])]]);
    expect(spendWithMissing(spendByDay, days, rateOf)).toEqual({
      spend: new Map([
        [
          700,
          new Map([
            ['2026-03-26', 1500],
            ['2026-03-27', 0],
          ]),
        ],
      ]),
      partialSpend: new Map([[700, new Set(['2026-03-27'])]]),
    });
    expect(spendByDay.get(700)?.size).toBe(1);
  });
});

describe('what campaigns spent today', () => {
  const campaign = { ...sampleUnit().campaign, isSpentTodayPartial: true };
  const text = 'What its campaign spent today is not known';

  it('must be known where there is a daily budget, unless it is used up already', () => {
    expect(decided({}, {}, { campaign })).toMatchObject({ reason: 'no_fresh_data', message: text });
    expect(decided({}, {}, { campaign: { ...campaign, dailyBudget: null } })?.verdict).toBe('raised');
    const used = { ...campaign, spentToday: 45_000_000 };
    expect(decided({}, {}, { campaign: used })?.reason).toBe('budget_used');
  });

  it('is no spike while a day before is not known, and may be one while today is not', () => {
    const asOf = Date.parse('2026-03-27T08:00:00.000Z');
    const dayOf = (ago: number) => new Date(asOf - ago * 86_400_000).toISOString().slice(0, 10);
    const spikeOf = (today: number, partial: readonly string[], usual = micros(10)) => {
      const days = Array.from({ length: 14 }, (_, ago) => [dayOf(ago + 1), usual] as const);
      const spend = new Map([[700, new Map([...days, [dayOf(0), today]])]]);
      // The days that are not known look empty.
      for (const day of partial) if (day !== dayOf(0)) spend.get(700)?.set(day, 0);
      const figures: FiguresOfCampaigns = {
        keywords: new Map(),
        spend,
        partialSpend: new Map([[700, new Set(partial)]]),
      };
      const guardrails = defaultGuardrails('USD');
      const spend_spike = { rules: 'block' as const, factor: 2, plus: 1 };
      const application = { guardrails: { ...guardrails, spend_spike }, organizations: [] };
      return ruleData({
        asOf,
        pulledAt: asOf,
        hourMs: 3_600_000,
        organization: { currency: 'USD', time_zone: 'UTC' },
        application,
        campaigns: new Map(),
        figures,
        shares: new Map(),
        raisedBy: new Map(),
        resumed: {},
      }).spike;
    };
    expect(spikeOf(micros(19), [])).toBe(false);
    expect(spikeOf(micros(21), [])).toBe(true);
    const lost = [dayOf(1), dayOf(2), dayOf(3), dayOf(4), dayOf(5)];
    expect(spikeOf(micros(19), lost)).toBe(false);
    expect(spikeOf(micros(19), [dayOf(0)])).toBe(null);
    expect(spikeOf(micros(21), [dayOf(0)])).toBe(true);
  });

  it('keeps a rule from raising while the guardrail on it blocks and it is not known', () => {
    const standard = defaultGuardrails('USD');
    const decideWith = (rules: 'block' | 'warn') => {
      const guardrails = { ...standard, spend_spike: { ...standard.spend_spike, rules } };
      return evaluate(sampleRule(), sampleData([sampleUnit()], { spike: null, guardrails }), new Map())[0];
    };
    expect(decideWith('block')).toMatchObject({ verdict: 'skipped', reason: 'no_fresh_data' });
    expect(decideWith('warn')?.verdict).toBe('raised');
  });
});
