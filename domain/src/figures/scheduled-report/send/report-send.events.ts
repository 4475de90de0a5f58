import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { dayField, instantField } from '../../../shared/fields.ts';
import { storedReportField } from '../definition/report-definition.ts';
import { recipientIdField } from '../schedule/report-schedule.events.ts';

const context = 'scheduled-report';
const stream = 'reportSend-<scheduleId>.<slot>';
// The slot is a local date and time of the schedule, or `manual-<uuid>`.
const send = { send_id: z.uuid(), schedule_id: z.number().int().positive(), slot: z.string().max(60) };
const account = z.number().int().positive();
const sources = z.enum(['ads', 'people', 'predictions', 'search_terms']);
/** With all columns, or without those that restricted members may not see. */
const variant = z.enum(['full', 'restricted']);

export const reportSendEvents = [
  defineEvent({
    type: 'ReportSendDue',
    context,
    stream,
    meaning: 'A report is to be made of these days and sent: its time has come, or a person wants it now or again.',
    data: {
      ...send,
      application_id: z.number().int().positive(),
      kind: z.enum(['scheduled', 'now', 'again', 'corrected']),
      due_at: instantField,
      // Until then it waits for figures that are complete.
      latest_at: instantField,
      // As the schedule was then.
      report: storedReportField,
      from: dayField,
      to: dayField,
      // Only this person gets it; `null`: all recipients.
      only_account: account.nullable(),
      requested_by: account.nullable(),
      // The send that is made again or corrected.
      of_send_id: z.uuid().nullable(),
      recorded_at: instantField,
    },
  }),
  defineEvent({
    type: 'ReportSendMade',
    context,
    stream,
    meaning: 'The report is made, its files are stored and were read back.',
    data: {
      ...send,
      position: z.string().regex(/^\d+$/),
      rows: z.number().int().nonnegative(),
      // Sources whose figures of the last day were not complete, and up to when they were.
      incomplete: z.array(z.object({ source: sources, until: dayField.nullable() })),
      variants: z.array(
        z.object({
          variant,
          columns: z.number().int().nonnegative(),
          cut: z.array(z.string().max(60)),
          file: z
            .object({ name: z.string().max(200), bytes: z.number().int(), sha256: z.string().length(64) })
            .nullable(),
        }),
      ),
      made_at: instantField,
    },
  }),
  defineEvent({
    type: 'ReportMailsClaimed',
    context,
    stream,
    meaning: 'These recipients get one mail each, under a key of its own, whatever happens to the list from now on.',
    data: {
      ...send,
      mails: z.array(
        z.object({ recipient_id: recipientIdField, mail_id: z.string().regex(/^[a-z2-7]{26}$/), variant }),
      ),
      left_out: z.array(z.object({ recipient_id: recipientIdField, reason: z.string().max(100) })),
      claimed_at: instantField,
    },
  }),
  defineEvent({
    type: 'ReportSendEnded',
    context,
    stream,
    meaning: 'The report was sent to all, to some, or to none of its recipients, and is not sent any more.',
    data: {
      ...send,
      state: z.enum(['sent', 'partly', 'skipped', 'failed']),
      reason: z.string().max(300).nullable(),
      recipients: z.array(
        z.object({
          recipient_id: recipientIdField,
          state: z.enum(['sent', 'skipped', 'failed']),
          reason: z.string().max(100).nullable(),
        }),
      ),
      ended_at: instantField,
    },
  }),
] as const;
export type ReportSendEvent = EventOf<(typeof reportSendEvents)[number]>;
