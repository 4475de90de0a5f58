import type { DomainEvent } from '../../../event-catalogue.ts';
import { type CustomRuleEvent, customRuleEvents } from './custom-rule.events.ts';
import type { ExistingCustomRule } from './existing-custom-rule.ts';
import { customRuleDecider } from './fold-custom-rule.ts';

/** All rules that people wrote, kept current by following the log. Changed in place, by `evolveCustomRules` alone. */
export interface CustomRules {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly rules: Map<number, ExistingCustomRule>;
}

export const createCustomRules = (): CustomRules => ({ position: -1n, rules: new Map() });

const types: ReadonlySet<string> = new Set(customRuleEvents.map(({ type }) => type));
const isCustomRuleEvent = (event: DomainEvent): event is CustomRuleEvent => types.has(event.type);

/** Applies an event. @returns the id of the rule it is about. */
export function evolveCustomRules(all: CustomRules, event: DomainEvent, position: bigint): number | undefined {
  if (position > all.position) all.position = position;
  if (!isCustomRuleEvent(event)) return undefined;
  const id = event.data.automation_id;
  const rule = customRuleDecider.evolve(all.rules.get(id) ?? customRuleDecider.initialState(), event);
  if (rule.status !== 'absent') all.rules.set(id, rule);
  return id;
}
