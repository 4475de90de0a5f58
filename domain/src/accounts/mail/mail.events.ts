import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { encryptedField, instantField } from '../../shared/fields.ts';
import { mailKindNames } from './mail-kinds.ts';

const context = 'mail';
const stream = 'mail-<mailId>';
/** 26 letters and digits made from the mail key; also the first part of the `Message-ID`. */
const mailId = z.string().regex(/^[a-z2-7]{26}$/);
const kind = z.enum(mailKindNames);
/** The mail server's answer, a number or the client's word for what went wrong. Never its text, which may repeat the address. */
const code = z.string().max(40);

export const mailRequested = defineEvent({
  type: 'MailRequested',
  context,
  stream,
  meaning:
    'A mail is due. Its stream can be created only once, so it is asked for once, however often its cause is read.',
  data: {
    mail_id: mailId,
    kind,
    // What the mail is about, once for all time: names of ours and ids, never a secret.
    key: z.string().min(1).max(200),
    // Exactly one of the two: a person, whose address is looked up when it is sent, or an address of someone without account.
    account_id: z.number().int().positive().nullable(),
    address: encryptedField.nullable(),
    // Words and numbers of the text, without names of persons, addresses and secrets.
    facts: z.record(z.string().max(40), z.union([z.string().max(500), z.number()])),
    rows: z.array(z.string().max(300)).max(20),
    requested_at: instantField,
  },
});

export const mailAttemptBegun = defineEvent({
  type: 'MailAttemptBegun',
  context,
  stream,
  meaning:
    'A process is about to give the mail to the mail server. Nobody else does so before this attempt has ended or must be over.',
  data: {
    mail_id: mailId,
    kind,
    // Which process it is; made anew for each attempt.
    claim: z.uuid(),
    begun_at: instantField,
    over_at: instantField,
  },
});

export const mailDelayed = defineEvent({
  type: 'MailDelayed',
  context,
  stream,
  meaning: 'The mail server could not be reached or asked to try later.',
  data: { mail_id: mailId, kind, attempt: z.number().int().positive(), code, again_at: instantField },
});

export const mailSent = defineEvent({
  type: 'MailSent',
  context,
  stream,
  meaning: 'The mail server took the mail, or it is in the outbox.',
  data: { mail_id: mailId, kind, by: z.enum(['smtp', 'outbox']), sent_at: instantField },
});

export const mailSkipped = defineEvent({
  type: 'MailSkipped',
  context,
  stream,
  meaning: 'The mail is not sent: what it was about is over, or the person does not want it or is gone.',
  data: { mail_id: mailId, kind, reason: z.enum(['over', 'unwanted', 'gone', 'no_address']), skipped_at: instantField },
});

export const mailRefused = defineEvent({
  type: 'MailRefused',
  context,
  stream,
  meaning: 'The mail server refused the mail permanently, or all attempts were used up.',
  data: { mail_id: mailId, kind, code, refused_at: instantField },
});

export const mailEvents = [mailRequested, mailAttemptBegun, mailDelayed, mailSent, mailSkipped, mailRefused] as const;
export type MailEvent = EventOf<(typeof mailEvents)[number]>;
