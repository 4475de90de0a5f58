import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { encryptedField, instantField } from '../../shared/fields.ts';

const context = 'write-call';
const stream = 'writeCall-<keyed hash of account and key>';
/** A call that ended without an answer is tried again: the same call, another attempt. */
const attempt = { call_id: z.uuid(), attempt_id: z.uuid() };

export const writeCallStarted = defineEvent({
  type: 'WriteCallStarted',
  context,
  stream,
  meaning: 'A write call came with an Idempotency-Key and is being carried out.',
  data: {
    ...attempt,
    account_id: z.number().int().positive(),
    route: z.string(),
    payload_hash: z.string(),
    started_at: instantField,
  },
});

export const writeCallAnswered = defineEvent({
  type: 'WriteCallAnswered',
  context,
  stream,
  meaning: 'The call succeeded; for a day the same call is given this answer again.',
  data: {
    ...attempt,
    status_code: z.number().int(),
    log_position: z.string().nullable(),
    body: encryptedField,
  },
});

export const writeCallReleased = defineEvent({
  type: 'WriteCallReleased',
  context,
  stream,
  meaning: 'The call was refused and changed nothing, so its key is free; or it failed and may be made again.',
  data: { ...attempt, outcome: z.enum(['refused', 'failed']) },
});

export const writeCallEvents = [writeCallStarted, writeCallAnswered, writeCallReleased] as const;
export type WriteCallEvent = EventOf<(typeof writeCallEvents)[number]>;
