import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../event-catalogue.ts';
import { fold } from '../../../shared/decider.ts';
import { createCustomAutomations, evolveCustomAutomations } from '../custom-automations.ts';
import { randomWorlds } from '../evaluation/random-world.fixture.ts';
import { rememberRun } from '../evaluation/remember-verdict.ts';
import {
  dataOf,
  evaluateInFull,
  figuresOf,
  noMemory,
  unitOf,
  units,
  versionOf,
  windowOf,
} from '../evaluation/sample-world.fixture.ts';
import {
  customRunDecider,
  decideCustomRun,
  endCustomRun,
  isRunDecided,
  leaveOutCustomRun,
  requestCustomRun,
} from './custom-run.decider.ts';
import type { CustomRunEvent, SettledUnit } from './custom-run.events.ts';
import { createCustomRuns, evolveCustomRuns } from './custom-runs.ts';
import { readVerdicts } from './record/recorded-verdicts.ts';
import { ruleMemoryOf } from './rule-memory-of.ts';
import { endedEvent, evaluationEvents, runIdentity, settledEvent } from './run-events.fixture.ts';
import { settleVerdict } from './settled-verdict.ts';

const keys = ['700:710:720', '700:710:721', '700:710:722'];
const rule = {
  cases: [
    {
      once: true,
      when: { metric: 'cpa', window: '7d', op: '>', value: 3 },
      then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }],
    },
  ],
};
const version = versionOf(rule);
const data = dataOf({
  units: keys.map((key) => unitOf({ key })),
  figures: new Map([
    [
      '7d',
      windowOf({
        '700:710:720': figuresOf({ installs: 10, spend: units(50) }),
        '700:710:721': figuresOf({ installs: 10, spend: units(40) }),
      }),
    ],
  ]),
});
const clock = { asOf: data.asOf + 3_600_000, hourMs: data.hourMs, zone: data.zone };

function runsAfter(events: readonly CustomRunEvent[]) {
  const runs = createCustomRuns();
  for (const event of events) evolveCustomRuns(runs, event, 1n);
  const inOrganization = runs.organizations.get('5.40');
  const remember = (mode: 'live' | 'shadow', casesSince = '2026-01-01T00:00:00.000Z') =>
    ruleMemoryOf({ mode, rule: version.rule, casesSince, resumed: {} }, inOrganization, clock);
  return { run: inOrganization?.runs.at(-1), remember };
}

const settled = (key: string, outcome: SettledUnit['actions'][number]['outcome']): SettledUnit => ({
  key,
  actions: [{ do: 'bid', outcome, message: outcome === 'refused' ? 'Bid too low' : null }],
});

describe('the record of a run', () => {
  it('gives every verdict back as it was, but for units without figures, which are counted', () => {
    fc.assert(
      fc.property(randomWorlds, ({ rule: random, data: world }) => {
        const of = { id: 5, rule: random, casesSince: 0 };
        const { verdicts, withoutFigures } = evaluateInFull(of, world, noMemory);
        const state = fold(customRunDecider, evaluationEvents(of, world));
        const read = state.verdicts.flatMap((part) => readVerdicts(part, world.currency.settings));
        expect(read).toEqual(verdicts.filter(({ key }) => !withoutFigures.includes(key)));
        expect(read.length + (state.start?.without_figures ?? 0)).toBe(state.start?.counts.checked);
      }),
    );
  });

  it('is small: 500 keywords with ten conditions take less than 300 kB', () => {
    const conditions = Array.from({ length: 10 }, (_, index) => ({
      metric: index % 2 === 0 ? 'cpa' : 'cpt',
      window: '7d',
      op: '>',
      value: index + 1,
    }));
    const many = Array.from({ length: 500 }, (_, index) => `700000019:710000001:${720_000_001 + index}`);
    const rows = Object.fromEntries(
      many.map((key, index) => [key, figuresOf({ installs: 10, taps: 90, spend: units(index + 0.37) })]),
    );
    const of = versionOf({ cases: [{ when: { any: conditions }, then: [{ do: 'status', to: 'paused' }] }] });
    const world = dataOf({ units: many.map((key) => unitOf({ key })), figures: new Map([['7d', windowOf(rows)]]) });
    const [event] = evaluationEvents(of, world).filter(({ type }) => type === 'CustomRuleVerdictsDecided');
    expect(JSON.stringify(event).length).toBeLessThan(300_000);
  });
});

describe('deciding and ending a run', () => {
  const events = evaluationEvents(version, data);
  const later = evaluationEvents(version, { ...data, asOf: data.asOf + 60_000 });

  it('records an evaluation once, goes on where it was cut short, and sends nothing before all of it is there', () => {
    const part = fold(customRunDecider, events.slice(0, 2));
    expect(isRunDecided(part)).toBe(false);
    expect(decideCustomRun(part, events)).toEqual(events.slice(2));
    expect(
      endCustomRun(part, { state: 'done', settled: [], change_ids: [], message: null, breaks: false, at: '' }),
    ).toEqual([]);
    const whole = fold(customRunDecider, events);
    expect([isRunDecided(whole), decideCustomRun(whole, events), decideCustomRun(whole, later)]).toEqual([
      true,
      [],
      [],
    ]);
  });

  it('begins anew on later data where an evaluation was cut short, and never on earlier ones', () => {
    expect(decideCustomRun(fold(customRunDecider, events.slice(0, 2)), later)).toEqual(later);
    expect(decideCustomRun(fold(customRunDecider, later.slice(0, 2)), events)).toEqual([]);
  });

  it('is asked for by hand once, and left out only while nothing is evaluated', () => {
    const requested = {
      ...runIdentity,
      slot: 'manual-1',
      version: 1,
      asked_by: 8,
      requested_at: '2026-11-21T09:00:00.000Z',
    };
    const absent = customRunDecider.initialState();
    const request = requestCustomRun(absent, requested);
    expect(requestCustomRun(fold(customRunDecider, request), requested)).toEqual([]);
    const why = { state: 'no_complete_data' as const, message: null, left_out_at: '2026-11-21T09:00:00.000Z' };
    const left = { ...runIdentity, slot_at: '2026-11-21T09:00:00.000Z', version: 1, ...why };
    const leftOut = leaveOutCustomRun(fold(customRunDecider, request), left);
    expect(leftOut).toHaveLength(1);
    expect(leaveOutCustomRun(fold(customRunDecider, [...request, ...leftOut]), left)).toEqual([]);
    expect(leaveOutCustomRun(fold(customRunDecider, events), left)).toEqual([]);
  });

  it('counts how calls ended', () => {
    const state = fold(customRunDecider, events);
    const end = {
      state: 'done' as const,
      change_ids: [],
      message: null,
      breaks: false,
      at: '2026-11-21T08:01:00.000Z',
    };
    const ended = endCustomRun(state, {
      ...end,
      settled: [settled('700:710:720', 'changed'), settled('700:710:721', 'refused')],
    });
    expect(ended.at(-1)?.data).toMatchObject({ counts: { checked: 3, acted: 1, failed: 1, no_data: 1 } });
    expect(endCustomRun(fold(customRunDecider, [...events, ...ended]), { ...end, settled: [] })).toEqual([]);
  });
});

describe('what a rule remembers of its runs', () => {
  const events = evaluationEvents(version, data);
  const ended = [...events, endedEvent()];

  it('joins units, and keeps changes that were made or may have been', () => {
    // A run that is cut short is evaluated anew.
    expect(runsAfter(events).remember('live').units.get('700:710:720')).toBeUndefined();
    expect(runsAfter(ended).remember('live').units.get('700:710:720')).toMatchObject({
      joined: '2026-11-21',
      last: {},
    });
    const outcomes = [settled('700:710:720', 'unknown'), settled('700:710:721', 'refused')];
    const { remember } = runsAfter([...events, settledEvent(outcomes), endedEvent()]);
    const memory = remember('live');
    expect(memory.units.get('700:710:720')).toMatchObject({
      last: { cpt_bid: { at: data.asOf, from: units(1), to: units(0.9) } },
      done: [0],
    });
    expect(memory.units.get('700:710:721')).toMatchObject({ last: {}, done: [] });
    expect([memory.today.units, remember('shadow').today.units]).toEqual([1, 0]);
  });

  it('lifts what was done once when the cases are others, and keeps the cool-down', () => {
    const { remember } = runsAfter([...events, settledEvent([settled('700:710:720', 'changed')])]);
    const unit = remember('live', '2026-11-21T09:00:00.000Z').units.get('700:710:720');
    expect([unit?.done, unit?.last.cpt_bid?.to]).toEqual([[], units(0.9)]);
  });

  it('in shadow remembers as if its changes had happened, exactly as the simulation of them does', () => {
    const suggested = evaluationEvents(version, data, { mode: 'shadow' });
    const { remember } = runsAfter([...suggested, endedEvent()]);
    const { verdicts } = evaluateInFull(version, data, noMemory);
    const simulated = rememberRun(noMemory, verdicts, { at: data.asOf, day: '2026-11-21', cases: version.rule.cases });
    expect(remember('shadow')).toMatchObject(simulated);
    expect(remember('live').units.get('700:710:720')?.last).toEqual({});
    for (const unfinished of [suggested, [...suggested, endedEvent('held')]]) {
      expect(runsAfter(unfinished).remember('shadow').units.get('700:710:720')?.last ?? {}).toEqual({});
    }
  });

  it('forgets since when units that left were there, but not their cool-downs and what was done once', () => {
    const left: CustomRunEvent = {
      type: 'CustomRuleUnitsChanged',
      data: { ...runIdentity, day: '2026-11-22', joined: [], left: ['700:710:720'] },
    };
    const back: CustomRunEvent = {
      type: 'CustomRuleUnitsChanged',
      data: { ...runIdentity, day: '2026-11-25', joined: ['700:710:720'], left: [] },
    };
    const changed = [...events, settledEvent([settled('700:710:720', 'changed')]), endedEvent(), left, endedEvent()];
    const returning = runsAfter(changed).remember('live').units.get('700:710:720');
    expect(returning).toMatchObject({ last: { cpt_bid: { to: units(0.9) } }, done: [0] });
    expect(
      runsAfter([...changed, back, endedEvent()])
        .remember('live')
        .units.get('700:710:720'),
    ).toMatchObject({
      joined: '2026-11-25',
      last: { cpt_bid: { to: units(0.9) } },
    });
  });

  it('shows a held run as done once another one releases it', () => {
    const end = endCustomRun(fold(customRunDecider, events), {
      state: 'held',
      settled: [],
      change_ids: [],
      message: 'Look at it first',
      breaks: false,
      at: '2026-11-21T08:00:01.000Z',
    });
    expect(runsAfter([...events, ...end]).run).toMatchObject({ state: 'held', message: 'Look at it first' });
    const requested: CustomRunEvent = {
      type: 'CustomRuleRunRequested',
      data: {
        ...runIdentity,
        run_id: '9a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01',
        slot: 'manual-1',
        version: 1,
        releases: runIdentity.run_id,
        asked_by: 8,
        requested_at: '2026-11-21T09:00:00.000Z',
      },
    };
    const runs = createCustomRuns();
    for (const event of [...events, ...end, requested]) evolveCustomRuns(runs, event, 1n);
    expect(runs.organizations.get('5.40')?.runs.map(({ state }) => state)).toEqual(['done', 'running']);
  });
});

describe('a held run', () => {
  const held = [...evaluationEvents(version, data), endedEvent('held')];
  const by = { automation_id: 5, change_id: runIdentity.run_id, changed_by: 8, changed_at: '2026-11-21T09:00:00.000Z' };
  const content = { rule: version.rule, apply_to: { '40': 'all' as const } };
  const created: DomainEvent = {
    type: 'CustomRuleCreated',
    data: {
      ...content,
      automation_id: 5,
      change_id: runIdentity.run_id,
      application_id: 3,
      name: 'Waste',
      mode: 'live',
      status: 'active',
      created_by: 8,
      created_at: '2026-11-20T09:00:00.000Z',
    },
  };
  const stateAfter = (...events: DomainEvent[]) => {
    const all = createCustomAutomations();
    for (const event of [created, ...held, ...events]) evolveCustomAutomations(all, event, 1n);
    return all.runs.organizations.get('5.40')?.runs.at(-1)?.state;
  };
  const changed = (rule: typeof version.rule): DomainEvent => ({
    type: 'CustomRuleChanged',
    data: { ...by, ...content, rule, what: [] },
  });

  it('ends with the rule paused, though it is started again, or with other cases, and with nothing else', () => {
    const paused: DomainEvent = { type: 'CustomRulePaused', data: { ...by, message: null } };
    const started: DomainEvent = { type: 'CustomRuleStarted', data: by };
    expect(stateAfter(paused, started)).toBe('done');
    const others = versionOf({ cases: [{ when: rule.cases[0]?.when, then: [{ do: 'status', to: 'paused' }] }] });
    expect(stateAfter(changed(others.rule))).toBe('done');
    const atNoon = { ...version.rule, schedule: { ...version.rule.schedule, hours: [12] } };
    expect(stateAfter(changed(atNoon))).toBe('held');
  });
});

describe('how a verdict ended', () => {
  const [verdict] = evaluateInFull(version, data, noMemory).verdicts;
  if (verdict === undefined) throw new RangeError('Nothing was evaluated');
  const two = {
    ...verdict,
    actions: [...verdict.actions, { ...verdict.actions[0], do: 'label' as const }],
  } as typeof verdict;

  it('fails where one of its actions failed, and shows both', () => {
    const ended = settleVerdict(two, {
      key: verdict.key,
      actions: [
        { do: 'bid', outcome: 'changed', message: null },
        { do: 'label', outcome: 'refused', message: 'No' },
      ],
    });
    expect([ended.verdict, ended.outcome, ended.message]).toEqual(['failed', 'refused', 'No']);
    expect(ended.actions.map(({ outcome }) => outcome)).toEqual(['changed', 'refused']);
  });

  it.each([
    ['changed', null, 'acted', null],
    ['conflict', 'Another bid', 'conflict', null],
    ['unknown', null, 'unknown', null],
    ['skipped', 'Stopped', 'skipped', 'stopped'],
    ['skipped', 'Deleted', 'failed', null],
  ] as const)('%s (%s) is %s', (outcome, message, expected, reason) => {
    const ended = settleVerdict(verdict, { key: verdict.key, actions: [{ do: 'bid', outcome, message }] });
    expect([ended.verdict, ended.reason]).toEqual([expected, reason]);
  });
});
