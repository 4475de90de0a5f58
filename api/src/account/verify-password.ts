import {
  DomainError,
  findAccountIdByEmailHash,
  findMembership,
  normalizeEmail,
  type OpenAccount,
} from '@tapwise/domain';
import type { SignInAttempt } from '../access/sign-in/attempt-limits.ts';
import type { PasswordHasher } from '../access/sign-in/password-hasher.ts';
import type { SignInThrottle } from '../access/sign-in/sign-in-throttle.ts';
import type { ApiDependencies } from '../http/dependencies.ts';

/** The two things that guard passwords; one of each in a process. */
export interface PasswordGuard {
  readonly hasher: PasswordHasher;
  readonly throttle: SignInThrottle;
}

/**
 * The account whose address and password these are. Unknown addresses cost the same work, wait in the same throttle and
 * get the same words as wrong passwords.
 * @throws DomainError `email_required`, `password_required`, `wrong_credentials`, `too_many_attempts`.
 */
export async function verifyPassword(
  deps: ApiDependencies,
  guard: PasswordGuard,
  credentials: { email: string | undefined; password: string | undefined; address: string },
): Promise<OpenAccount> {
  if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  if ((credentials.email ?? '').trim() === '') throw new DomainError('email_required');
  if ((credentials.password ?? '').trim() === '') throw new DomainError('password_required');
  const emailHash = emailHashOf(deps, comparableEmail(credentials.email ?? ''));
  const account = accountOf(deps, emailHash);
  const password = (credentials.password ?? '').normalize('NFC');
  const right = await guard.throttle.attempt(attemptOf(deps, emailHash, credentials.address), () =>
    guard.hasher.verify(account && deps.directory.state.passwordHashes?.get(account.account_id), password),
  );
  if (!right || account === undefined) throw new DomainError('wrong_credentials');
  return account;
}

/**
 * Checks the password of a person who is signed in; a wrong one counts like one at sign-in.
 * @throws DomainError `password_required`, `wrong_password`, `too_many_attempts`.
 */
export async function requireOwnPassword(
  deps: ApiDependencies,
  guard: PasswordGuard,
  account: Pick<OpenAccount, 'account_id' | 'email_hash'>,
  credentials: { password: string | undefined; address: string },
): Promise<void> {
  if ((credentials.password ?? '').trim() === '') throw new DomainError('password_required');
  const password = (credentials.password ?? '').normalize('NFC');
  const right = await guard.throttle.attempt(attemptOf(deps, account.email_hash, credentials.address), () =>
    guard.hasher.verify(deps.directory.state.passwordHashes?.get(account.account_id), password),
  );
  if (!right) throw new DomainError('wrong_password');
}

/** Addresses are hashed, because what is counted is written to a file. */
const attemptOf = (deps: ApiDependencies, account: string, address: string): SignInAttempt => ({
  account,
  address: deps.vault.keyedHash('sign-in address', address).slice(0, 32),
});

/** The keyed hash under which an address is reserved. @param emailKey as `normalizeEmail` gives it. */
export function emailHashOf(deps: ApiDependencies, emailKey: string): string {
  return deps.vault.keyedHash('email', emailKey);
}

/** A person who was removed from their team is unknown from then on. */
function accountOf(deps: ApiDependencies, emailHash: string): OpenAccount | undefined {
  const accountId = findAccountIdByEmailHash(deps.directory.state, emailHash);
  return accountId === undefined ? undefined : findMembership(deps.directory.state, accountId)?.account;
}

// What is no address has no account; it is looked up all the same, so that it is answered like any unknown one.
function comparableEmail(email: string): string {
  try {
    return normalizeEmail(email);
  } catch {
    return `? ${email.trim().toLowerCase()}`;
  }
}
