import type { Decider } from '../../../shared/decider.ts';
import { sameValue } from '../../../shared/same-value.ts';
import type { ReportDefinition } from '../definition/report-definition.ts';
import type { ReportScheduleEvent } from './report-schedule.events.ts';

/** A person or an address that a report goes to, or once went to and has unsubscribed. */
export interface ReportRecipient {
  readonly recipient_id: string;
  readonly account_id: number | null;
  /** Ciphertext. */
  readonly address: string | null;
  /** A removed one is kept only so that it stays unsubscribed. */
  readonly listed: boolean;
  readonly state: 'confirmed' | 'pending' | 'unsubscribed' | 'bad';
  /** Of the newest request to confirm. */
  readonly request_id: string | null;
  readonly expires_at: string | null;
  /** When the address was asked, the newest last. */
  readonly asked: readonly string[];
}

/** A report that is sent by a calendar, as it is now. */
export interface ExistingReportSchedule {
  readonly schedule_id: number;
  readonly application_id: number;
  readonly team_id: number;
  readonly report: ReportDefinition;
  readonly status: 'active' | 'paused' | 'deleted';
  readonly created_by: number;
  readonly created_at: string;
  /** Of the call that made it. */
  readonly change_id?: string | undefined;
  /** Who changed it last, and so speaks for the addresses outside the team. */
  readonly changed_by: number;
  readonly changed_at: string;
  /** Slots before this are none of its own: it did not exist, was paused, or had others. */
  readonly slots_since: string;
  readonly recipients: readonly ReportRecipient[];
}
export type ReportScheduleState = ExistingReportSchedule | { readonly status: 'absent' };

/** Fold of `reportSchedule-<scheduleId>`. */
export const reportScheduleDecider: Decider<ReportScheduleState, ReportScheduleEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'ReportScheduleCreated') {
      if (state.status !== 'absent') return state;
      const { report, created_at, created_by, ...ids } = event.data;
      const since = { created_by, created_at, changed_by: created_by, changed_at: created_at, slots_since: created_at };
      return { ...ids, ...since, report, status: report.status, recipients: [] };
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'ReportScheduleChanged': {
        const { report, changed_at, changed_by } = event.data;
        const keepsSlots =
          sameValue(report.cadence, state.report.cadence) && report.status === 'active' && state.status === 'active';
        const slots_since = keepsSlots ? state.slots_since : changed_at;
        return { ...state, report, status: report.status, changed_by, changed_at, slots_since };
      }
      case 'ReportScheduleDeleted':
        return { ...state, status: 'deleted' };
      default:
        return { ...state, recipients: recipientsAfter(state.recipients, event) };
    }
  },
};

type RecipientEvent = Exclude<
  ReportScheduleEvent,
  { type: 'ReportScheduleCreated' | 'ReportScheduleChanged' | 'ReportScheduleDeleted' }
>;

function recipientsAfter(recipients: readonly ReportRecipient[], event: RecipientEvent): ReportRecipient[] {
  const id = event.data.recipient_id;
  const existing = recipients.find(({ recipient_id }) => recipient_id === id);
  const others = recipients.filter((recipient) => recipient !== existing);
  const changed = recipientAfter(existing, event);
  if (changed === undefined) return others;
  return existing === undefined
    ? [...others, changed]
    : recipients.map((recipient) => (recipient === existing ? changed : recipient));
}

function recipientAfter(existing: ReportRecipient | undefined, event: RecipientEvent): ReportRecipient | undefined {
  if (event.type === 'ReportRecipientAdded') {
    const { recipient_id, account_id, address } = event.data;
    const state = stateWhenAdded(existing, account_id);
    const { asked = [], request_id = null, expires_at = null } = existing ?? {};
    return { recipient_id, account_id, address, listed: true, state, request_id, expires_at, asked };
  }
  if (existing === undefined) return undefined;
  switch (event.type) {
    case 'ReportRecipientRemoved':
      return { ...existing, listed: false };
    case 'ReportRecipientAsked': {
      const { request_id, expires_at, changed_at } = event.data;
      return { ...existing, request_id, expires_at, asked: [...existing.asked, changed_at] };
    }
    case 'ReportRecipientConfirmed':
      return { ...existing, state: 'confirmed' };
    case 'ReportRecipientUnsubscribed':
      return { ...existing, state: 'unsubscribed' };
    case 'ReportRecipientRefused':
      return { ...existing, state: existing.state === 'unsubscribed' ? 'unsubscribed' : 'bad' };
  }
}

/** What a recipient once said stays: that it wants the report, and that it does not. */
function stateWhenAdded(before: ReportRecipient | undefined, accountId: number | null): ReportRecipient['state'] {
  if (before?.state === 'unsubscribed' || before?.state === 'confirmed') return before.state;
  return accountId === null ? 'pending' : 'confirmed';
}

export const reportScheduleStream = (scheduleId: number): string => `reportSchedule-${scheduleId}`;
export const accountRecipient = (accountId: number): string => `account-${accountId}`;

/** Recipients that the report is sent to, as far as they themselves allow it. */
export const sendableRecipients = ({ recipients }: ExistingReportSchedule): ReportRecipient[] =>
  recipients.filter(({ listed, state }) => listed && state === 'confirmed');
