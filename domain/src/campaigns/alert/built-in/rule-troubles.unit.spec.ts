import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../event-catalogue.ts';
import { dayMs } from '../../../shared/calendar/days.ts';
import { type Automations, createAutomations, evolveAutomations } from '../../automation/automations.ts';
import type { AutomationEvent } from '../../automation/rule/automation.events.ts';
import { defaultParams } from '../../automation/rule/rule-params.ts';
import type { Decision } from '../../automation/run/automation-run.events.ts';
import {
  type CustomAutomations,
  createCustomAutomations,
  evolveCustomAutomations,
} from '../../custom-rule/custom-automations.ts';
import { ruleOf } from '../../custom-rule/evaluation/sample-world.fixture.ts';
import type { CustomRuleEvent } from '../../custom-rule/rule/custom-rule.events.ts';
import type { CustomRunEvent } from '../../custom-rule/run/custom-run.events.ts';
import { recordUnits } from '../../custom-rule/run/record/recorded-verdicts.ts';
import { ruleTroubles } from './rule-troubles.ts';

const asOf = '2026-11-21T08:00:00.000Z';
const eight = Date.parse(asOf);
const runIds = { run_id: '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01', automation_id: 5, application_id: 3, org_id: 40 };
const changed = { automation_id: 5, change_id: crypto.randomUUID(), changed_at: asOf };
const counts = { checked: 0, acted: 0, no_match: 0, no_data: 0, on_hold: 0, skipped: 0, limited: 0, failed: 0 };
const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };

const created: CustomRuleEvent = {
  type: 'CustomRuleCreated',
  data: {
    automation_id: 5,
    change_id: crypto.randomUUID(),
    application_id: 3,
    name: 'Lower',
    rule: ruleOf({ cases: [{ when: { metric: 'cpa', window: '7d', op: '>', value: 3 }, then: [lower] }] }),
    apply_to: { 40: [700] },
    mode: 'live',
    status: 'active',
    created_by: 8,
    created_at: '2026-11-01T00:00:00.000Z',
  },
};

const started = (slot: string): CustomRunEvent => ({
  type: 'CustomRuleRunStarted',
  data: {
    ...runIds,
    slot,
    slot_at: asOf,
    version: 1,
    mode: 'live',
    currency: 'USD',
    as_of: asOf,
    position: '7',
    pulled_at: null,
    days: { ads: null, people: null, predictions: null, search_terms: null, impression_share: null },
    campaigns: [],
    counts,
    without_figures: 0,
    joined: 0,
    left: 0,
    held: null,
    parts: 1,
    asked_by: null,
  },
});
const ended = (slot: string, state: 'done' | 'held', message: string | null): CustomRunEvent => ({
  type: 'CustomRuleRunEnded',
  data: { ...runIds, slot, state, change_ids: [], counts, message, breaks: false, ended_at: asOf },
});
const missed = (slot: string): CustomRunEvent => ({
  type: 'CustomRuleRunLeftOut',
  data: {
    ...runIds,
    run_id: crypto.randomUUID(),
    slot,
    slot_at: asOf,
    version: 1,
    state: 'missed',
    message: null,
    left_out_at: asOf,
  },
});
const paused = (by: number | null, message: string | null): CustomRuleEvent => ({
  type: 'CustomRulePaused',
  data: { ...changed, changed_by: by, message },
});
/** @param isHeld Whether the unit is left alone, or changed all the same. */
const oscillating = (slot: string, isHeld = true): CustomRunEvent => ({
  type: 'CustomRuleVerdictsDecided',
  data: {
    ...runIds,
    slot,
    ...recordUnits([
      {
        key: '700:710:720',
        name: 'sleep sounds',
        campaign_name: 'US',
        ...(isHeld
          ? { verdict: 'skipped', reason: 'oscillating', until: new Date(eight + 3 * dayMs).toISOString() }
          : {
              verdict: 'acted',
              reason: null,
              until: null,
              oscillates_until: new Date(eight + 3 * dayMs).toISOString(),
            }),
        case: 0,
        cooldown_days: null,
        actions: [],
        message: 'Rules changed its direction 3 times in 14 days',
        sentence: null,
        follows: false,
        alone: false,
      },
    ]),
    tests: [],
    decided_at: asOf,
  },
});

function afterEvents(...events: readonly (CustomRuleEvent | CustomRunEvent)[]): CustomAutomations {
  const customRules = createCustomAutomations();
  for (const event of [created, ...events]) evolveCustomAutomations(customRules, event, 1n);
  return customRules;
}
const troubles = (customRules: CustomAutomations, now = eight, applicationId = 3) =>
  ruleTroubles(createAutomations(), customRules, applicationId, now);

const sampleDecision: Decision = {
  decision_id: crypto.randomUUID(),
  key: '700:710:720',
  keyword: 'sleep sounds',
  campaign_name: 'US',
  verdict: 'skipped',
  reason: 'oscillating',
  cap: null,
  base: 800_000,
  old: 800_000,
  computed: null,
  new: null,
  limited_by: null,
  inputs: { impressions: 0, taps: 0, installs: 0, spend: 0, impression_share: null },
  caps: [],
  message: 'Rules changed its direction 3 times in 14 days',
  until: new Date(eight + 3 * dayMs).toISOString(),
  begins: false,
};

const raising: Extract<AutomationEvent, { type: 'AutomationCreated' }> = {
  type: 'AutomationCreated',
  data: {
    automation_id: 6,
    application_id: 3,
    org_id: 40,
    automation_type: 'raise_bids',
    name: 'Raise',
    apply_to: { 40: [700] },
    automation_params: defaultParams,
    receive_notifications: false,
    status: 'active',
    created_by: 8,
    created_at: '2026-11-01T00:00:00.000Z',
    window: 'lifetime',
  },
};

/** A raising rule that left a bid alone because rules turn it to and fro, and what came after. */
function raisingAfter(...events: readonly DomainEvent[]): Automations {
  const automations = createAutomations();
  const ids = { ...runIds, automation_id: 6, slot: '2026-11-21T09' };
  const data = { ...ids, decisions: [sampleDecision], decided_at: asOf };
  for (const event of [raising, { type: 'BidRaisesDecided' as const, data }, ...events])
    evolveAutomations(automations, event, 1n);
  return automations;
}

const texts = (customRules: CustomAutomations, now = eight) => troubles(customRules, now).map(({ text }) => text);

describe('a rule that needs attention', () => {
  it('has a held run, until it is released, a day is over, or the rule is paused', () => {
    const message = 'Would change 61 of 74 keywords, more than 50 %. Look at it first.';
    const events = [started('2026-11-21T09'), ended('2026-11-21T09', 'held', message)];
    const held = afterEvents(...events);
    expect(troubles(held)).toEqual([
      { key: 'rule:5:held:40:2026-11-21T09', name: 'Lower', text: `Rule Lower is held: ${message}`, missed: null },
    ]);
    expect(troubles(held, eight, 4)).toEqual([]);
    expect([texts(held, eight + dayMs - 1).length, texts(held, eight + dayMs).length]).toEqual([1, 0]);
    expect(texts(afterEvents(...events, paused(8, null)))).toEqual([]);
    const release: CustomRunEvent = {
      type: 'CustomRuleRunRequested',
      data: {
        ...runIds,
        run_id: crypto.randomUUID(),
        slot: 'manual-1',
        version: 1,
        releases: runIds.run_id,
        asked_by: 8,
        requested_at: asOf,
      },
    };
    expect(texts(afterEvents(...events, release))).toEqual([]);
  });

  it('was paused after failures, until someone starts it', () => {
    const broken = paused(null, 'Paused after 20 of 20 changes failed: Bid too low');
    expect(texts(afterEvents(broken))).toEqual(['Rule Lower: Paused after 20 of 20 changes failed: Bid too low']);
    const start: CustomRuleEvent = { type: 'CustomRuleStarted', data: { ...changed, changed_by: 8 } };
    expect(texts(afterEvents(broken, start))).toEqual([]);
    expect(texts(afterEvents(paused(8, null)))).toEqual([]);
  });

  it('missed its last runs', () => {
    const both = afterEvents(missed('2026-11-20T09'), missed('2026-11-21T09'));
    expect(troubles(both)).toMatchObject([{ key: 'rule:5', missed: 2, text: 'Rule Lower missed its last 2 runs' }]);
    expect(troubles(afterEvents(missed('2026-11-20T09'), started('2026-11-21T09')))).toEqual([]);
  });

  it.each([
    ['left a unit alone', true],
    ['only reports a unit', false],
  ])('%s that rules turn to and fro, until that is over or resumed', (_, isHeld) => {
    const slot = '2026-11-21T09';
    const events = [started(slot), oscillating(slot, isHeld), ended(slot, 'done', null)];
    const turned = afterEvents(...events);
    expect(troubles(turned)).toMatchObject([
      {
        key: 'oscillating:700:710:720',
        text: '"sleep sounds" in US: Rules changed its direction 3 times in 14 days',
      },
    ]);
    expect(troubles(turned, eight + 3 * dayMs)).toEqual([]);
    const resume: CustomRuleEvent = {
      type: 'CustomRuleUnitsResumed',
      data: { ...changed, changed_by: 8, keys: ['700:710:720'] },
    };
    expect(troubles(afterEvents(...events, resume))).toEqual([]);
  });

  it('is a raising rule that leaves a bid alone as rules turn it to and fro, until that is over, resumed, or the rule is paused', () => {
    const troublesOf = (automations: Automations, now = eight) =>
      ruleTroubles(automations, createCustomAutomations(), 3, now);
    const text = '"sleep sounds" in US: Rules changed its direction 3 times in 14 days';
    expect(troublesOf(raisingAfter())).toMatchObject([{ key: 'oscillating:700:710:720', text }]);
    expect(troublesOf(raisingAfter(), eight + 3 * dayMs)).toEqual([]);
    const change = { ...changed, automation_id: 6, changed_by: 8 };
    expect(troublesOf(raisingAfter({ type: 'AutomationPaused', data: change }))).toEqual([]);
    const resumed: DomainEvent = { type: 'AutomationUnitsResumed', data: { ...change, keys: ['700:710:720'] } };
    expect(troublesOf(raisingAfter(resumed))).toEqual([]);
  });
});
