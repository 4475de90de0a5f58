import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, instantField } from '../../shared/fields.ts';
import { changeRequested } from '../change/change.events.ts';
import { settingFields, settingValueField } from '../change/change-row.ts';

const context = 'change-set';
const stream = 'changeSet-<changeSetId>';
const change_set_id = z.uuid();
const accountId = z.number().int().positive();

/** One setting of one object as it is to become, and what held when it was added. Amounts in micros. */
export const changeSetRowField = z.object({
  key: z.string(),
  field: z.enum(settingFields),
  base: settingValueField,
  new: settingValueField,
});
export type ChangeSetRow = z.infer<typeof changeSetRowField>;

/** `YYYY-MM-DDTHH:MM` on the clocks of the ad organization. */
const scheduleField = z.string().nullable();
/** Who took a step, when, and why. */
const step = { change_set_id, by: accountId, at: instantField, comment: z.string().max(500).nullable() };

export const changeSetCreated = defineEvent({
  type: 'ChangeSetCreated',
  context,
  stream,
  meaning: 'Someone began to collect changes of settings that are to be made together.',
  data: {
    change_set_id,
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    currency: currencyField,
    name: z.string(),
    schedule: scheduleField,
    rows: z.array(changeSetRowField).max(5000),
    by: accountId,
    at: instantField,
  },
});

export const changeSetEdited = defineEvent({
  type: 'ChangeSetEdited',
  context,
  stream,
  meaning: 'Someone changed the set, which makes it a draft again; `rows` were added or replaced.',
  data: {
    change_set_id,
    name: z.string(),
    schedule: scheduleField,
    rows: z.array(changeSetRowField).max(5000),
    removed: z.array(changeSetRowField.pick({ key: true, field: true })).max(5000),
    by: accountId,
    at: instantField,
  },
});

export const changeSetSubmitted = defineEvent({
  type: 'ChangeSetSubmitted',
  context,
  stream,
  meaning: 'Someone finished the set. `guardrails_confirmed`: limits that ask may be passed when it is applied.',
  data: { ...step, guardrails_confirmed: z.boolean() },
});

export const changeSetApproved = defineEvent({
  type: 'ChangeSetApproved',
  context,
  stream,
  meaning: 'The set may be applied. `second_person`: someone other than its authors decided that.',
  data: { ...step, guardrails_confirmed: z.boolean(), second_person: z.boolean() },
});

export const changeSetRejected = defineEvent({
  type: 'ChangeSetRejected',
  context,
  stream,
  meaning: 'The set was submitted and is not to be applied.',
  data: step,
});

export const changeSetWithdrawn = defineEvent({
  type: 'ChangeSetWithdrawn',
  context,
  stream,
  meaning: 'The set was given up before it was applied.',
  data: step,
});

export const changeSetApplied = defineEvent({
  type: 'ChangeSetApplied',
  context,
  stream,
  meaning: 'The set became this change: the intent, before the change itself is recorded.',
  data: { change_set_id, change: changeRequested.schema },
});

export const changeSetSettled = defineEvent({
  type: 'ChangeSetSettled',
  context,
  stream,
  meaning: 'Every row of the set has its outcome; `failed` of them were not made.',
  data: { change_set_id, failed: z.number().int().nonnegative(), at: instantField },
});

export const changeSetNotApplied = defineEvent({
  type: 'ChangeSetNotApplied',
  context,
  stream,
  meaning:
    'The set was not applied at its scheduled time: that was missed, or a check refused it. The schedule is gone.',
  data: {
    change_set_id,
    schedule: z.string(),
    reason: z.enum(['missed', 'refused']),
    message: z.string(),
    at: instantField,
  },
});

export const changeSetEvents = [
  changeSetCreated,
  changeSetEdited,
  changeSetSubmitted,
  changeSetApproved,
  changeSetRejected,
  changeSetWithdrawn,
  changeSetApplied,
  changeSetSettled,
  changeSetNotApplied,
] as const;
export type ChangeSetEvent = EventOf<(typeof changeSetEvents)[number]>;
