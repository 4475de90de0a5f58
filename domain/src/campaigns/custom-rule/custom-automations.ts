import type { DomainEvent } from '../../event-catalogue.ts';
import { customRuleStreamPrefixes } from './rule/custom-rule.stream.ts';
import { type CustomRules, createCustomRules, evolveCustomRules } from './rule/custom-rules.ts';
import { customRunPrefix } from './run/custom-run.stream.ts';
import { type CustomRuns, createCustomRuns, endHeldRuns, evolveCustomRuns } from './run/custom-runs.ts';

/** Rules that people wrote, and what their runs left behind. Changed in place, by `evolveCustomAutomations` alone. */
export interface CustomAutomations {
  readonly rules: CustomRules;
  readonly runs: CustomRuns;
}

export const createCustomAutomations = (): CustomAutomations => ({
  rules: createCustomRules(),
  runs: createCustomRuns(),
});

export const customAutomationStreamPrefixes: readonly string[] = [...customRuleStreamPrefixes, customRunPrefix];

/** Applies an event. @returns the id of the rule it is about. */
export function evolveCustomAutomations(
  { rules, runs }: CustomAutomations,
  event: DomainEvent,
  position: bigint,
): number | undefined {
  const id = evolveCustomRules(rules, event, position);
  if (id === undefined) return evolveCustomRuns(runs, event, position);
  const rule = rules.rules.get(id);
  if (rule !== undefined) endHeldRuns(runs, rule);
  return id;
}
