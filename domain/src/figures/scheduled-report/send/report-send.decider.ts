import { dayMs, hourMs } from '../../../shared/calendar/days.ts';
import type { ReportSendEvent } from './report-send.events.ts';
import type { DueReport, EndedReport, MadeReport, ReportSend, ReportSendState } from './report-send.state.ts';

type SendIds = 'send_id' | 'schedule_id' | 'slot';

/** Asks for a send, once. */
export function requireReport(state: ReportSendState, due: DueReport): ReportSendEvent[] {
  return state.due === null ? [{ type: 'ReportSendDue', data: due }] : [];
}

/** Records a time that passed without a send and is not made up. @param reason a sentence. */
export function missReport(state: ReportSendState, due: DueReport, reason: string, at: string): ReportSendEvent[] {
  if (state.due !== null) return [];
  const { send_id, schedule_id, slot } = due;
  return [
    { type: 'ReportSendDue', data: due },
    {
      type: 'ReportSendEnded',
      data: { send_id, schedule_id, slot, state: 'skipped', reason, recipients: [], ended_at: at },
    },
  ];
}

export function recordMade(state: ReportSendState, made: Omit<MadeReport, SendIds>): ReportSendEvent[] {
  if (!isOpen(state) || state.made !== null) return [];
  return [{ type: 'ReportSendMade', data: { ...idsOf(state), ...made } }];
}

/** Decides who gets a mail. Whoever asks second gets what the first decided. */
export function claimMails(
  state: ReportSendState,
  claimed: Omit<Extract<ReportSendEvent, { type: 'ReportMailsClaimed' }>['data'], SendIds>,
): ReportSendEvent[] {
  if (!isOpen(state) || state.claimed !== null) return [];
  return [{ type: 'ReportMailsClaimed', data: { ...idsOf(state), ...claimed } }];
}

/** How a mail ended. */
export interface MailedRecipient {
  readonly recipient_id: string;
  readonly state: 'sent' | 'skipped' | 'failed';
  readonly reason: string | null;
}

/** Ends a send whose mails have all ended. */
export function endSend(state: ReportSendState, mailed: readonly MailedRecipient[], at: string): ReportSendEvent[] {
  if (!isOpen(state) || state.claimed === null) return [];
  const left = state.claimed.left_out.map(
    ({ recipient_id, reason }): MailedRecipient => ({ recipient_id, state: 'skipped', reason }),
  );
  const recipients = [...mailed, ...left];
  const sent = mailed.filter((recipient) => recipient.state === 'sent').length;
  const failed = recipients.some((recipient) => recipient.state === 'failed');
  const unsent = failed ? 'failed' : 'skipped';
  const reached = sent === recipients.length ? 'sent' : 'partly';
  const end = sent > 0 ? reached : unsent;
  const reason = sent > 0 ? null : 'No recipient could be reached';
  return [ended(state, { state: end, reason, recipients }, at)];
}

/** What the log takes of a reason, which may be the message of an error. */
const longestReason = 300;

/** Ends a send before any mail: it is not to be made, or cannot be. A long reason is cut. */
export function abandonSend(
  state: ReportSendState,
  how: { readonly state: 'skipped' | 'failed'; readonly reason: string },
  at: string,
): ReportSendEvent[] {
  if (!isOpen(state) || state.claimed !== null) return [];
  return [ended(state, { state: how.state, reason: how.reason.slice(0, longestReason), recipients: [] }, at)];
}

function ended(
  state: ReportSend,
  how: Pick<EndedReport, 'state' | 'reason' | 'recipients'>,
  ended_at: string,
): ReportSendEvent {
  return { type: 'ReportSendEnded', data: { ...idsOf(state), ...how, ended_at } };
}

const isOpen = (state: ReportSendState): state is ReportSend => state.due !== null && state.ended === null;

const idsOf = ({ due: { send_id, schedule_id, slot } }: ReportSend) => ({ send_id, schedule_id, slot });

/** The longest wait for figures after which a report that was sent without them is sent once more. */
export const correctionMs = dayMs;

/** Until when a report waits for figures that are complete. @param dueAt milliseconds. */
export const latestSendAt = (dueAt: number, waitHours: number): string =>
  new Date(dueAt + waitHours * hourMs).toISOString();
