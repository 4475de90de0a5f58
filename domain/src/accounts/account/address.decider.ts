import { hourMs } from '../../shared/calendar/days.ts';
import type { Decider } from '../../shared/decider.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { AccountEvent } from './account.events.ts';
import type { EventData } from './account.state.ts';

export type EmailReservationState = { status: 'free' } | { status: 'taken'; email_hash: string; account_id: number };

/** Fold of `emailReservation-<hash>`. */
export const emailReservationDecider: Decider<EmailReservationState, AccountEvent> = {
  initialState: () => ({ status: 'free' }),
  evolve: (state, event) => {
    if (event.type === 'EmailReserved') return { status: 'taken', ...event.data };
    return event.type === 'EmailReleased' ? { status: 'free' } : state;
  },
};

/**
 * Reserves an address for an account. Reserving it again for the same account changes nothing.
 * @param abandonedBy The account that has the address but belongs to no team any more, if that is known.
 * @throws DomainError `email_taken` when it belongs to another account.
 */
export function reserveEmail(
  state: EmailReservationState,
  command: EventData<'EmailReserved'>,
  abandonedBy?: number,
): AccountEvent[] {
  const reserved: AccountEvent = { type: 'EmailReserved', data: command };
  if (state.status === 'free') return [reserved];
  if (state.account_id === command.account_id) return [];
  if (state.account_id !== abandonedBy) throw new DomainError('email_taken');
  return [...releaseEmail(state, abandonedBy), reserved];
}

/** Gives an address up that belongs to the account; of any other nothing changes. */
export function releaseEmail(state: EmailReservationState, accountId: number): AccountEvent[] {
  if (state.status === 'free' || state.account_id !== accountId) return [];
  return [{ type: 'EmailReleased', data: { email_hash: state.email_hash, account_id: accountId } }];
}

export interface PasswordResetState {
  /** Instants of the last ones, oldest first. */
  readonly requested: readonly string[];
}

const mostResets = 3;

/** Fold of `passwordReset-<hash>`. */
export const passwordResetDecider: Decider<PasswordResetState, AccountEvent> = {
  initialState: () => ({ requested: [] }),
  evolve: ({ requested }, event) => ({
    requested:
      event.type === 'PasswordResetRequested' ? [...requested, event.data.requested_at].slice(-mostResets) : requested,
  }),
};

/** Wants a link with which a password can be set. The fourth within an hour for one address is passed over. */
export function requestPasswordReset(
  { requested }: PasswordResetState,
  command: EventData<'PasswordResetRequested'>,
): AccountEvent[] {
  const since = Date.parse(command.requested_at) - hourMs;
  if (requested.filter((at) => Date.parse(at) > since).length >= mostResets) return [];
  return [{ type: 'PasswordResetRequested', data: command }];
}
