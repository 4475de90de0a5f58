import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { accessField, encryptedField, instantField } from '../../shared/fields.ts';
import { leavingEvents } from './leaving.events.ts';
import {
  accountPreferencesChanged,
  emailChanged,
  emailChangeRequested,
  emailVerificationRequested,
  emailVerified,
  passwordChanged,
  passwordResetRequested,
  personRenamed,
} from './person.events.ts';
import { sessionClosed, sessionOpened, sessionSeen } from './session.events.ts';

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
  meaning: 'The address belongs to one account, until it is released.',
  data: { email_hash: z.string(), account_id: z.number().int().positive() },
});

export const emailReleased = defineEvent({
  type: 'EmailReleased',
  context,
  stream: 'emailReservation-<keyed hash of the address>',
  meaning: 'The address is free again: its person changed it, or belongs to no team any more.',
  data: { email_hash: z.string(), account_id: z.number().int().positive() },
});

export const numberTaken = defineEvent({
  type: 'NumberTaken',
  context: 'shared',
  stream: 'numbers-<purpose>',
  meaning: 'The revision of this event is a number that is never given again.',
  data: { purpose: z.string() },
});

export const accountEvents = [
  accountOpened,
  emailReserved,
  emailReleased,
  emailVerificationRequested,
  emailVerified,
  emailChangeRequested,
  emailChanged,
  passwordResetRequested,
  passwordChanged,
  personRenamed,
  accountPreferencesChanged,
  sessionOpened,
  sessionSeen,
  sessionClosed,
  ...leavingEvents,
  numberTaken,
] as const;
export type AccountEvent = EventOf<(typeof accountEvents)[number]>;
