import type { Decider } from '../../../shared/decider.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { sameValue } from '../../../shared/same-value.ts';
import type { AutomationEvent } from './automation.events.ts';
import type { RuleWindow } from './rule-choices.ts';
import { defaultParams, type RuleParams, ruleParamsField } from './rule-params.ts';

export type NewRule = Extract<AutomationEvent, { type: 'AutomationCreated' }>['data'];
export type ApplyTo = NewRule['apply_to'];
export type RuleMode = 'live' | 'shadow';

/** What a rule was at one of its versions. */
export interface RuleVersion {
  readonly version: number;
  /** The version in which params or window became what they are: latches and released units of older ones are evaluated again. */
  readonly paramsVersion: number;
  readonly params: RuleParams;
  readonly window: RuleWindow;
  readonly apply_to: ApplyTo;
  readonly mode: RuleMode;
  /** ISO 8601. */
  readonly since: string;
  /** When params or window became what they are. */
  readonly paramsSince: string;
}

/** A rule as it is now. */
export interface ExistingRule extends RuleVersion {
  readonly automation_id: number;
  readonly application_id: number;
  readonly type: NewRule['automation_type'];
  readonly name: string;
  readonly status: 'active' | 'paused' | 'deleted';
  readonly created_by: number;
  readonly created_at: string;
  /** When the rule itself was last changed, whatever it did since. */
  readonly last_updated: string;
  /** Slots before this are none of its own: it did not exist, was paused, or had others. */
  readonly slotsSince: string;
  /** When each of its campaigns came under it. */
  readonly campaignsSince: Readonly<Record<string, string>>;
  /** Who wants mails about it; a person who never said so does not, but for the one who made it. */
  readonly wishes: Readonly<Record<string, boolean>>;
  /** When released units were resumed, by key of the keyword. */
  readonly resumed: Readonly<Record<string, string>>;
  /** All versions, oldest first; the last one is the present. */
  readonly versions: readonly RuleVersion[];
}
export type RuleState = ExistingRule | { readonly status: 'absent' };

/** Fold of `automation-<automationId>`. */
export const automationDecider: Decider<RuleState, AutomationEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'AutomationCreated') return state.status === 'absent' ? created(event.data) : state;
    if (state.status === 'absent') return state;
    const at = event.data.changed_at;
    const rule: ExistingRule = { ...state, last_updated: at };
    switch (event.type) {
      case 'AutomationRenamed':
        return { ...rule, name: event.data.name };
      case 'AutomationParamsChanged': {
        const { automation_params: params, window } = event.data;
        const slotsSince = params.updates_per_day === rule.params.updates_per_day ? rule.slotsSince : at;
        const paramsVersion = rule.version + 1;
        return newVersion({ ...rule, params, window, paramsVersion, paramsSince: at, slotsSince }, at);
      }
      case 'AutomationScopeChanged': {
        const { apply_to } = event.data;
        return newVersion({ ...rule, apply_to, campaignsSince: sinceOf(rule.campaignsSince, apply_to, at) }, at);
      }
      case 'AutomationModeChanged':
        return newVersion({ ...rule, mode: event.data.mode, paramsVersion: rule.version + 1 }, at);
      case 'AutomationPaused':
        return { ...rule, status: 'paused' };
      case 'AutomationStarted':
        return { ...rule, status: 'active', slotsSince: at };
      case 'AutomationDeleted':
        return { ...rule, status: 'deleted' };
      case 'AutomationNoticesChanged': {
        const wishes = { ...rule.wishes, [event.data.changed_by]: event.data.receive_notifications };
        return { ...rule, last_updated: state.last_updated, wishes };
      }
      case 'AutomationUnitsResumed':
        return {
          ...rule,
          resumed: { ...rule.resumed, ...Object.fromEntries(event.data.keys.map((key) => [key, at])) },
        };
      default:
        return state;
    }
  },
};

/** A rule that is not stored, as if it had been made at this instant. */
export function ruleOfDraft(draft: {
  readonly application_id: number;
  readonly params: RuleParams;
  readonly window: RuleWindow;
  readonly apply_to: ApplyTo;
  readonly at: string;
}): ExistingRule {
  return created({
    automation_id: 0,
    application_id: draft.application_id,
    org_id: 0,
    automation_type: 'raise_bids',
    name: '',
    apply_to: draft.apply_to,
    automation_params: draft.params,
    receive_notifications: false,
    status: 'active',
    created_by: 0,
    created_at: draft.at,
    window: draft.window,
  });
}

function created(data: NewRule): ExistingRule {
  const { name, apply_to, status, created_at: at, application_id, automation_id, created_by } = data;
  const params = ruleParamsField.safeParse(data.automation_params);
  const version: RuleVersion = {
    version: 1,
    paramsVersion: 1,
    apply_to,
    since: at,
    paramsSince: at,
    params: params.success ? params.data : defaultParams,
    window: data.window ?? 'lifetime',
    mode: data.mode ?? 'live',
  };
  return {
    ...version,
    automation_id,
    application_id,
    type: data.automation_type,
    name,
    status,
    created_by,
    created_at: at,
    last_updated: at,
    slotsSince: at,
    campaignsSince: sinceOf({}, apply_to, at),
    wishes: { [created_by]: data.receive_notifications },
    resumed: {},
    versions: [version],
  };
}

function newVersion(rule: ExistingRule, since: string): ExistingRule {
  const { params, window, apply_to, mode, paramsVersion, paramsSince } = rule;
  const version = { version: rule.version + 1, paramsVersion, params, window, apply_to, mode, since, paramsSince };
  return { ...rule, ...version, versions: [...rule.versions, version] };
}

function sinceOf(
  campaignsSince: ExistingRule['campaignsSince'],
  applyTo: ApplyTo,
  at: string,
): ExistingRule['campaignsSince'] {
  const ids = Object.values(applyTo).flat();
  return Object.fromEntries(ids.map((id) => [id, campaignsSince[id] ?? at]));
}

/** What of a rule is to be another. */
export interface RuleUpdates {
  readonly name?: string | undefined;
  readonly params?: RuleParams | undefined;
  readonly window?: RuleWindow | undefined;
  readonly apply_to?: ApplyTo | undefined;
  readonly mode?: RuleMode | undefined;
  readonly status?: 'active' | 'paused' | 'deleted' | undefined;
  readonly receive_notifications?: boolean | undefined;
}
interface ChangedBy {
  readonly change_id: string;
  readonly changed_by: number;
  readonly changed_at: string;
}

/** Stores a rule, once. */
export function createAutomation(state: RuleState, data: NewRule): AutomationEvent[] {
  return state.status === 'absent' ? [{ type: 'AutomationCreated', data }] : [];
}

/**
 * Changes a rule; what is as requested already is no change.
 * @throws DomainError `not_found` for a rule that is deleted; `invalid_request` for what its type does not have.
 */
export function changeAutomation(state: RuleState, updates: RuleUpdates, by: ChangedBy): AutomationEvent[] {
  const rule = requireRule(state);
  const identity = { automation_id: rule.automation_id, ...by };
  const filters = rule.type !== 'raise_bids';
  if (filters && updates.status === 'deleted') throw refused('status', 'This automation cannot be deleted');
  if (filters && (updates.params !== undefined || updates.window !== undefined || updates.mode !== undefined)) {
    throw refused('automation_params', 'This automation has no editable params');
  }
  const events: AutomationEvent[] = [];
  const {
    name = rule.name,
    params = rule.params,
    window = rule.window,
    apply_to = rule.apply_to,
    mode = rule.mode,
  } = updates;
  if (name !== rule.name) events.push({ type: 'AutomationRenamed', data: { ...identity, name } });
  if (!sameValue(params, rule.params) || window !== rule.window) {
    events.push({ type: 'AutomationParamsChanged', data: { ...identity, automation_params: params, window } });
  }
  if (!sameValue(apply_to, rule.apply_to))
    events.push({ type: 'AutomationScopeChanged', data: { ...identity, apply_to } });
  if (mode !== rule.mode) events.push({ type: 'AutomationModeChanged', data: { ...identity, mode } });
  const wish = updates.receive_notifications;
  if (wish !== undefined && wish !== wantsNotices(rule, by.changed_by)) {
    events.push({ type: 'AutomationNoticesChanged', data: { ...identity, receive_notifications: wish } });
  }
  const { status = rule.status } = updates;
  if (status !== rule.status) events.push({ type: statusEvents[status], data: identity });
  return events;
}

const statusEvents = { active: 'AutomationStarted', paused: 'AutomationPaused', deleted: 'AutomationDeleted' } as const;

/** Lifts the release of units. @throws DomainError `not_found`. */
export function resumeUnits(state: RuleState, keys: readonly string[], by: ChangedBy): AutomationEvent[] {
  const { automation_id } = requireRule(state);
  return [{ type: 'AutomationUnitsResumed', data: { automation_id, ...by, keys: [...keys] } }];
}

function requireRule(state: RuleState): ExistingRule {
  if (state.status === 'absent' || state.status === 'deleted') {
    throw new DomainError('not_found', { message: 'This automation was not found.' });
  }
  return state;
}

/** Whether a person wants mails about the rule. */
export const wantsNotices = ({ wishes }: Pick<ExistingRule, 'wishes'>, accountId: number): boolean =>
  wishes[accountId] === true;

/** @throws DomainError `invalid_request` for a name that is none. */
export function automationName(entered: string | null | undefined): string {
  const name = entered?.trim() ?? '';
  if (name.length === 0 || [...name].length > 100) throw refused('automation_name', 'Name is required');
  return name;
}

const refused = (field: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });
