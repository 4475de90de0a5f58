import { z } from 'zod';
import { defineEvent } from '../../../shared/define-event.ts';
import { encryptedField, instantField } from '../../../shared/fields.ts';

const context = 'team';
const stream = 'team-<teamId>';
const accountId = z.number().int().positive();
const shared = { team_id: z.number().int().positive(), user: z.string() };

/** `null`: every application of the team, future ones included. */
const applicationIds = z.array(z.number().int().positive()).nullable();
/** Addresses and networks it may connect from; empty for any. */
const addresses = z.array(z.string());

export const sqlUserCreated = defineEvent({
  type: 'SqlUserCreated',
  context,
  stream,
  meaning: 'A user of SQL was made; only a keyed hash of its password is kept.',
  data: {
    ...shared,
    label: encryptedField,
    application_ids: applicationIds,
    addresses,
    password_hash: z.string(),
    created_by: accountId,
    created_at: instantField,
  },
});

export const sqlUserChanged = defineEvent({
  type: 'SqlUserChanged',
  context,
  stream,
  meaning: 'A user of SQL has another label, other applications or other addresses; all of them as they are now.',
  data: {
    ...shared,
    label: encryptedField,
    application_ids: applicationIds,
    addresses,
    changed_by: accountId,
    changed_at: instantField,
  },
});

export const sqlUserRotated = defineEvent({
  type: 'SqlUserRotated',
  context,
  stream,
  meaning: 'A user of SQL has another password; the one before ends at the instant given.',
  data: {
    ...shared,
    password_hash: z.string(),
    former_ends_at: instantField,
    rotated_by: accountId,
    rotated_at: instantField,
  },
});

export const sqlUserRevoked = defineEvent({
  type: 'SqlUserRevoked',
  context,
  stream,
  meaning: 'A user of SQL is permanently removed; its name is not given again.',
  data: { ...shared, revoked_by: accountId.nullable(), revoked_at: instantField },
});

export const sqlQueriesAsked = defineEvent({
  type: 'SqlQueriesAsked',
  context: 'sql',
  stream: 'sqlQueries-<teamId>.<day>',
  meaning: 'Statements that users of SQL asked, refused ones too, in the order they ended; at most 100 in one event.',
  data: {
    team_id: shared.team_id,
    queries: z.array(
      z.object({
        user: z.string(),
        address: z.string(),
        client: z.string(),
        query_id: z.string(),
        text: encryptedField,
        /** 0 when it was answered. */
        code: z.number().int(),
        rows: z.number(),
        bytes: z.number(),
        ms: z.number(),
        wait_ms: z.number(),
        asked_at: instantField,
      }),
    ),
  },
});

export const sqlUserEvents = [sqlUserCreated, sqlUserChanged, sqlUserRotated, sqlUserRevoked] as const;
