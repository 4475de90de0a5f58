import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { encryptedField, instantField } from '../../../shared/fields.ts';
import { storedReportField } from '../definition/report-definition.ts';

const context = 'scheduled-report';
const stream = 'reportSchedule-<scheduleId>';
const schedule_id = z.number().int().positive();
const account = z.number().int().positive();
const changed = { schedule_id, change_id: z.uuid(), changed_by: account, changed_at: instantField };
/** `account-<number>`, or `address-` and the keyed hash of an address of another person. */
export const recipientIdField = z.string().regex(/^(account-[1-9]\d{0,14}|address-[0-9a-f]{32})$/);

export const reportScheduleEvents = [
  defineEvent({
    type: 'ReportScheduleCreated',
    context,
    stream,
    meaning: 'A report is sent by a calendar from now on. The view is kept by value.',
    data: {
      schedule_id,
      application_id: z.number().int().positive(),
      team_id: z.number().int().positive(),
      report: storedReportField,
      created_by: account,
      created_at: instantField,
      // Of the call that made it: repeated, it makes no second one.
      change_id: z.uuid().optional(),
    },
  }),
  defineEvent({
    type: 'ReportScheduleChanged',
    context,
    stream,
    meaning: 'The report is this one from its next slot on.',
    data: { ...changed, report: storedReportField },
  }),
  defineEvent({
    type: 'ReportScheduleDeleted',
    context,
    stream,
    meaning: 'The report is not sent any more; what was sent stays in its list.',
    data: changed,
  }),
  defineEvent({
    type: 'ReportRecipientAdded',
    context,
    stream,
    meaning: 'The report goes to this person of the team, or to this address once it is confirmed.',
    data: {
      ...changed,
      recipient_id: recipientIdField,
      account_id: account.nullable(),
      // Of a person outside the team, under the key of the recipient in this schedule.
      address: encryptedField.nullable(),
    },
  }),
  defineEvent({
    type: 'ReportRecipientRemoved',
    context,
    stream,
    meaning: 'The report does not go there any more.',
    data: { ...changed, recipient_id: recipientIdField },
  }),
  defineEvent({
    type: 'ReportRecipientAsked',
    context,
    stream,
    meaning: 'The address is asked by mail whether it wants the report. Until it confirms it gets nothing else.',
    data: {
      ...changed,
      recipient_id: recipientIdField,
      address: encryptedField,
      request_id: z.uuid(),
      expires_at: instantField,
    },
  }),
  defineEvent({
    type: 'ReportRecipientConfirmed',
    context,
    stream,
    meaning: 'The person who reads mails to the address wants the report; also after having unsubscribed.',
    data: { schedule_id, recipient_id: recipientIdField, confirmed_at: instantField },
  }),
  defineEvent({
    type: 'ReportRecipientUnsubscribed',
    context,
    stream,
    meaning: 'The recipient does not want the report, and the team cannot change that.',
    data: { schedule_id, recipient_id: recipientIdField, unsubscribed_at: instantField },
  }),
  defineEvent({
    type: 'ReportRecipientRefused',
    context,
    stream,
    meaning: 'The mail server refused the address permanently; it gets nothing until it is added again.',
    data: { schedule_id, recipient_id: recipientIdField, refused_at: instantField },
  }),
] as const;
export type ReportScheduleEvent = EventOf<(typeof reportScheduleEvents)[number]>;
