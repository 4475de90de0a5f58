import { dayMs, hourMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { AccountEvent } from './account.events.ts';

type Opened = Extract<AccountEvent, { type: 'SessionOpened' }>['data'];
export type SessionEnd = Extract<AccountEvent, { type: 'SessionClosed' }>['data']['reason'];

export type OpenSession = { status: 'open'; seen_at: string } & Opened;

export type SessionState =
  | { status: 'absent' }
  | OpenSession
  | ({ status: 'closed' } & Pick<Opened, 'token_hash' | 'account_id'>);

const idleMs = 30 * dayMs;
const seenEveryMs = hourMs;
/** Sessions of one account at once; a new one replaces the oldest. */
export const mostSessions = 50;

/** Fold of `session-<hash of the token>`. */
export const sessionDecider: Decider<SessionState, AccountEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'SessionOpened' && state.status === 'absent') {
      return { status: 'open', ...event.data, seen_at: event.data.opened_at };
    }
    if (event.type === 'SessionSeen')
      return state.status === 'open' ? { ...state, seen_at: event.data.seen_at } : state;
    if (event.type !== 'SessionClosed') return state;
    return closed(event.data);
  },
};

/** @throws DomainError `conflict` when the token was used before: a token never lives twice. */
export function openSession(state: SessionState, command: Opened): AccountEvent[] {
  if (state.status !== 'absent') throw new DomainError('conflict');
  return [{ type: 'SessionOpened', data: command }];
}

/** Records that a session is used, once an hour. @param nowMs milliseconds. */
export function seeSession(state: SessionState, nowMs: number): AccountEvent[] {
  if (state.status !== 'open' || !isSessionUnseen(state, nowMs)) return [];
  const { token_hash, account_id } = state;
  return [{ type: 'SessionSeen', data: { token_hash, account_id, seen_at: new Date(nowMs).toISOString() } }];
}

/** Whether that a session is used was recorded too long ago. */
export const isSessionUnseen = ({ seen_at }: { seen_at: string }, nowMs: number): boolean =>
  nowMs - Date.parse(seen_at) >= seenEveryMs;

/**
 * Ends a session. Ending it twice changes nothing.
 * @throws DomainError `unauthorized` for a token that was never issued.
 */
export function closeSession(state: SessionState, command: { reason: SessionEnd }): AccountEvent[] {
  if (state.status === 'absent') throw new DomainError('unauthorized');
  if (state.status === 'closed') return [];
  const { token_hash, account_id } = state;
  return [{ type: 'SessionClosed', data: { token_hash, account_id, reason: command.reason } }];
}

/** A session that something else than its own events has ended, for example a new password. */
export const closed = ({ token_hash, account_id }: Pick<Opened, 'token_hash' | 'account_id'>): SessionState => ({
  status: 'closed',
  token_hash,
  account_id,
});

/** Whether the token is valid at the instant (milliseconds): not past its end, and used within 30 days. */
export function isSessionValid(state: SessionState, nowMs: number): state is OpenSession {
  return state.status === 'open' && nowMs < Date.parse(state.expires_at) && nowMs < Date.parse(state.seen_at) + idleMs;
}
