import { evaluateRule } from '../evaluation/evaluate-rule.ts';
import type { EvaluationData } from '../evaluation/evaluation-data.ts';
import type { EvaluatedVersion, RuleMemory } from '../evaluation/rule-memory.ts';
import { noMemory } from '../evaluation/sample-world.fixture.ts';
import { eventsOfEvaluation } from './custom-run.decider.ts';
import type { CustomRunEvent, SettledUnit } from './custom-run.events.ts';

const runId = '8a1d1f9e-4f6e-8b1a-9d3c-2b7e5c4a9f01';
export const runIdentity = { run_id: runId, automation_id: 5, application_id: 3, org_id: 40, slot: '2026-11-21T09' };

/** The events of an evaluation, as a run records them. */
export function evaluationEvents(
  version: EvaluatedVersion,
  data: EvaluationData,
  { mode = 'live', memory = noMemory }: { readonly mode?: 'live' | 'shadow'; readonly memory?: RuleMemory } = {},
): readonly CustomRunEvent[] {
  const as_of = new Date(data.asOf).toISOString();
  const basis = { ...runIdentity, slot_at: as_of, version: 1, mode, currency: data.currency.settings, as_of };
  const evaluation = evaluateRule(version, data, memory);
  const joined = data.units.map(({ key }) => key).filter((key) => !memory.units.has(key));
  return eventsOfEvaluation(
    { ...basis, position: '7', pulled_at: null, days: data.days, campaigns: [], asked_by: null },
    { evaluation, day: '2026-11-21', joined, left: [] },
  );
}

export const settledEvent = (settled: SettledUnit[]): CustomRunEvent => ({
  type: 'CustomRuleVerdictsSettled',
  data: { ...runIdentity, settled, settled_at: '2026-11-21T08:00:05.000Z' },
});

export const endedEvent = (state: 'done' | 'held' = 'done'): CustomRunEvent => ({
  type: 'CustomRuleRunEnded',
  data: {
    ...runIdentity,
    state,
    change_ids: [],
    counts: { checked: 0, acted: 0, no_match: 0, no_data: 0, on_hold: 0, skipped: 0, limited: 0, failed: 0 },
    message: null,
    breaks: false,
    ended_at: '2026-11-21T08:00:06.000Z',
  },
});
