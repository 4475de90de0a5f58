import { describe, expect, it } from 'vitest';
import { fold } from '../../../shared/decider.ts';
import type { CustomRule } from '../definition/custom-rule.ts';
import { readCustomRule } from '../definition/reading/read-custom-rule.ts';
import { enteredCase, enteredRule, sampleContext } from '../sample-rules.fixture.ts';
import {
  type CustomRuleUpdates,
  changeCustomRule,
  createCustomRule,
  pauseAfterFailures,
  resumeCustomUnits,
  versionOf,
} from './custom-rule.decider.ts';
import type { CustomRuleEvent } from './custom-rule.events.ts';
import type { ExistingCustomRule } from './existing-custom-rule.ts';
import { type CustomRuleState, customRuleDecider } from './fold-custom-rule.ts';
import { slotsSinceIn } from './slots-since.ts';

const read = (fields: Readonly<Record<string, unknown>> = {}): CustomRule =>
  readCustomRule(enteredRule(fields), sampleContext);
const made = '2026-11-20T09:00:00.000Z';
const later = '2026-11-21T09:00:00.000Z';
const edit = {
  change_id: '5f1c6d0e-3b7a-4c52-9a3e-0d6f2f7c9b11',
  changed_by: 18,
  changed_at: later,
  currencies: { application: 'USD', settings: 'USD' },
};

const events = createCustomRule(customRuleDecider.initialState(), {
  automation_id: 104,
  change_id: '0b9f4d4e-6a1a-4f0c-8d0b-3f1f5f1c6d0e',
  application_id: 3,
  name: 'Dear',
  rule: read(),
  apply_to: { 40: [7, 8] },
  mode: 'shadow',
  status: 'active',
  created_by: 17,
  created_at: made,
});
const existing = (state: CustomRuleState): ExistingCustomRule => {
  if (state.status === 'absent') throw new Error('The rule is absent');
  return state;
};
const rule = existing(fold(customRuleDecider, events));
const changed = (updates: CustomRuleUpdates, before: ExistingCustomRule = rule): CustomRuleEvent[] =>
  changeCustomRule(before, updates, edit);
/** The same by another call. */
const next = (updates: CustomRuleUpdates, before: ExistingCustomRule): CustomRuleEvent[] =>
  changeCustomRule(before, updates, { ...edit, change_id: '9d6f2f7c-3b7a-4c52-9a3e-5f1c6d0e9b11' });
const edited = (updates: CustomRuleUpdates, before: ExistingCustomRule = rule): ExistingCustomRule =>
  existing(changed(updates, before).reduce(customRuleDecider.evolve, before));

describe('a rule that people write', () => {
  it('is made once, in its first version', () => {
    expect(rule).toMatchObject({
      version: 1,
      since: made,
      slotsSince: made,
      casesSince: made,
      changed_by: 17,
      what: [],
    });
    expect(rule.versions).toHaveLength(1);
    expect(rule.wishes).toEqual({ 17: true });
    expect(createCustomRule(rule, events[0]?.type === 'CustomRuleCreated' ? events[0].data : never())).toEqual([]);
  });

  it('has no slots in an organization before it had campaigns there', () => {
    const both = edited({ apply_to: { 40: [7, 8], 41: [9] } });
    expect([slotsSinceIn(both, 40), slotsSinceIn(both, 41)]).toEqual([made, later]);
  });

  it('has no version for equal content, whatever the order of sets and the spelling of time ranges', () => {
    const same = read({
      ...enteredCase({ all: [{ metric: 'cpa', window: '7d-0', op: '>', value: 3 }] }),
      schedule: { weekdays: [7, 6, 5, 4, 3, 2, 1] },
    });
    expect(changed({ rule: same, apply_to: { 40: [8, 7] }, name: 'Dear', mode: 'shadow', status: 'active' })).toEqual(
      [],
    );
  });

  it('gets a version with what is another in words; new cases begin again, another guard or filter does not', () => {
    const dearer = read(enteredCase({ all: [{ metric: 'cpa', window: '7d', op: '>', value: 4 }] }));
    expect(edited({ rule: dearer })).toMatchObject({
      version: 2,
      since: later,
      changed_by: 18,
      casesSince: later,
      slotsSince: made,
      what: ['Case 1, condition 1: value 3.00 → 4.00'],
    });
    const others = [
      read({ guards: { maturity: 0.5 } }),
      read({ scope: { status: ['paused'] } }),
      read({ priority: 1 }),
    ];
    for (const other of others) expect(edited({ rule: other })).toMatchObject({ version: 2, casesSince: made });
    expect(edited({ apply_to: { 40: 'all' } })).toMatchObject({
      version: 2,
      casesSince: made,
      apply_to: { 40: 'all' },
    });
  });

  it('has slots of its own since it was made, started or scheduled', () => {
    expect(edited({ rule: read({ schedule: { hours: [6, 18] } }) })).toMatchObject({
      slotsSince: later,
      casesSince: made,
    });
    const paused = edited({ status: 'paused' });
    expect(paused).toMatchObject({ status: 'paused', slotsSince: made, version: 1 });
    expect(edited({ status: 'active' }, paused)).toMatchObject({ status: 'active', slotsSince: later, version: 1 });
  });

  it('keeps name, mode and notices out of its versions; a wish is one’s own and no change of the rule', () => {
    const renamed = edited({ name: 'Cheap', mode: 'live' });
    expect(renamed).toMatchObject({ name: 'Cheap', mode: 'live', version: 1, last_updated: later });
    expect(edited({ receive_notifications: true })).toMatchObject({
      wishes: { 17: true, 18: true },
      last_updated: made,
    });
  });

  it('refuses an edit of another version than there is, with what there is', () => {
    const second = edited({ rule: read({ priority: 2 }) });
    expect(() => next({ name: 'Late', based_on: 1 }, second)).toThrow(
      expect.objectContaining({
        code: 'conflict',
        message: 'This rule was changed meanwhile',
        answer: { current: { version: 2, automation_params: second.rule, apply_to: second.apply_to } },
      }),
    );
    expect(next({ name: 'In time', based_on: 2 }, second)).toHaveLength(1);
  });

  it('takes the same call again as what it was', () => {
    const once = { rule: read({ priority: 2 }), based_on: 1 };
    expect(changed(once, edited(once))).toEqual([]);
  });

  it('is restored as a new version that names the old one', () => {
    const second = edited({ rule: read({ priority: 2 }), apply_to: { 41: 'all' } });
    const { rule: old, apply_to } = versionOf(second, 1);
    const restored = next({ rule: old, apply_to, restored_from: 1 }, second);
    expect(restored).toMatchObject([{ type: 'CustomRuleChanged', data: { restored_from: 1 } }]);
    const third = existing(restored.reduce(customRuleDecider.evolve, second));
    expect(third).toMatchObject({ version: 3, rule: rule.rule, apply_to: rule.apply_to });
    expect(() => versionOf(second, 3)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('remembers when units were resumed', () => {
    const { currencies: _, ...by } = edit;
    const [resumed = never()] = resumeCustomUnits(rule, ['7:71:72'], by);
    expect(customRuleDecider.evolve(rule, resumed)).toMatchObject({
      resumed: { '7:71:72': later },
      last_updated: made,
    });
  });

  it('is paused by its failed changes once', () => {
    const failure = { change_id: edit.change_id, at: later, message: 'Paused after 12 of 22 changes failed: Away' };
    const [paused = never()] = pauseAfterFailures(rule, failure);
    expect(paused).toMatchObject({ type: 'CustomRulePaused', data: { changed_by: null, message: failure.message } });
    expect(pauseAfterFailures(customRuleDecider.evolve(rule, paused), failure)).toEqual([]);
  });

  it('is gone when it is deleted', () => {
    const deleted = edited({ status: 'deleted' });
    expect(() => changed({ status: 'active' }, deleted)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

function never(): never {
  throw new Error('There is none');
}
