import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';

const context = 'account';
const stream = 'account-<accountId>';
const ofAccount = { account_id: z.number().int().positive() };
const ofRequest = { ...ofAccount, request_id: z.uuid() };

const accountExportRequested = defineEvent({
  type: 'AccountExportRequested',
  context,
  stream,
  meaning: 'The person wants a copy of what is kept about them; an earlier copy is void.',
  data: { ...ofRequest, requested_at: instantField },
});

const accountExportReady = defineEvent({
  type: 'AccountExportReady',
  context,
  stream,
  meaning:
    'The copy is a file, encrypted with the key of the person, until it expires. `bytes`: its size when it is opened.',
  data: { ...ofRequest, bytes: z.number().int().positive(), ready_at: instantField, expires_at: instantField },
});

const accountExportRemoved = defineEvent({
  type: 'AccountExportRemoved',
  context,
  stream,
  meaning: 'The file of the copy is gone: it has expired, or a newer copy was wanted.',
  data: { ...ofRequest, removed_at: instantField },
});

const accountDeletionScheduled = defineEvent({
  type: 'AccountDeletionScheduled',
  context,
  stream,
  meaning:
    'The account is erased at the instant given, unless a link that only its mail has is used before. `closes_team`: with its team.',
  data: {
    ...ofRequest,
    token_hash: z.string(),
    expires_at: instantField,
    closes_team: z.boolean(),
    requested_at: instantField,
  },
});

const accountDeletionCancelled = defineEvent({
  type: 'AccountDeletionCancelled',
  context,
  stream,
  meaning: 'The account stays: its person used the link, or it is the only admin of others by now.',
  data: { ...ofRequest, reason: z.enum(['kept', 'last_admin']), cancelled_at: instantField },
});

const subjectErased = defineEvent({
  type: 'SubjectErased',
  context,
  stream,
  meaning:
    'The keys of the person are destroyed, and those of the team that ended with it: what they encrypted is unreadable.',
  data: { ...ofAccount, team_id: z.number().int().positive().nullable(), erased_at: instantField },
});

export const leavingEvents = [
  accountExportRequested,
  accountExportReady,
  accountExportRemoved,
  accountDeletionScheduled,
  accountDeletionCancelled,
  subjectErased,
] as const;
