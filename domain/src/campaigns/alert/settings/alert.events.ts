import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { instantField } from '../../../shared/fields.ts';
import { anySettingsField } from './built-in-kinds.ts';

/** A search term is a part of its key. */
export const longestUnitKey = 1100;
const context = 'alert';
const stream = 'alert-<alertId>';
const accountId = z.number().int().positive();
const subject = { alert_id: z.number().int().positive(), application_id: z.number().int().positive() };

export const alertSeverities = ['high', 'normal', 'low'] as const;

/** All of an alert that a person sets. */
export const alertContentField = z.object({
  name: z.string().max(100),
  on: z.boolean(),
  severity: z.enum(alertSeverities),
  /** Evaluations in a row that have to say the same. */
  for: z.number().int().min(1).max(7),
  clear: z.number().int().min(1).max(7),
  channels: z.array(z.uuid()).max(20),
  /** Of a written one: its campaigns by ad organization, and the rule as it was entered. `null` of a built-in one. */
  apply_to: z.record(z.string(), z.unknown()).nullable(),
  automation_params: z.record(z.string(), z.unknown()).nullable(),
  /** Of a built-in one whose numbers were changed; `null`: those it starts with. */
  settings: anySettingsField.nullable(),
});

export const alertEvents = [
  defineEvent({
    type: 'AlertCreated',
    context,
    stream,
    meaning: 'Someone wrote an alert: a rule that only notifies.',
    data: {
      ...subject,
      content: alertContentField,
      /** Of the call: repeated, it is recognized. */
      change_id: z.uuid().optional(),
      created_by: accountId,
      created_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertChanged',
    context,
    stream,
    meaning:
      'The alert is another from here on; all of it as it is now. Of a built-in one the first change is its first event.',
    data: {
      ...subject,
      content: alertContentField,
      version: z.number().int().min(2),
      /** What is evaluated is another: incidents under way are closed. */
      restarts: z.boolean(),
      changed_by: accountId,
      changed_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertDeleted',
    context,
    stream,
    meaning: 'A written alert is permanently deleted; its incidents remain.',
    data: { ...subject, deleted_by: accountId, deleted_at: instantField },
  }),
  defineEvent({
    type: 'AlertSnoozed',
    context,
    stream,
    meaning:
      'Nothing is sent about the alert, or about one of its units, until an instant; without one the snooze ends.',
    data: {
      ...subject,
      /** `null`: every unit. */
      key: z.string().max(longestUnitKey).nullable(),
      until: instantField.nullable(),
      snoozed_by: accountId,
      snoozed_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertMailWished',
    context,
    stream,
    meaning: 'A person wants mails about the alert where a mail channel names them, or none.',
    data: { ...subject, account_id: accountId, mail: z.boolean(), wished_at: instantField },
  }),
] as const;
export type AlertEvent = EventOf<(typeof alertEvents)[number]>;
