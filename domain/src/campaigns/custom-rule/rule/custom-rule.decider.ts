import { DomainError } from '../../../shared/domain-error.ts';
import type { CustomRule } from '../definition/custom-rule.ts';
import { isEdited } from '../definition/versions/rule-content.ts';
import { type RuleCurrencies, ruleDiff } from '../definition/versions/rule-diff.ts';
import type { RuleCampaigns } from '../scope/apply-to.ts';
import type { CustomRuleEvent } from './custom-rule.events.ts';
import type { CustomRuleMode, CustomRuleVersion, ExistingCustomRule } from './existing-custom-rule.ts';
import type { CustomRuleState } from './fold-custom-rule.ts';

export type NewCustomRule = Extract<CustomRuleEvent, { type: 'CustomRuleCreated' }>['data'];

/** What of a rule is to be another. */
export interface CustomRuleUpdates {
  readonly name?: string | undefined;
  readonly rule?: CustomRule | undefined;
  readonly apply_to?: RuleCampaigns | undefined;
  readonly mode?: CustomRuleMode | undefined;
  readonly status?: 'active' | 'paused' | 'deleted' | undefined;
  readonly receive_notifications?: boolean | undefined;
  /** The version that its author saw; absent: whatever there is. */
  readonly based_on?: number | undefined;
  /** The version whose content it is to have again. */
  readonly restored_from?: number | undefined;
}

/** Who changes a rule, and in which currencies its amounts are. */
export interface CustomRuleEdit {
  readonly change_id: string;
  readonly changed_by: number;
  readonly changed_at: string;
  readonly currencies: RuleCurrencies;
}

/** Stores a rule, once. */
export function createCustomRule(state: CustomRuleState, data: NewCustomRule): CustomRuleEvent[] {
  return state.status === 'absent' ? [{ type: 'CustomRuleCreated', data }] : [];
}

/**
 * Changes a rule; what is as requested already is no change, and equal content makes no version.
 * @throws DomainError `not_found` for a rule that is deleted; `conflict` with `current` where it has another version than its author saw.
 */
export function changeCustomRule(
  state: CustomRuleState,
  updates: CustomRuleUpdates,
  edit: CustomRuleEdit,
): CustomRuleEvent[] {
  const before = requireRule(state);
  // The same call again, whose answer was lost: what it was based on is another by itself.
  if (before.versions.some(({ change_id }) => change_id === edit.change_id)) return [];
  refuseStale(before, updates.based_on);
  const { change_id, changed_by, changed_at } = edit;
  const identity = { automation_id: before.automation_id, change_id, changed_by, changed_at };
  const { name = before.name, mode = before.mode, status = before.status } = updates;
  const wish = updates.receive_notifications ?? before.wishes[changed_by] === true;
  const events: CustomRuleEvent[] = [];
  if (name !== before.name) events.push({ type: 'CustomRuleRenamed', data: { ...identity, name } });
  events.push(...editedContent(before, updates, edit));
  if (mode !== before.mode) events.push({ type: 'CustomRuleModeChanged', data: { ...identity, mode } });
  if (wish !== (before.wishes[changed_by] === true)) {
    events.push({ type: 'CustomRuleNoticesChanged', data: { ...identity, receive_notifications: wish } });
  }
  if (status === before.status) return events;
  switch (status) {
    case 'active':
      return [...events, { type: 'CustomRuleStarted', data: identity }];
    case 'paused':
      return [...events, { type: 'CustomRulePaused', data: { ...identity, message: null } }];
    case 'deleted':
      return [...events, { type: 'CustomRuleDeleted', data: identity }];
    default:
      return status satisfies never;
  }
}

function editedContent(
  before: ExistingCustomRule,
  { rule = before.rule, apply_to = before.apply_to, restored_from }: CustomRuleUpdates,
  { change_id, changed_by, changed_at, currencies }: CustomRuleEdit,
): CustomRuleEvent[] {
  const after = { rule, apply_to };
  if (!isEdited(before, after)) return [];
  const data = {
    automation_id: before.automation_id,
    change_id,
    changed_by,
    changed_at,
    rule,
    apply_to: writable(apply_to),
    what: ruleDiff(before, after, currencies),
  };
  return [{ type: 'CustomRuleChanged', data: restored_from === undefined ? data : { ...data, restored_from } }];
}

/** Lists as events have them. */
export const writable = (applyTo: RuleCampaigns): NewCustomRule['apply_to'] =>
  Object.fromEntries(Object.entries(applyTo).map(([org, list]) => [org, list === 'all' ? 'all' : [...list]]));

/** @throws DomainError `conflict` with what the rule is now. */
function refuseStale(rule: ExistingCustomRule, basedOn: number | undefined): void {
  if (basedOn === undefined || basedOn === rule.version) return;
  const current = { version: rule.version, automation_params: rule.rule, apply_to: rule.apply_to };
  throw new DomainError('conflict', { message: 'This rule was changed meanwhile', responseFields: { current } });
}

/** @throws DomainError `not_found` for a version that the rule never had. */
export function versionOf({ versions }: ExistingCustomRule, version: number): CustomRuleVersion {
  const match = versions.find((candidate) => candidate.version === version);
  if (match === undefined) throw new DomainError('not_found', { message: 'This version was not found.' });
  return match;
}

/** Lets a rule change units again that it left alone. @throws DomainError `not_found`. */
export function resumeCustomUnits(
  state: CustomRuleState,
  keys: readonly string[],
  by: Omit<CustomRuleEdit, 'currencies'>,
): CustomRuleEvent[] {
  const { automation_id } = requireRule(state);
  return [{ type: 'CustomRuleUnitsResumed', data: { automation_id, ...by, keys: [...keys] } }];
}

/** What pauses a rule most of whose changes failed. */
export interface FailedChanges {
  /** Id of the run. */
  readonly change_id: string;
  readonly at: string;
  readonly message: string;
}

/** Pauses a rule by itself, if it is active. */
export function pauseAfterFailures(
  state: CustomRuleState,
  { change_id, at, message }: FailedChanges,
): CustomRuleEvent[] {
  if (state.status !== 'active') return [];
  const { automation_id } = state;
  return [{ type: 'CustomRulePaused', data: { automation_id, change_id, changed_by: null, changed_at: at, message } }];
}

function requireRule(state: CustomRuleState): ExistingCustomRule {
  if (state.status === 'absent' || state.status === 'deleted') {
    throw new DomainError('not_found', { message: 'This automation was not found.' });
  }
  return state;
}
