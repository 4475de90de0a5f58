import { dayMs } from '../../shared/calendar/days.ts';
import { DomainError, type ErrorCode } from '../../shared/domain-error.ts';
import type { AccountEvent } from './account.events.ts';
import type { AccountState, EventData, OpenAccountState, Preferences } from './account.state.ts';

/** A mailed link's data as an event has them. */
export type LinkData = Pick<EventData<'EmailVerificationRequested'>, 'request_id' | 'token_hash' | 'expires_at'>;

/** An account that is opened. */
export type AccountOpening = EventData<'AccountOpened'>;

/** How the address of a new account is proved: by a link that is mailed, or by what it already answered. */
export type AddressProof = { readonly verification: LinkData; readonly at: string } | { readonly verified_at: string };

/**
 * Opens an account for a person whose answers passed `checkSignUp`; names and address come encrypted.
 * @param proof What is known of the address: a link to prove it is to be mailed, or the person has used one.
 * @throws DomainError `conflict` when the account is open already.
 */
export function openAccount(state: AccountState, command: AccountOpening, proof?: AddressProof): AccountEvent[] {
  if (state.status === 'open') throw new DomainError('conflict');
  const { account_id, email_hash } = command;
  const opened: AccountEvent = { type: 'AccountOpened', data: command };
  if (proof === undefined) return [opened];
  if ('verified_at' in proof) return [opened, verified({ account_id, email_hash }, proof.verified_at)];
  const { verification, at: requested_at } = proof;
  const data = { account_id, ...verification, at_sign_up: true, requested_at };
  return [opened, { type: 'EmailVerificationRequested', data }];
}

/**
 * Opens an account for one of several calls that want to. Salted hashes never repeat, so that the same one says that the call's own
 * append arrived although its answer was lost.
 * @param refusalCode How a call is answered when another one was faster.
 */
export function openAccountOnce(
  state: AccountState,
  command: AccountOpening,
  { proof, refusalCode }: { readonly proof: AddressProof | undefined; readonly refusalCode: ErrorCode },
): AccountEvent[] {
  if (state.status !== 'open') return openAccount(state, command, proof);
  if (state.password_hash === command.password_hash) return [];
  throw new DomainError(refusalCode);
}

const mostVerifications = 5;

/**
 * Wants a link that proves the address, beside the one of the mail that welcomes a person. A verified person needs none.
 * @throws DomainError `too_many_requests` at the sixth within 24 hours.
 */
export function requestVerification(state: AccountState, link: LinkData, at: string): AccountEvent[] {
  const account = opened(state);
  if (account.email_verified) return [];
  const since = Date.parse(at) - dayMs;
  const [oldest, ...others] = account.verifications_asked.filter((requestedAt) => Date.parse(requestedAt) > since);
  if (oldest !== undefined && others.length + 1 >= mostVerifications) {
    const seconds = Math.ceil((Date.parse(oldest) - since) / 1000);
    throw new DomainError('too_many_requests', { details: { retry_after: Math.max(1, seconds) } });
  }
  const data = { account_id: account.account_id, ...link, at_sign_up: false, requested_at: at };
  return [{ type: 'EmailVerificationRequested', data }];
}

/** @throws DomainError `link_invalid` for a link that is void or has expired. One that was used changes nothing. */
export function verifyEmail(
  state: AccountState,
  { token_hash, at }: { token_hash: string; at: string },
): AccountEvent[] {
  const account = opened(state);
  const link = account.verification;
  if (link === null || link.token_hash !== token_hash) throw new DomainError('link_invalid');
  if (account.email_verified) return [];
  requireUnexpired(link, at);
  return [verified(account, at)];
}

export function requestEmailChange(
  state: AccountState,
  command: LinkData & { email: string; email_hash: string; at: string },
): AccountEvent[] {
  const { account_id } = opened(state);
  const { at: requested_at, ...change } = command;
  return [{ type: 'EmailChangeRequested', data: { account_id, ...change, requested_at } }];
}

/**
 * The new address was proved, and is reserved for this account.
 * @throws DomainError `link_invalid`. A link that was used changes nothing.
 */
export function changeEmail(
  state: AccountState,
  { token_hash, at }: { token_hash: string; at: string },
): AccountEvent[] {
  const account = opened(state);
  const change = account.email_change;
  if (change === null || change.token_hash !== token_hash) throw new DomainError('link_invalid');
  if (change.used) return [];
  requireUnexpired(change, at);
  const { account_id, email: former_email, email_hash: former_email_hash } = account;
  const { email, email_hash } = change;
  return [
    { type: 'EmailChanged', data: { account_id, email, email_hash, former_email, former_email_hash, changed_at: at } },
  ];
}

/**
 * Sets a password that passed the rules.
 * @param command.reset_id The reset whose link was used; it also proves the address.
 * @throws DomainError `link_invalid` when that reset has set a password before.
 */
export function changePassword(
  state: AccountState,
  command: Omit<EventData<'PasswordChanged'>, 'account_id'>,
): AccountEvent[] {
  const account = opened(state);
  const { reset_id, changed_at } = command;
  if (reset_id !== null && account.used_resets.includes(reset_id)) throw new DomainError('link_invalid');
  const { account_id, email_verified } = account;
  const changed: AccountEvent = { type: 'PasswordChanged', data: { account_id, ...command } };
  return reset_id === null || email_verified ? [changed] : [changed, verified(account, changed_at)];
}

/** @param name as ciphertext. */
export function renamePerson(state: AccountState, { name, at }: { name: string; at: string }): AccountEvent[] {
  return [{ type: 'PersonRenamed', data: { account_id: opened(state).account_id, name, changed_at: at } }];
}

/** Changes some of what the person allows and wants. What is as requested already changes nothing. */
export function changePreferences(
  state: AccountState,
  requested: Partial<Omit<Preferences, 'mail_switches'>> & { mail_switches?: Partial<Preferences['mail_switches']> },
  at: string,
): AccountEvent[] {
  const { account_id, preferences } = opened(state);
  const mail_switches = { ...preferences.mail_switches, ...requested.mail_switches };
  const { receive_product_updates, share_usage } = { ...preferences, ...requested };
  const changed = { receive_product_updates, share_usage, mail_switches };
  const same =
    receive_product_updates === preferences.receive_product_updates &&
    share_usage === preferences.share_usage &&
    Object.entries(mail_switches).every(([name, on]) =>
      Object.entries(preferences.mail_switches).some(([topic, now]) => topic === name && now === on),
    );
  return same ? [] : [{ type: 'AccountPreferencesChanged', data: { account_id, ...changed, changed_at: at } }];
}

function opened(state: AccountState): OpenAccountState {
  if (state.status === 'absent') throw new DomainError('conflict');
  return state;
}

function requireUnexpired({ expires_at }: { expires_at: string }, at: string): void {
  if (Date.parse(at) >= Date.parse(expires_at)) throw new DomainError('link_invalid');
}

const verified = (
  { account_id, email_hash }: Pick<OpenAccountState, 'account_id' | 'email_hash'>,
  verified_at: string,
): AccountEvent => ({ type: 'EmailVerified', data: { account_id, email_hash, verified_at } });
