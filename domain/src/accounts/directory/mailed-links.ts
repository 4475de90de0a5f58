import { dayMs } from '../../shared/calendar/days.ts';
import type { AccountEvent } from '../account/account.events.ts';
import type { AccountState } from '../account/account.state.ts';
import { closed, isSessionValid, type SessionState } from '../account/session.decider.ts';
import type { Directory } from './directory.state.ts';

type EventData<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

/** Links that prove an address or keep an account: a newer one of its kind takes the place of the one before. */
export function applyLinks(directory: Directory, before: AccountState, after: AccountState): void {
  for (const hash of linkHashes(before)) directory.accountIdsByLink.delete(hash);
  if (after.status === 'absent') return;
  for (const hash of linkHashes(after)) directory.accountIdsByLink.set(hash, after.account_id);
}

/** A newer request for a new password makes the one before void. */
export function applyReset(
  directory: Directory,
  { email_hash, request_id, token_hash, expires_at }: Omit<EventData<'PasswordResetRequested'>, 'requested_at'>,
): void {
  dropReset(directory, email_hash);
  directory.resets.set(token_hash, { request_id, email_hash, expires_at });
  directory.resetsByEmailHash.set(email_hash, token_hash);
}

/** A new password ends all sessions of the account but one, and all links that were to set one. */
export function applyPassword(
  directory: Directory,
  emailHash: string,
  { account_id, kept_session, notice }: EventData<'PasswordChanged'>,
): void {
  for (const token_hash of [...(directory.openSessions.get(account_id) ?? [])]) {
    if (token_hash !== kept_session)
      keepSession(directory, { token_hash, account_id }, closed({ token_hash, account_id }));
  }
  applyReset(directory, { email_hash: emailHash, ...notice });
}

/** Keeps a session while it is open: one that has ended is in its own stream. */
export function keepSession(
  { sessions, openSessions }: Directory,
  { token_hash, account_id }: { token_hash: string; account_id: number },
  session: SessionState,
): void {
  const open = openSessions.get(account_id) ?? new Set();
  if (session.status === 'open') {
    sessions.set(token_hash, session);
    openSessions.set(account_id, open.add(token_hash));
    return;
  }
  sessions.delete(token_hash);
  open.delete(token_hash);
  if (open.size === 0) openSessions.delete(account_id);
}

/**
 * Forgets sessions that ended by their time, which no event says. Those of the last day stay, because clocks differ.
 * @param nowMs milliseconds.
 */
export function forgetEndedSessions(directory: Directory, nowMs: number): void {
  for (const session of directory.sessions.values()) {
    if (!isSessionValid(session, nowMs - dayMs)) keepSession(directory, session, closed(session));
  }
}

function dropReset(directory: Directory, emailHash: string): void {
  const tokenHash = directory.resetsByEmailHash.get(emailHash);
  if (tokenHash !== undefined) directory.resets.delete(tokenHash);
  directory.resetsByEmailHash.delete(emailHash);
}

function linkHashes(state: AccountState): string[] {
  if (state.status === 'absent') return [];
  const deletion = state.erased ? null : state.deletion;
  return [state.verification, state.email_change, deletion].flatMap((link) => (link === null ? [] : [link.token_hash]));
}
