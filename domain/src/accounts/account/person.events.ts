import { z } from 'zod';
import { defineEvent } from '../../shared/define-event.ts';
import { encryptedField, instantField } from '../../shared/fields.ts';
import { mailSwitches } from '../mail/mail-kinds.ts';

const context = 'account';
const stream = 'account-<accountId>';
const accountId = z.number().int().positive();
/** A link in a mail: its secret is made from the id, and only the hash of the secret is kept. */
const link = { request_id: z.uuid(), token_hash: z.string(), expires_at: instantField };

export const emailVerificationRequested = defineEvent({
  type: 'EmailVerificationRequested',
  context,
  stream,
  meaning: 'A link that proves the address is to be mailed; an earlier one is void.',
  data: { account_id: accountId, ...link, at_sign_up: z.boolean(), requested_at: instantField },
});

export const emailVerified = defineEvent({
  type: 'EmailVerified',
  context,
  stream,
  meaning: 'The person reads mails to the address: a link that only a mail to it has was used.',
  data: { account_id: accountId, email_hash: z.string(), verified_at: instantField },
});

export const emailChangeRequested = defineEvent({
  type: 'EmailChangeRequested',
  context,
  stream,
  meaning: 'The person wants another address. Nothing changes until a link mailed to it is used.',
  data: { account_id: accountId, ...link, email: encryptedField, email_hash: z.string(), requested_at: instantField },
});

export const emailChanged = defineEvent({
  type: 'EmailChanged',
  context,
  stream,
  meaning: 'The account has another address, which is verified.',
  data: {
    account_id: accountId,
    email: encryptedField,
    email_hash: z.string(),
    former_email: encryptedField,
    former_email_hash: z.string(),
    changed_at: instantField,
  },
});

export const passwordResetRequested = defineEvent({
  type: 'PasswordResetRequested',
  context,
  stream: 'passwordReset-<keyed hash of the address>',
  meaning:
    'Someone asked for a new password for an address, whether there is an account or not; an earlier link is void.',
  data: { email_hash: z.string(), ...link, requested_at: instantField },
});

export const passwordChanged = defineEvent({
  type: 'PasswordChanged',
  context,
  stream,
  meaning:
    'The person has another password; all sessions but the one named end. `notice`: the link of the mail that reports it.',
  data: {
    account_id: accountId,
    password_hash: z.string(),
    reset_id: z.uuid().nullable(),
    kept_session: z.string().nullable(),
    notice: z.object(link),
    changed_at: instantField,
  },
});

export const personRenamed = defineEvent({
  type: 'PersonRenamed',
  context,
  stream,
  meaning: 'The person changed their name.',
  data: { account_id: accountId, name: encryptedField, changed_at: instantField },
});

export const accountPreferencesChanged = defineEvent({
  type: 'AccountPreferencesChanged',
  context,
  stream,
  meaning: 'What the person allows and wants to be mailed about, all of it.',
  data: {
    account_id: accountId,
    receive_product_updates: z.boolean(),
    share_usage: z.boolean(),
    // An older event lacks those that came later.
    mail_switches: z.partialRecord(z.enum(mailSwitches), z.boolean()),
    changed_at: instantField,
  },
});
