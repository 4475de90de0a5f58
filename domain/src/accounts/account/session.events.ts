import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { encryptedField, instantField } from '../../shared/fields.ts';

const context = 'account';
const stream = 'session-<hash of the token>';
const ofSession = { token_hash: z.string(), account_id: z.number().int().positive() };

export const sessionOpened = defineEvent({
  type: 'SessionOpened',
  context,
  stream,
  version: 2,
  meaning: 'A person signed in; only the hash of the token is kept. `client`: network and program, as JSON.',
  data: { ...ofSession, opened_at: instantField, expires_at: instantField, client: encryptedField.nullable() },
});

export const sessionSeen = defineEvent({
  type: 'SessionSeen',
  context,
  stream,
  meaning: 'The session is used; written at most once an hour. One that is not used for 30 days is over.',
  data: { ...ofSession, seen_at: instantField },
});

/** Why a session ended before its time; `crowded`: the person opened more than there may be. */
export const sessionEnds = ['signed_out', 'revoked', 'crowded'] as const;

export const sessionClosed = defineEvent({
  type: 'SessionClosed',
  context,
  stream,
  meaning: 'The token is dead from here on.',
  data: { ...ofSession, reason: z.enum(sessionEnds) },
});
