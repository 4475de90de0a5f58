import { describe, expect, it } from 'vitest';
import { createSuggestedRuns } from '../evaluation/backtest/suggested-runs.ts';
import type { RuleMemory, RuleUnitMemory } from '../evaluation/rule-memory.ts';
import { runSlot, simulatedWorld } from '../evaluation/rule-simulation.fixture.ts';
import {
  bidChange,
  byPerson,
  dataOf,
  evaluated,
  evaluateInFull,
  figuresOf,
  noMemory,
  unitOf,
  units,
  verdictOn,
  versionOf,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import type { SettingChange } from '../evaluation/setting-trail.ts';
import { readUnits, recordVerdicts } from '../run/record/recorded-verdicts.ts';
import { breakerText } from './breaker.ts';
import { cooldownDays } from './cooldown.ts';

const key = '700:710:720';
const at = (instant: string): number => Date.parse(`${instant}Z`);
const midnight = (day: string): number => at(`${day}T00:00`) - 3_600_000;
const raise = { do: 'bid', how: 'raise', percent: 10, min: 0.1, max: 10 };
const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.1, max: 10 };
const cheap = { metric: 'cpa', window: '7d', op: '<', value: 4 };
const figures = new Map([
  ['7d', windowOf({ [key]: figuresOf({ installs: 10, spend: units(30), predicted_income: units(20) }) })],
]);
const raising = { cases: [{ when: cheap, then: [raise] }] };
const lowering = { cases: [{ when: cheap, then: [lower] }] };

const remembering = (others: Partial<RuleUnitMemory>): RuleMemory => ({
  ...noMemory,
  units: new Map([[key, { joined: '2026-10-01', last: {}, done: [], released: [], resumed: {}, ...others }]]),
});
const lastBid = (instant: string, from = 1, to = 1.1) =>
  remembering({ last: { cpt_bid: { at: at(instant), from: units(from), to: units(to) } } });

describe('two rules that pull apart (8.5)', () => {
  const a = versionOf({ ...raising, priority: 400 }, { id: 5 });
  const b = versionOf(
    { cases: [{ when: { metric: 'predicted_roas', window: '7d', op: '<', value: 1 }, then: [lower] }] },
    { id: 6 },
  );
  it('change the bid in turns until they are held, each with its end', () => {
    let world = simulatedWorld([unitOf()]);
    const days = Array.from({ length: 23 }, (_, index) => {
      const slot = runSlot(world, [a, b], at('2026-11-01T08:00') + index * 86_400_000, { figures });
      world = slot.world;
      const [ofA, ofB] = slot.runs.map(({ verdicts: [verdict] }) => verdict);
      return {
        a: ofA?.reason ?? ofA?.verdict,
        aUntil: ofA?.until,
        b: ofB?.reason ?? ofB?.verdict,
        bUntil: ofB?.until,
        text: ofA?.message,
        bid: world.units[0]?.settings.cptBid,
      };
    });
    const [first, second] = days;
    expect(first).toMatchObject({ a: 'acted', b: 'already_changed', bid: units(1.1) });
    expect(second).toMatchObject({ a: 'cooldown', aUntil: midnight('2026-11-08'), b: 'acted', bid: units(0.99) });
    for (const day of days.slice(2, 7)) {
      expect(day).toMatchObject({ a: 'cooldown', b: 'cooldown', bUntil: midnight('2026-11-09'), bid: units(0.99) });
    }
    expect(days[7]).toMatchObject({ a: 'opposed', aUntil: midnight('2026-11-09'), b: 'cooldown', bid: units(0.99) });
    expect(days[7]?.text).toBe('"B" lowered it on 2 Nov, until 9 Nov');
    expect(days[8]).toMatchObject({ a: 'acted', b: 'already_changed', bid: units(1.09) });
    expect(days[9]).toMatchObject({ a: 'cooldown', b: 'acted', bid: units(0.98) });
    for (const day of days.slice(10)) {
      const held = { a: 'oscillating', aUntil: midnight('2026-11-24'), b: 'oscillating', bid: units(0.98) };
      expect(day).toMatchObject(held);
    }
  });
  it('would lower the bid once a week as two cases of one rule', () => {
    const weak = { metric: 'predicted_roas', window: '7d', op: '<', value: 1 };
    const twoCases = versionOf({
      cases: [
        { when: weak, then: [lower] },
        { when: cheap, then: [raise] },
      ],
    });
    let world = simulatedWorld([unitOf()]);
    const bids = Array.from({ length: 22 }, (_, index) => {
      world = runSlot(world, [twoCases], at('2026-11-01T08:00') + index * 86_400_000, { figures }).world;
      return world.units[0]?.settings.cptBid;
    });
    expect([bids[0], bids[6], bids[7], bids[13], bids[14], bids[21]]).toEqual(
      [0.9, 0.9, 0.81, 0.81, 0.73, 0.66].map(units),
    );
  });
  it('only tell of it where the rule wants no more', () => {
    const trail = {
      cpt_bid: ['01', '02', '03', '04'].map((day, index) =>
        bidChange(6 + (index % 2), at(`2026-11-${day}T08:00`), index % 2 === 0 ? 1 : 2, index % 2 === 0 ? 2 : 1),
      ),
    };
    const asOf = at('2026-11-12T08:00');
    const run = (guards: object) => verdictOn({ ...lowering, guards }, { asOf, figures, units: [unitOf({ trail })] });
    expect(run({}).reason).toBe('oscillating');
    expect(run({ oscillation: 'notify' })).toMatchObject({ verdict: 'acted', message: run({}).message });
    const recorded = (guards: object) => {
      const evaluation = evaluated({ ...lowering, guards }, { asOf, figures, units: [unitOf({ trail })] });
      return readUnits(recordVerdicts(evaluation, evaluation.decisions));
    };
    const [held] = recorded({});
    expect(recorded({ oscillation: 'notify' })).toMatchObject([{ until: null, oscillates_until: held?.until }]);
    expect(held).toMatchObject({ reason: 'oscillating' });
    expect(held).not.toHaveProperty('oscillates_until');
  });
});

describe('what a person did', () => {
  const changed = lastBid('2026-11-01T08:00');
  const run = (changes: ReturnType<typeof byPerson>[], memory = changed, others = {}) =>
    verdictOn(raising, { figures, units: [unitOf({ trail: { cpt_bid: changes }, ...others })] }, memory);
  it('cools a setting for 24 hours', () => {
    const edit = byPerson(at('2026-11-20T08:00') + 1, 1.1, 1.3);
    expect(run([edit])).toMatchObject({ verdict: 'skipped', reason: 'cooling', until: at('2026-11-21T08:00') + 1 });
    expect(run([{ ...edit, at: at('2026-11-20T08:00') }]).verdict).toBe('acted');
  });
  it('releases it, until it is resumed, where it was set back, to or past what it was', () => {
    expect(run([byPerson(at('2026-11-03T08:00'), 1.1, 1)])).toMatchObject({ reason: 'released', until: null });
    expect(run([byPerson(at('2026-11-03T08:00'), 1.1, 0.8), byPerson(at('2026-11-05T08:00'), 0.8, 2)]).reason).toBe(
      'released',
    );
    expect(run([byPerson(at('2026-11-03T08:00'), 1.1, 1.05)]).verdict).toBe('acted');
    expect(run([byPerson(at('2026-10-30T08:00'), 1.1, 1)]).verdict).toBe('acted');
  });
  it('releases it where the change before had no answer', () => {
    const trail = [bidChange(5, at('2026-11-08T08:00'), 1.1, 1.2), byPerson(at('2026-11-09T08:00'), 1.2, 1.1)];
    expect(run(trail).reason).toBe('released');
  });
  it('no longer holds after Resume or new cases', () => {
    const back = byPerson(at('2026-11-03T08:00'), 1.1, 1);
    const last = changed.units.get(key)?.last ?? {};
    expect(run([back], remembering({ last, resumed: { cpt_bid: at('2026-11-04T08:00') } })).verdict).toBe('acted');
    const version = versionOf(raising, { casesSince: at('2026-11-04T08:00') });
    const data = dataOf({ figures, units: [unitOf({ trail: { cpt_bid: [back] } })] });
    expect(evaluateInFull(version, data, changed).verdicts[0]?.verdict).toBe('acted');
  });
  it('releases a label that was taken back, whatever other labels the object was given since', () => {
    const labels = { cases: [{ when: cheap, then: [{ do: 'label', add: 3 }] }] };
    const added = { ...bidChange(5, at('2026-11-01T08:00'), 0, 1), from: null, to: 3, direction: 'none' as const };
    const person = { ...added, actor: { kind: 'person' as const } };
    const back = { ...person, at: at('2026-11-03T08:00'), from: 3, to: null };
    const held = (...label: SettingChange[]) =>
      verdictOn(labels, { figures, units: [unitOf({ labels: [4], trail: { label } })] });
    expect(held(added, { ...person, at: at('2026-11-02T08:00'), to: 4 }, back)).toMatchObject({ reason: 'released' });
    expect(held({ ...added, to: 4 }, back).verdict).toBe('acted');
    expect(held(person, back).verdict).toBe('acted');
  });
  it('holds for one field, and not for another', () => {
    const memory = remembering({ released: ['cpt_bid'] });
    expect(run([], memory).reason).toBe('released');
    const pausing = { cases: [{ when: cheap, then: [{ do: 'status', to: 'paused' }] }] };
    expect(verdictOn(pausing, { figures }, memory).verdict).toBe('acted');
  });
});

describe('what the rule did itself', () => {
  it.each([
    ['2026-11-15T08:00', 'cooldown'],
    ['2026-11-14T08:00', undefined],
  ])('cools for as long as its evidence: changed at %s', (changed, reason) => {
    const verdict = verdictOn(raising, { figures }, lastBid(changed));
    expect(verdict.reason ?? undefined).toBe(reason);
    if (reason !== undefined)
      expect(verdict).toMatchObject({ until: midnight('2026-11-22'), message: 'Cool-down until 22 Nov' });
  });
  it('cools whatever a day is restated to', () => {
    const restated = new Map([['7d', windowOf({ [key]: figuresOf({ installs: 30, spend: units(30) }) })]]);
    expect(verdictOn(raising, { figures: restated }, lastBid('2026-11-20T08:00')).reason).toBe('cooldown');
  });
  it.each([
    ['7d', null, 7],
    ['28d-1', null, 14],
    ['7d-mature', null, 7],
    ['life', null, 7],
    ['start', null, 7],
    ['today', null, 1],
    ['28d', 3, 3],
  ])('over %s, with %s days set: %d', (window, cooldown, days) => {
    const { cases, guards } = versionOf({
      cases: [{ when: { metric: 'taps', window, op: '>', value: 1 }, then: [raise] }],
      guards: { cooldown_days: cooldown },
    }).rule;
    expect(cases.map((ruleCase) => cooldownDays(ruleCase, guards))).toEqual([days]);
  });
  it('acts once where the case says so', () => {
    const once = { cases: [{ ...raising.cases[0], once: true }] };
    expect(verdictOn(once, { figures }, remembering({ done: [0] }))).toMatchObject({ reason: 'done', until: null });
    expect(verdictOn(once, { figures }, remembering({ done: [1] })).verdict).toBe('acted');
    expect(verdictOn(raising, { figures }, remembering({ done: [0] })).verdict).toBe('acted');
  });
});

describe('what other rules did', () => {
  const slot = '2026-11-21T09';
  const withTrail = (changes: ReturnType<typeof bidChange>[], rule: object = raising) =>
    verdictOn(rule as Record<string, unknown>, { figures, units: [unitOf({ trail: { cpt_bid: changes } })] });
  it('holds a raise while a lower is cooling, and never a lower while a raise is', () => {
    expect(withTrail([bidChange(6, at('2026-11-15T08:00'), 2, 1)]).reason).toBe('opposed');
    expect(withTrail([bidChange(6, at('2026-11-14T08:00'), 2, 1)]).verdict).toBe('acted');
    expect(withTrail([bidChange(6, at('2026-11-15T08:00'), 1, 2)], lowering).verdict).toBe('acted');
    expect(withTrail([bidChange(5, at('2026-11-15T08:00'), 2, 1)]).verdict).toBe('acted');
  });
  it('is one change an hour of a slot, and one a day by custom rules', () => {
    const changed = bidChange(6, at('2026-11-21T07:59'), 1, 2, slot);
    expect(withTrail([changed], lowering)).toMatchObject({
      reason: 'already_changed',
      message: 'Already changed by B',
    });
    const earlier = bidChange(6, at('2026-11-21T03:00'), 1, 2, '2026-11-21T04');
    expect(withTrail([earlier], lowering)).toMatchObject({
      verdict: 'limited',
      reason: 'limit',
      until: midnight('2026-11-22'),
    });
    const fixed = { ...earlier, actor: { ...earlier.actor, custom: false } } as typeof earlier;
    expect(withTrail([fixed], lowering).verdict).toBe('acted');
    const byHand = verdictOn(lowering, {
      figures,
      slot: null,
      units: [unitOf({ trail: { cpt_bid: [{ ...fixed, at: changed.at }] } })],
    });
    expect(byHand.verdict).toBe('acted');
  });
  it('waits for figures of today that know the last change', () => {
    const today = { cases: [{ when: { metric: 'spend', window: 'today', op: '>=', value: 1 }, then: [lower] }] };
    const spent = new Map([['today', windowOf({ [key]: figuresOf({ spend: units(5) }) })]]);
    const creation = { ...byPerson(at('2026-11-21T06:00'), 1, 2), actor: { kind: 'creation' } as const };
    const run = (pulledAt: number) =>
      verdictOn(today, { figures: spent, pulledAt, units: [unitOf({ trail: { cpt_bid: [creation] } })] });
    expect(run(at('2026-11-21T08:29'))).toMatchObject({ reason: 'not_settled', until: at('2026-11-21T08:30') });
    expect(run(at('2026-11-21T08:30')).verdict).toBe('acted');
  });
  it('is known to a draft as far as others did it', () => {
    const draft = (changes: ReturnType<typeof bidChange>[], entered: Record<string, unknown> = raising) =>
      evaluateInFull(
        versionOf(entered, { id: null }),
        dataOf({ figures, units: [unitOf({ trail: { cpt_bid: changes } })] }),
        noMemory,
      ).verdicts[0];
    expect(draft([byPerson(at('2026-11-21T07:00'), 1, 2)])?.reason).toBe('cooling');
    expect(draft([bidChange(6, at('2026-11-20T08:00'), 2, 1)])?.reason).toBe('opposed');
    expect(draft([bidChange(6, at('2026-11-21T07:59'), 1, 2, slot)], lowering)?.verdict).toBe('acted');
  });
});

describe('limits of a run', () => {
  const keys = Array.from({ length: 12 }, (_, index) => `700:710:${721 + index}`);
  const many = new Map([
    [
      '7d',
      windowOf(
        Object.fromEntries(
          keys.map((unitKey, index) => [unitKey, figuresOf({ installs: 20, spend: units(10 + (index % 4)) })]),
        ),
      ),
    ],
  ]);
  const run = (guards: object, memory = noMemory) =>
    evaluated(
      { ...raising, guards },
      { figures: many, units: keys.map((unitKey) => unitOf({ key: unitKey })) },
      memory,
    );
  const actedKeys = (evaluation: ReturnType<typeof run>) =>
    evaluation.verdicts.filter(({ verdict }) => verdict === 'acted').map(({ key: unitKey }) => unitKey);
  it('take units with most spend first, ties by key, and leave the rest for the next run', () => {
    const evaluation = run({ units_per_run: 4 });
    expect(actedKeys(evaluation)).toEqual(['700:710:723', '700:710:724', '700:710:728', '700:710:732']);
    expect(evaluation.counts).toMatchObject({ acted: 4, limited: 8 });
    expect(evaluation.verdicts[0]).toMatchObject({
      reason: 'limit',
      until: dataOf().slot?.nextAt,
      actions: [{ new: null }],
    });
  });
  it('count units of the day', () => {
    const evaluation = run({ units_per_day: 10 }, { ...noMemory, today: { units: 7, raisedBudgets: 0 } });
    expect(evaluation.counts).toMatchObject({ acted: 3, limited: 9 });
    expect(evaluation.verdicts[0]?.until).toBe(midnight('2026-11-22'));
  });
  it('of a day hold in a back-test of a draft, run after run; without a memory a draft has none', () => {
    const guards = { units_per_day: 5 };
    const version = versionOf({ ...raising, guards }, { id: null });
    const suggested = createSuggestedRuns({ rule: version.rule, casesSince: '2026-11-21T00:00:00.000Z' });
    const acted = ['06', '14', '22', '30'].map((hour) => {
      const asOf = midnight('2026-11-21') + Number(hour) * 3_600_000;
      const slot = { id: hour, at: asOf, nextAt: asOf + 8 * 3_600_000 };
      const data = dataOf({ asOf, slot, figures: many, units: keys.map((unitKey) => unitOf({ key: unitKey })) });
      const evaluation = evaluateInFull({ ...version, hasMemory: true }, data, suggested.memoryAt(data, {}));
      suggested.remember(evaluation, { slot: hour, asOf, hourMs: data.hourMs, zone: data.zone });
      return evaluation.counts.acted;
    });
    expect(acted).toEqual([5, 0, 0, 5]);
    const draft = evaluateInFull(
      version,
      dataOf({ figures: many, units: keys.map((k) => unitOf({ key: k })) }),
      noMemory,
    );
    expect(draft.counts).toMatchObject({ acted: 12, limited: 0 });
  });
  it('add up raised daily budgets', () => {
    const budgets = ['700', '701', '702'].map((unitKey) =>
      unitOf({ key: unitKey, settings: { ...unitOf().settings, dailyCap: units(100) } }),
    );
    const rule = {
      level: 'campaign',
      cases: [
        { when: { metric: 'age_days', op: '>=', value: 1 }, then: [{ do: 'daily_budget', how: 'raise', amount: 20 }] },
      ],
      guards: { raise_per_day: 50 },
    };
    expect(evaluated(rule, { units: budgets }).counts).toMatchObject({ acted: 2, limited: 1 });
    const used = { ...noMemory, today: { units: 1, raisedBudgets: units(20) } };
    expect(evaluated(rule, { units: budgets }, used).counts).toMatchObject({ acted: 1, limited: 2 });
  });
  it('pause a rule whose changes fail', () => {
    expect(breakerText({ written: 40, failed: 20, message: 'Forbidden' })).toBe(
      'Paused after 20 of 40 changes failed: Forbidden',
    );
    expect(breakerText({ written: 41, failed: 20, message: 'Forbidden' })).toBeUndefined();
    expect(breakerText({ written: 19, failed: 19, message: 'Forbidden' })).toBeUndefined();
  });
});
