import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, instantField } from '../../shared/fields.ts';
import { changeActorField, changeRowField } from './change-row.ts';

const context = 'change';
const stream = 'change-<changeId>';
const change_id = z.uuid();
const rowNumbers = z.array(z.number().int().nonnegative());
/** A campaign and the revision of its stream. */
const campaignRevision = z.object({ campaign_id: adsIdField, revision: z.number().int().nonnegative() });

export const changeRequested = defineEvent({
  type: 'ChangeRequested',
  context,
  stream,
  meaning: 'Someone may change these settings and wants to: the intent, before anything is sent.',
  data: {
    change_id,
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    currency: currencyField,
    actor: changeActorField,
    comment: z.string().max(500).nullable(),
    requested_at: instantField,
    /** Guardrails that only warn or ask were confirmed. */
    guardrails_confirmed: z.boolean(),
    /** Change that this one takes back. */
    undoes: change_id.nullable(),
    /** Its campaigns, and up to which event of each it was checked; outcomes come after it. */
    campaigns: z.array(campaignRevision),
    rows: z.array(changeRowField).max(5000),
  },
});

export const changeTakenUp = defineEvent({
  type: 'ChangeTakenUp',
  context,
  stream,
  meaning: 'The worker has seen the change and carries it out when its turn comes.',
  data: { change_id, driver: z.enum(['temporal', 'loop']), taken_up_at: instantField },
});

export const changeWritesStarted = defineEvent({
  type: 'ChangeWritesStarted',
  context,
  stream,
  meaning:
    'These rows are being sent from now on; without a later event about them it is unknown whether they took effect.',
  data: {
    change_id,
    campaign_id: adsIdField,
    rows: rowNumbers,
    started_at: instantField,
    /** What each of the rows sets, in their order. Absent from events before 28 November 2026. */
    settings: z.array(changeRowField.pick({ key: true, field: true, new: true })).optional(),
  },
});

export const changeWritesLeftOpen = defineEvent({
  type: 'ChangeWritesLeftOpen',
  context,
  stream,
  meaning:
    'Calls for these rows ended without an outcome: not answered, held back by the limit of requests, or never sent.',
  data: {
    change_id,
    campaign_id: adsIdField,
    rows: rowNumbers,
    end: z.enum(['unknown', 'limited', 'not_sent']),
    ended_at: instantField,
  },
});

export const changeLeftInDoubt = defineEvent({
  type: 'ChangeLeftInDoubt',
  context,
  stream,
  meaning:
    'Only rows whose calls were not answered, and those that wait for them, have no outcome yet: later changes of other settings go on.',
  data: { change_id, rows: rowNumbers, left_at: instantField },
});

export const changeSettled = defineEvent({
  type: 'ChangeSettled',
  context,
  stream,
  meaning: 'Every row has its outcome, at the latest in these events of their campaigns.',
  data: {
    change_id,
    settled_at: instantField,
    campaigns: z.array(campaignRevision),
    /** Rows that were not made and not found as they were to be. */
    failed: z.number().int().nonnegative().optional(),
  },
});

export const changeUndone = defineEvent({
  type: 'ChangeUndone',
  context,
  stream,
  meaning: 'Another change takes rows of this one back.',
  data: { change_id, by_change_id: z.uuid(), undone_at: instantField },
});

export const changeEvents = [
  changeRequested,
  changeTakenUp,
  changeWritesStarted,
  changeWritesLeftOpen,
  changeLeftInDoubt,
  changeSettled,
  changeUndone,
] as const;
export type ChangeEvent = EventOf<(typeof changeEvents)[number]>;
