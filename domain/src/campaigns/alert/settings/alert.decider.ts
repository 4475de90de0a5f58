import type { z } from 'zod';
import { dayMs } from '../../../shared/calendar/days.ts';
import type { Decider } from '../../../shared/decider.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { sameValue } from '../../../shared/same-value.ts';
import type { Snooze } from '../episode/alert-messages.ts';
import type { AlertEvent, alertContentField } from './alert.events.ts';

export type AlertContent = z.infer<typeof alertContentField>;

/** What the log says of one alert. A built-in one that nobody has changed has no content. */
export interface AlertRecord {
  readonly content: AlertContent | null;
  readonly version: number;
  /** The version in which what is evaluated became what it is. */
  readonly evaluatedVersion: number;
  /** When that was; ISO 8601. */
  readonly evaluatedSince: string | null;
  readonly applicationId: number | null;
  /** The call that made it; `null` of a built-in one. */
  readonly madeBy: string | null;
  readonly isDeleted: boolean;
  readonly snoozes: readonly Snooze[];
  /** Who said that they want mails about it, or none, by account. */
  readonly wishes: Readonly<Record<string, boolean>>;
}

export const unchangedAlert: AlertRecord = {
  content: null,
  version: 1,
  evaluatedVersion: 1,
  evaluatedSince: null,
  applicationId: null,
  madeBy: null,
  isDeleted: false,
  snoozes: [],
  wishes: {},
};

/** Fold of `alert-<alertId>`. */
export const alertDecider: Decider<AlertRecord, AlertEvent> = {
  initialState: () => unchangedAlert,
  evolve(record, event) {
    const state = { ...record, applicationId: event.data.application_id };
    switch (event.type) {
      case 'AlertCreated': {
        const { content, created_at, change_id = null } = event.data;
        return { ...state, content, evaluatedSince: created_at, madeBy: change_id };
      }
      case 'AlertChanged': {
        const { content, version, restarts, changed_at } = event.data;
        const changed = { ...state, content, version };
        return restarts ? { ...changed, evaluatedVersion: version, evaluatedSince: changed_at } : changed;
      }
      case 'AlertDeleted':
        return { ...state, isDeleted: true };
      case 'AlertSnoozed':
        return { ...state, snoozes: withSnooze(state.snoozes, event.data) };
      case 'AlertMailWished':
        return { ...state, wishes: { ...state.wishes, [event.data.account_id]: event.data.mail } };
      default:
        return state;
    }
  },
};

/** Ended snoozes are kept as long as incidents that they silenced may be looked at. */
const snoozesKeptMs = 90 * dayMs;

type Snoozed = Extract<AlertEvent, { type: 'AlertSnoozed' }>['data'];

function withSnooze(snoozes: readonly Snooze[], { key, until, snoozed_at }: Snoozed): Snooze[] {
  const from = Date.parse(snoozed_at);
  const cut = snoozes
    .filter((snooze) => snooze.until > from - snoozesKeptMs)
    .map((snooze) => (snooze.key === key && snooze.until > from ? { ...snooze, until: from } : snooze))
    .filter((snooze) => snooze.until > snooze.from);
  return until === null ? cut : [...cut, { key, from, until: Date.parse(until) }];
}

type Created = Extract<AlertEvent, { type: 'AlertCreated' }>['data'];

/** Records an alert that a person wrote. */
export const createAlert = ({ content }: AlertRecord, created: Created): AlertEvent[] =>
  content === null ? [{ type: 'AlertCreated', data: created }] : [];

/** What is changed: of a written alert its rule and campaigns, of a built-in one its numbers. */
export type AlertUpdates = Partial<AlertContent>;

interface ChangeOrder {
  readonly alert_id: number;
  readonly application_id: number;
  readonly updates: AlertUpdates;
  /** Of an alert that has none yet. */
  readonly defaults: AlertContent | null;
  /** The version that the person saw; absent: whichever. */
  readonly based_on?: number | undefined;
  readonly by: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Fields whose change begins the evaluation anew. */
const evaluatedFields = ['on', 'for', 'clear', 'apply_to', 'automation_params', 'settings'] as const;

/**
 * Changes an alert; equal content changes nothing.
 * @throws DomainError `not_found` for one that does not exist, `conflict` when it was changed since it was seen.
 */
export function changeAlert(state: AlertRecord, order: ChangeOrder): AlertEvent[] {
  const current = state.content ?? order.defaults;
  if (current === null || state.isDeleted) throw alertNotFound();
  if (order.based_on !== undefined && order.based_on !== state.version) {
    const { automation_params, apply_to } = current;
    const responseFields = { current: { version: state.version, automation_params, apply_to } };
    throw new DomainError('conflict', { message: 'This rule was changed meanwhile', responseFields });
  }
  const content = { ...current, ...order.updates };
  if (sameValue(content, current)) return [];
  const restarts = evaluatedFields.some((field) => !sameValue(content[field], current[field]));
  const { alert_id, application_id, by: changed_by, at: changed_at } = order;
  const version = state.version + 1;
  return [
    { type: 'AlertChanged', data: { alert_id, application_id, content, version, restarts, changed_by, changed_at } },
  ];
}

export const alertNotFound = (): DomainError => new DomainError('not_found', { message: 'This alert was not found.' });

/** Deletes a written alert. Deleting it again changes nothing. */
export function deleteAlert(
  state: AlertRecord,
  {
    alert_id,
    application_id,
    by: deleted_by,
    at: deleted_at,
  }: Pick<ChangeOrder, 'alert_id' | 'application_id' | 'by' | 'at'>,
): AlertEvent[] {
  return state.isDeleted ? [] : [{ type: 'AlertDeleted', data: { alert_id, application_id, deleted_by, deleted_at } }];
}

type MailWish = Extract<AlertEvent, { type: 'AlertMailWished' }>['data'];

/** A person wants mails about an alert, or none. */
export const wishAlertMails = ({ wishes }: AlertRecord, wish: MailWish): AlertEvent[] =>
  (wishes[wish.account_id] ?? true) === wish.mail ? [] : [{ type: 'AlertMailWished', data: wish }];

/** Longest snooze of an alert or a unit. */
export const longestSnoozeMs = 30 * dayMs;

/** Snoozes an alert or one unit of it, or ends the snooze. */
export function snoozeAlert(state: AlertRecord, snoozed: Snoozed): AlertEvent[] {
  const from = Date.parse(snoozed.snoozed_at);
  const current = state.snoozes.find(({ key, until }) => key === snoozed.key && until > from);
  const until = snoozed.until === null ? undefined : Date.parse(snoozed.until);
  return current?.until === until ? [] : [{ type: 'AlertSnoozed', data: snoozed }];
}
