import { dayMs } from '../../../shared/calendar/days.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { sameValue } from '../../../shared/same-value.ts';
import type { ReportDefinition } from '../definition/report-definition.ts';
import type { ReportScheduleEvent } from './report-schedule.events.ts';
import type { ExistingReportSchedule, ReportRecipient, ReportScheduleState } from './report-schedule.state.ts';

type EventData<Type extends ReportScheduleEvent['type']> = Extract<ReportScheduleEvent, { type: Type }>['data'];

/** A recipient as a schedule names it: a person of the team, or the ciphertext of an address. */
export type NamedRecipient = Pick<ReportRecipient, 'recipient_id' | 'account_id' | 'address'>;

/** Who changes a schedule, and when. */
export interface ScheduleChange {
  readonly change_id: string;
  readonly changed_by: number;
  readonly changed_at: string;
}

const confirmMs = 7 * dayMs;
const askedWithinMs = 30 * dayMs;
const mostAsked = 2;

/** Makes a schedule with its recipients; addresses outside the team are asked. @throws DomainError `conflict` for one that exists. */
export function createReportSchedule(
  state: ReportScheduleState,
  created: EventData<'ReportScheduleCreated'>,
  recipients: readonly NamedRecipient[],
  change: ScheduleChange,
): ReportScheduleEvent[] {
  if (state.status !== 'absent') return [];
  const { schedule_id } = created;
  return [
    { type: 'ReportScheduleCreated', data: created },
    ...recipients.flatMap((recipient) => added(schedule_id, undefined, recipient, change)),
  ];
}

/**
 * Changes the report, its recipients, or both. What is as requested already makes no event.
 * @throws DomainError `not_found` for a deleted one; `unsubscribed` for an address that has unsubscribed.
 */
export function changeReportSchedule(
  state: ReportScheduleState,
  requested: { readonly report: ReportDefinition; readonly recipients: readonly NamedRecipient[] },
  change: ScheduleChange,
): ReportScheduleEvent[] {
  const schedule = existing(state);
  const { schedule_id } = schedule;
  const listed = schedule.recipients.filter(({ listed: isListed }) => isListed);
  const requestedIds = new Set(requested.recipients.map(({ recipient_id }) => recipient_id));
  const removed = listed.filter(({ recipient_id }) => !requestedIds.has(recipient_id));
  const coming = requested.recipients.filter(
    ({ recipient_id }) => !listed.some((recipient) => recipient.recipient_id === recipient_id),
  );
  return [
    ...(sameValue(schedule.report, requested.report)
      ? []
      : [{ type: 'ReportScheduleChanged' as const, data: { schedule_id, ...change, report: requested.report } }]),
    ...removed.map(
      ({ recipient_id }): ReportScheduleEvent => ({
        type: 'ReportRecipientRemoved',
        data: { schedule_id, ...change, recipient_id },
      }),
    ),
    ...coming.flatMap((recipient) =>
      added(
        schedule_id,
        schedule.recipients.find(({ recipient_id }) => recipient_id === recipient.recipient_id),
        recipient,
        change,
      ),
    ),
  ];
}

export function deleteReportSchedule(state: ReportScheduleState, change: ScheduleChange): ReportScheduleEvent[] {
  const { schedule_id } = existing(state);
  return [{ type: 'ReportScheduleDeleted', data: { schedule_id, ...change } }];
}

/**
 * Asks an address again whether it wants the report.
 * @throws DomainError `not_found`; `unsubscribed`; `wrong_state` for one that is confirmed; `too_soon` when it was asked twice in 30 days.
 */
export function askRecipientAgain(
  state: ReportScheduleState,
  recipientId: string,
  change: ScheduleChange,
): ReportScheduleEvent[] {
  const schedule = existing(state);
  const recipient = schedule.recipients.find(({ recipient_id, listed }) => listed && recipient_id === recipientId);
  if (recipient === undefined) throw new DomainError('not_found', { message: 'This recipient was not found.' });
  if (recipient.state === 'unsubscribed') throw new DomainError('unsubscribed');
  const { address } = recipient;
  if (address === null || recipient.state === 'confirmed') {
    throw new DomainError('wrong_state', { message: 'This recipient has confirmed already' });
  }
  if (!mayAsk(recipient, change)) {
    throw new DomainError('too_soon', { message: 'An address is asked at most twice in 30 days' });
  }
  return [requestOf(schedule.schedule_id, { recipient_id: recipientId, address }, change)];
}

/**
 * The recipient decides: from the link of a mail, as often as wanted; the last word counts.
 * @param at ISO 8601. @throws DomainError `link_invalid` when the link is void.
 */
export function decideRecipient(
  state: ReportScheduleState,
  recipientId: string,
  accepts: boolean,
  at: string,
): ReportScheduleEvent[] {
  const recipient = linkedRecipient(state, recipientId, at);
  const { schedule_id } = existing(state);
  if (accepts) {
    const data = { schedule_id, recipient_id: recipientId, confirmed_at: at };
    return recipient.state === 'confirmed' ? [] : [{ type: 'ReportRecipientConfirmed', data }];
  }
  const data = { schedule_id, recipient_id: recipientId, unsubscribed_at: at };
  return recipient.state === 'unsubscribed' ? [] : [{ type: 'ReportRecipientUnsubscribed', data }];
}

/**
 * The recipient whose link it is, while the link means something: one who has not decided yet only for seven days, and while the team
 * lists the address. @throws DomainError `link_invalid`.
 */
export function linkedRecipient(state: ReportScheduleState, recipientId: string, at: string): ReportRecipient {
  if (state.status === 'absent' || state.status === 'deleted') throw new DomainError('link_invalid');
  const recipient = state.recipients.find(({ recipient_id }) => recipient_id === recipientId);
  if (recipient === undefined) throw new DomainError('link_invalid');
  const isVoid = !recipient.listed || recipient.expires_at === null || recipient.expires_at <= at;
  if (recipient.state === 'pending' && isVoid) throw new DomainError('link_invalid');
  return recipient;
}

/** The mail server refused an address permanently. */
export function refuseRecipient(state: ReportScheduleState, recipientId: string, at: string): ReportScheduleEvent[] {
  if (state.status === 'absent' || state.status === 'deleted') return [];
  const recipient = state.recipients.find(({ recipient_id }) => recipient_id === recipientId);
  if (recipient === undefined || recipient.state === 'bad' || recipient.state === 'unsubscribed') return [];
  const data = { schedule_id: state.schedule_id, recipient_id: recipientId, refused_at: at };
  return [{ type: 'ReportRecipientRefused', data }];
}

function added(
  schedule_id: number,
  before: ReportRecipient | undefined,
  { recipient_id, account_id, address }: NamedRecipient,
  change: ScheduleChange,
): ReportScheduleEvent[] {
  if (before?.state === 'unsubscribed' && account_id === null) throw new DomainError('unsubscribed');
  const data = { schedule_id, ...change, recipient_id, account_id, address };
  const event: ReportScheduleEvent = { type: 'ReportRecipientAdded', data };
  const isAsked = address !== null && before?.state !== 'confirmed' && (before === undefined || mayAsk(before, change));
  return isAsked ? [event, requestOf(schedule_id, { recipient_id, address }, change)] : [event];
}

/** Named by the change, so that a repeat asks the same. */
function requestOf(
  schedule_id: number,
  { recipient_id, address }: { readonly recipient_id: string; readonly address: string },
  change: ScheduleChange,
): ReportScheduleEvent {
  const expires_at = new Date(Date.parse(change.changed_at) + confirmMs).toISOString();
  const data = { schedule_id, ...change, recipient_id, address, request_id: change.change_id, expires_at };
  return { type: 'ReportRecipientAsked', data };
}

function mayAsk({ asked: before }: ReportRecipient, { changed_at }: ScheduleChange): boolean {
  const since = Date.parse(changed_at) - askedWithinMs;
  return before.filter((at) => Date.parse(at) > since).length < mostAsked;
}

/** @throws DomainError `not_found`, the same for one that was deleted. */
function existing(state: ReportScheduleState): ExistingReportSchedule {
  if (state.status === 'absent' || state.status === 'deleted') {
    throw new DomainError('not_found', { message: 'This report was not found.' });
  }
  return state;
}
