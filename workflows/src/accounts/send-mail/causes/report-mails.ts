import type { DueMail, RecordedEvent } from '@tapwise/adapters';

/** Streams of scheduled reports, which the directory does not follow. */
export const reportMailPrefixes: readonly string[] = ['reportSchedule-'];

/** The mail that asks an address outside the team whether it wants a report. */
export function reportMails({ event }: Pick<RecordedEvent, 'event'>): DueMail[] {
  if (event.type !== 'ReportRecipientAsked') return [];
  const { schedule_id, recipient_id, address, request_id, changed_at: requestedAt } = event.data;
  const key = `report-confirm|${schedule_id}|${recipient_id}|${request_id}`;
  const facts = { schedule_id, recipient_id, request_id };
  return [{ kind: 'report-confirm', key, to: { address }, facts, requestedAt }];
}
