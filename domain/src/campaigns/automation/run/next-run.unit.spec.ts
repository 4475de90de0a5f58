import { describe, expect, it } from 'vitest';
import { createAutomations, type RunSummary } from '../automations.ts';
import { type ExistingRule, ruleOfDraft } from '../rule/automation.decider.ts';
import { defaultParams } from '../rule/rule-params.ts';
import { nextSlot } from '../rule/slots.ts';
import { freshDataPause, hasRuns, isOlderDue, nextRun, type RuleInOrganization, rulesBefore } from './next-run.ts';

const day = '2026-03-27';
const at = (time: string) => Date.parse(`${day}T${time}:00.000Z`);
const rule = (overrides: Partial<ExistingRule> = {}): ExistingRule => ({
  ...ruleOfDraft({
    application_id: 3,
    params: { ...defaultParams, updates_per_day: 8 },
    window: 'lifetime',
    apply_to: { 40: [700] },
    at: '2026-03-27T00:30:00.000Z',
  }),
  automation_id: 5,
  ...overrides,
});
const organization = { org_id: 40, time_zone: 'UTC' };
const run = (slot: string, state: RunSummary['state'], overrides: Partial<RunSummary> = {}): RunSummary => ({
  run_id: `run of ${slot}`,
  automation_id: 5,
  org_id: 40,
  slot,
  slot_at: `${day}T01:15:00.000Z`,
  state,
  version: 1,
  mode: 'live',
  as_of: null,
  started_at: '',
  ended_at: null,
  change_id: null,
  message: null,
  counts: null,
  ...overrides,
});
const scope = (overrides: Partial<RuleInOrganization> = {}): RuleInOrganization => ({
  rule: rule(),
  organization,
  runs: [],
  isServed: true,
  ...overrides,
});
/** With slots of seconds a rule starts without a delay. */
const quarter = 900;
const next = (of: RuleInOrganization, time: string, everySeconds: number | undefined = quarter) =>
  nextRun(of, { everySeconds, now: at(time) });

describe('what a rule has to do', () => {
  it('is its next slot, some minutes after it', () => {
    const later = nextRun(scope(), { everySeconds: undefined, now: at('01:00') });
    expect(later).toMatchObject({ kind: 'later', missed: [] });
    const delayMs = later.kind === 'later' ? later.at - at('03:00') : -1;
    expect(delayMs).toBeGreaterThanOrEqual(0);
    expect(delayMs).toBeLessThan(600_000);
    expect(nextRun(scope(), { everySeconds: undefined, now: at('03:00') + delayMs })).toMatchObject({
      kind: 'due',
      slot: { id: `${day}T03` },
    });
  });

  it('is the newest slot that has come; those before are missed, and all that came long ago', () => {
    expect(next(scope(), '01:20')).toMatchObject({
      kind: 'due',
      slot: { at: at('01:15') },
      missed: [{ at: at('00:45') }, { at: at('01:00') }],
    });
    const eight = (time: string) => nextRun(scope(), { everySeconds: undefined, now: at(time) });
    expect(eight('05:00')).toMatchObject({ kind: 'later', missed: [{ id: `${day}T03` }] });
  });

  it('is nothing at a slot that was run already, or before the rule was there', () => {
    const ran = scope({ runs: [run(`${day}T01:15`, 'done')] });
    expect(next(ran, '01:20')).toEqual({ kind: 'later', at: at('01:30'), missed: [] });
    expect(next(scope(), '00:30')).toEqual({ kind: 'later', at: at('00:45'), missed: [] });
  });

  it('is a run that is under way, before anything else and whatever became of the rule', () => {
    const byHand = run('manual-1', 'running');
    for (const status of ['active', 'paused', 'deleted'] as const) {
      const open = scope({ rule: rule({ status }), runs: [byHand], isServed: false });
      expect(next(open, '01:20')).toEqual({ kind: 'open', run: byHand });
      expect(hasRuns(open)).toBe(true);
    }
  });

  it('is not moved by a run by hand', () => {
    const byHand = run('manual-1', 'done', { slot_at: `${day}T01:16:00.000Z` });
    expect(next(scope({ runs: [byHand] }), '01:20')).toMatchObject({ kind: 'due', slot: { at: at('01:15') } });
  });

  it('is nothing while it is paused, has no campaign there, or its team is not served', () => {
    const idle = [
      scope({ rule: rule({ status: 'paused' }) }),
      scope({ rule: rule({ status: 'deleted' }) }),
      scope({ rule: rule({ apply_to: { 41: [700] } }) }),
      scope({ isServed: false }),
    ];
    for (const of of idle) {
      expect(next(of, '01:20')).toEqual({ kind: 'none' });
      expect(hasRuns(of)).toBe(false);
    }
  });
});

describe('a slot without fresh figures', () => {
  const hours = { zone: 'UTC', updatesPerDay: 8 } as const;
  const slot = { id: `${day}T03`, at: at('03:00') };

  it('looks for them ever more rarely, until it is too late', () => {
    const pauses = ['03:00', '03:05', '03:12', '04:00', '04:29', '04:30'].map((time) =>
      freshDataPause(hours, slot, at(time)),
    );
    expect(pauses).toEqual([5, 5, 12, 30, 30, undefined]);
  });

  it('of a filter waits until late in the evening, looking every minute', () => {
    const daily = { ...hours, daily: true };
    expect(['03:00', '22:58', '22:59'].map((time) => freshDataPause(daily, slot, at(time)))).toEqual([
      60,
      60,
      undefined,
    ]);
  });

  it('of seconds is given up when another one comes first', () => {
    expect(freshDataPause({ ...hours, everySeconds: 3 }, slot, slot.at)).toBeUndefined();
    expect(freshDataPause({ ...hours, everySeconds: 120 }, slot, slot.at)).toBe(5);
  });
});

describe('two rules at one slot', () => {
  const older = rule({ automation_id: 4 });
  const newer = rule();
  const clock = { zone: 'UTC', updatesPerDay: 8, everySeconds: quarter } as const;
  const slot = nextSlot(clock, at('01:00'));
  const isDue = (runs: RunSummary[], first = older) => {
    const all = createAutomations();
    for (const existing of [first, newer]) all.rules.set(existing.automation_id, existing);
    all.runs.set('4.40', runs);
    return isOlderDue(all, { rule: newer, organization }, slot, quarter);
  };

  it('run one after the other, the older one first', () => {
    expect(isDue([])).toBe(true);
    expect(isDue([run(slot.id, 'running', { automation_id: 4 })])).toBe(true);
    expect(isDue([run(slot.id, 'done', { automation_id: 4 })])).toBe(false);
    expect(isDue([], rule({ automation_id: 4, slotsSince: new Date(slot.at).toISOString() }))).toBe(false);
  });

  it('do not wait for one that is paused, has other campaigns, or raises no bids', () => {
    const others = [
      rule({ automation_id: 4, status: 'paused' }),
      rule({ automation_id: 4, apply_to: { 40: [701] } }),
      rule({ automation_id: 4, type: 'filter_skag' }),
      rule({ automation_id: 4, application_id: 9 }),
      rule({ automation_id: 6 }),
    ];
    expect(others.flatMap((other) => rulesBefore([other, newer], newer, 40))).toEqual([]);
    expect(rulesBefore([newer, older], newer, 40)).toEqual([older]);
  });
});
