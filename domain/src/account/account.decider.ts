import type { Decider } from '../shared/decider.ts';
import { DomainError } from '../shared/domain-error.ts';
import type { AccountEvent } from './account.events.ts';

type EventData<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

export type AccountState = { status: 'absent' } | ({ status: 'open' } & EventData<'AccountOpened'>);
export type EmailReservationState = { status: 'free' } | { status: 'taken'; email_hash: string; account_id: number };

/** Fold of `account-<accountId>`. */
export const accountDecider: Decider<AccountState, AccountEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve: (state, event) => (event.type === 'AccountOpened' ? { status: 'open', ...event.data } : state),
};

/** Fold of `emailReservation-<hash>`. */
export const emailReservationDecider: Decider<EmailReservationState, AccountEvent> = {
  initialState: () => ({ status: 'free' }),
  evolve: (state, event) => (event.type === 'EmailReserved' ? { status: 'taken', ...event.data } : state),
};

/**
 * Opens an account for a person whose answers passed `checkSignUp`; names and address come encrypted.
 * @throws DomainError `conflict` when the account is open already.
 */
export function openAccount(state: AccountState, command: EventData<'AccountOpened'>): AccountEvent[] {
  if (state.status === 'open') throw new DomainError('conflict');
  return [{ type: 'AccountOpened', data: command }];
}

/**
 * Reserves an address for an account. Reserving it again for the same account changes nothing.
 * @throws DomainError `email_taken` when it belongs to another account.
 */
export function reserveEmail(state: EmailReservationState, command: EventData<'EmailReserved'>): AccountEvent[] {
  if (state.status === 'free') return [{ type: 'EmailReserved', data: command }];
  if (state.account_id === command.account_id) return [];
  throw new DomainError('email_taken');
}
