import type { Decider } from '../shared/decider.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { AccountEvent } from './account.events.ts';

type Opened = Extract<AccountEvent, { type: 'SessionOpened' }>['data'];

export type SessionState =
  | { status: 'absent' }
  | ({ status: 'open' } & Opened)
  | ({ status: 'closed' } & Pick<Opened, 'token_hash' | 'account_id'>);

/** Fold of `session-<hash of the token>`. */
export const sessionDecider: Decider<SessionState, AccountEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'SessionOpened' && state.status === 'absent') return { status: 'open', ...event.data };
    if (event.type !== 'SessionClosed') return state;
    return { status: 'closed', token_hash: event.data.token_hash, account_id: event.data.account_id };
  },
};

/** @throws DomainError `conflict` when the token was used before: a token never lives twice. */
export function openSession(state: SessionState, command: Opened): AccountEvent[] {
  if (state.status !== 'absent') throw new DomainError('conflict');
  return [{ type: 'SessionOpened', data: command }];
}

/**
 * Ends a session. Ending it twice changes nothing.
 * @throws DomainError `unauthorized` for a token that was never issued.
 */
export function closeSession(state: SessionState, command: { reason: 'signed_out' }): AccountEvent[] {
  if (state.status === 'absent') throw new DomainError('unauthorized');
  if (state.status === 'closed') return [];
  const { token_hash, account_id } = state;
  return [{ type: 'SessionClosed', data: { token_hash, account_id, reason: command.reason } }];
}

/** Whether the token is valid at the instant (milliseconds). */
export function isSessionValid(state: SessionState, nowMs: number): state is Extract<SessionState, { status: 'open' }> {
  return state.status === 'open' && nowMs < Date.parse(state.expires_at);
}
