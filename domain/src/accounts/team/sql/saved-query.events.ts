import { z } from 'zod';
import { defineEvent } from '../../../shared/define-event.ts';
import { encryptedField, instantField } from '../../../shared/fields.ts';

const context = 'sql';
const stream = 'sqlSavedQueries-<teamId>';
const accountId = z.number().int().positive();
const shared = { team_id: z.number().int().positive(), id: z.string() };

export const sqlQuerySaved = defineEvent({
  type: 'SqlQuerySaved',
  context,
  stream,
  meaning: 'A statement was saved under a name, or saved again; everything about it as it is now.',
  data: {
    ...shared,
    name: encryptedField,
    text: encryptedField,
    /** Whether everyone of the team who may ask SQL sees it; else its owner alone. */
    is_shared: z.boolean(),
    owner: accountId,
    saved_by: accountId,
    saved_at: instantField,
  },
});

export const sqlSavedQueryDeleted = defineEvent({
  type: 'SqlSavedQueryDeleted',
  context,
  stream,
  meaning: 'A saved statement was deleted.',
  data: { ...shared, deleted_by: accountId, deleted_at: instantField },
});

export const savedQueryEvents = [sqlQuerySaved, sqlSavedQueryDeleted] as const;
