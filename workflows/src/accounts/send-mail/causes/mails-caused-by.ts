import type { DueMail, RecordedEvent } from '@tapwise/adapters';
import { type Directory, failureStreamPrefix, findAccountIdByEmailHash, findMembership } from '@tapwise/domain';
import { billingMailPrefixes, billingMails } from './billing-mails.ts';
import { integrationMails } from './integration-mails.ts';

type LogEvent = RecordedEvent['event'];

/** Streams in which something can happen that a mail is due for. */
export const mailCausePrefixes: readonly string[] = [
  'account-',
  'team-',
  'passwordReset-',
  'application-',
  failureStreamPrefix,
  ...billingMailPrefixes,
];

/** The mails an event is the cause of. @param directory Who is who, up to this event at least. */
export function mailsCausedBy(
  recorded: Pick<RecordedEvent, 'event' | 'id' | 'position' | 'recordedAt'>,
  directory: Directory,
): DueMail[] {
  const mail = mailCausedBy(recorded, directory);
  return mail === undefined ? [...integrationMails(recorded, directory), ...billingMails(recorded, directory)] : [mail];
}

function mailCausedBy({ event, id }: Pick<RecordedEvent, 'event' | 'id'>, directory: Directory): DueMail | undefined {
  switch (event.type) {
    case 'EmailVerificationRequested': {
      const { account_id: accountId, request_id, at_sign_up, requested_at: requestedAt } = event.data;
      const kind = at_sign_up ? 'welcome' : 'verify';
      const key = at_sign_up ? `welcome|${accountId}` : `verify|${request_id}`;
      return { kind, key, to: { accountId }, facts: { request_id }, requestedAt };
    }
    case 'EmailChangeRequested': {
      const { request_id, account_id, email: address, requested_at: requestedAt } = event.data;
      return {
        kind: 'email-change',
        key: `email-change|${request_id}`,
        to: { address },
        facts: { request_id, account_id },
        requestedAt,
      };
    }
    case 'EmailChanged': {
      const { former_email: address, changed_at: requestedAt } = event.data;
      return { kind: 'email-changed', key: `email-changed|${id}`, to: { address }, requestedAt };
    }
    case 'PasswordChanged': {
      const { account_id: accountId, notice, changed_at: requestedAt } = event.data;
      const { request_id } = notice;
      return {
        kind: 'password-changed',
        key: `password-changed|${id}`,
        to: { accountId },
        facts: { request_id },
        requestedAt,
      };
    }
    case 'PasswordResetRequested':
      return resetMail(event.data, directory);
    default:
      return leavingMail(event) ?? teamMail(event, id, directory);
  }
}

function leavingMail(event: LogEvent): DueMail | undefined {
  if (event.type === 'AccountExportReady') {
    const { account_id: accountId, request_id, ready_at: requestedAt, expires_at } = event.data;
    const facts = { request_id, expires_at, path: '/client/settings#your-data' };
    return { kind: 'export-ready', key: `export-ready|${request_id}`, to: { accountId }, facts, requestedAt };
  }
  // Who leaves others behind is gone at once.
  if (event.type !== 'AccountDeletionScheduled' || !event.data.closes_team) return undefined;
  const { account_id: accountId, request_id, requested_at: requestedAt, expires_at } = event.data;
  const key = `deletion-scheduled|${request_id}`;
  return { kind: 'deletion-scheduled', key, to: { accountId }, facts: { request_id, expires_at }, requestedAt };
}

type Reset = Extract<LogEvent, { type: 'PasswordResetRequested' }>['data'];

/** Only an address with an account gets one. */
function resetMail(
  { email_hash, request_id, requested_at: requestedAt }: Reset,
  directory: Directory,
): DueMail | undefined {
  const accountId = findAccountIdByEmailHash(directory, email_hash);
  const membership = accountId === undefined ? undefined : findMembership(directory, accountId);
  if (accountId === undefined || membership === undefined || membership.account.demo) return undefined;
  return { kind: 'reset', key: `reset|${request_id}`, to: { accountId }, facts: { request_id }, requestedAt };
}

function teamMail(event: LogEvent, id: string, directory: Directory): DueMail | undefined {
  if (event.type === 'TeamMemberInvited') {
    const { team_id, token_hash, email: address, email_hash, invited_at: requestedAt } = event.data;
    const accountId = findAccountIdByEmailHash(directory, email_hash);
    const elsewhere = accountId !== undefined && findMembership(directory, accountId) !== undefined;
    const kind = elsewhere ? 'invite-elsewhere' : 'invite';
    return { kind, key: `invite|${token_hash}`, to: { address }, facts: { team_id, token_hash }, requestedAt };
  }
  if (event.type === 'TeamMemberRemoved') {
    const { team_id, account_id: accountId, removed_at: requestedAt } = event.data;
    return { kind: 'removed', key: `removed|${id}`, to: { accountId }, facts: { team_id }, requestedAt };
  }
  return undefined;
}
