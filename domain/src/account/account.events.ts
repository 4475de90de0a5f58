import { z } from 'zod';
import { defineEvent, type EventOf } from '../shared/define-event.ts';
import { accessField, encryptedField, instantField } from '../shared/fields.ts';

const context = 'account';

export const accountOpened = defineEvent({
  type: 'AccountOpened',
  context,
  stream: 'account-<accountId>',
  version: 2,
  meaning: 'A person has an account of a team: of one that it founds, or of one that it was invited to.',
  data: {
    account_id: z.number().int().positive(),
    team_id: z.number().int().positive(),
    name: encryptedField,
    email: encryptedField,
    email_hash: z.string(),
    password_hash: z.string().nullable(),
    demo: z.boolean(),
    // The team's own stream repeats it. Null: the person was invited.
    founded_team: z.object({ name: encryptedField, access: accessField, trial_expires_at: instantField }).nullable(),
  },
});

export const emailReserved = defineEvent({
  type: 'EmailReserved',
  context,
  stream: 'emailReservation-<keyed hash of the address>',
  meaning: 'The address belongs to one account; the stream can be created only once.',
  data: { email_hash: z.string(), account_id: z.number().int().positive() },
});

export const sessionOpened = defineEvent({
  type: 'SessionOpened',
  context,
  stream: 'session-<hash of the token>',
  meaning: 'A person signed in; only the hash of the token is kept.',
  data: {
    token_hash: z.string(),
    account_id: z.number().int().positive(),
    opened_at: instantField,
    expires_at: instantField,
  },
});

export const sessionClosed = defineEvent({
  type: 'SessionClosed',
  context,
  stream: 'session-<hash of the token>',
  meaning: 'The token is dead from here on.',
  data: { token_hash: z.string(), account_id: z.number().int().positive(), reason: z.enum(['signed_out']) },
});

export const numberTaken = defineEvent({
  type: 'NumberTaken',
  context: 'shared',
  stream: 'numbers-<purpose>',
  meaning: 'The revision of this event is a number that is never given again.',
  data: { purpose: z.string() },
});

export const accountEvents = [accountOpened, emailReserved, sessionOpened, sessionClosed, numberTaken] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;
