import type { Decider } from '../../../shared/decider.ts';
import { sameValue } from '../../../shared/same-value.ts';
import { isEditOfCases } from '../definition/versions/rule-content.ts';
import type { CustomRuleEvent } from './custom-rule.events.ts';
import type { CustomRuleVersion, ExistingCustomRule } from './existing-custom-rule.ts';

export type CustomRuleState = ExistingCustomRule | { readonly status: 'absent' };
type Created = Extract<CustomRuleEvent, { type: 'CustomRuleCreated' }>['data'];
type Changed = Extract<CustomRuleEvent, { type: 'CustomRuleChanged' }>['data'];

/** Fold of `customRule-<automationId>`. */
export const customRuleDecider: Decider<CustomRuleState, CustomRuleEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'CustomRuleCreated') return state.status === 'absent' ? created(event.data) : state;
    if (state.status === 'absent') return state;
    const at = event.data.changed_at;
    const rule: ExistingCustomRule = { ...state, last_updated: at };
    switch (event.type) {
      case 'CustomRuleChanged':
        return newVersion(rule, event.data);
      case 'CustomRuleRenamed':
        return { ...rule, name: event.data.name };
      case 'CustomRuleModeChanged':
        return { ...rule, mode: event.data.mode };
      case 'CustomRulePaused':
        return { ...rule, status: 'paused', pausedAfter: event.data.changed_by === null ? event.data.message : null };
      case 'CustomRuleStarted':
        return { ...rule, status: 'active', slotsSince: at, pausedAfter: null };
      case 'CustomRuleDeleted':
        return { ...rule, status: 'deleted' };
      case 'CustomRuleNoticesChanged': {
        const wishes = { ...rule.wishes, [event.data.changed_by]: event.data.receive_notifications };
        return { ...rule, last_updated: state.last_updated, wishes };
      }
      case 'CustomRuleUnitsResumed': {
        const resumed = Object.fromEntries(event.data.keys.map((key) => [key, at]));
        return { ...rule, last_updated: state.last_updated, resumed: { ...rule.resumed, ...resumed } };
      }
      default:
        return state;
    }
  },
};

function created(data: Created): ExistingCustomRule {
  const { automation_id, application_id, change_id, name, rule, apply_to, mode, status, created_by } = data;
  const { created_at: at } = data;
  const content = { rule, apply_to, what: [] };
  const version: CustomRuleVersion = { ...content, version: 1, since: at, changed_by: created_by, change_id };
  return {
    ...version,
    automation_id,
    application_id,
    name,
    status,
    mode,
    created_by,
    created_at: at,
    last_updated: at,
    slotsSince: at,
    casesSince: at,
    pausedAfter: null,
    wishes: { [created_by]: true },
    resumed: {},
    versions: [version],
  };
}

function newVersion(before: ExistingCustomRule, data: Changed): ExistingCustomRule {
  const { rule, apply_to, what, changed_by, change_id, changed_at: since } = data;
  const by = { since, changed_by, change_id };
  const version: CustomRuleVersion = { ...by, version: before.version + 1, rule, apply_to, what };
  const isRescheduled = !sameValue(rule.schedule, before.rule.schedule);
  return {
    ...before,
    ...version,
    slotsSince: isRescheduled ? since : before.slotsSince,
    casesSince: isEditOfCases(before, version) ? since : before.casesSince,
    versions: [...before.versions, version],
  };
}
