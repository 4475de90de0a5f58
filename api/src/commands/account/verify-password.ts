import {
  DomainError,
  findAccountIdByEmailHash,
  findMembership,
  normalizeEmail,
  type OpenAccount,
} from '@tapwise/domain';
import type { PasswordHasher } from '../../access/password-hasher.ts';
import type { SignInThrottle } from '../../access/sign-in-throttle.ts';
import type { ApiDependencies } from '../../dependencies.ts';

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
  given: { email: string | undefined; password: string | undefined; address: string },
): Promise<OpenAccount> {
  if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  if ((given.email ?? '').trim() === '') throw new DomainError('email_required');
  if ((given.password ?? '').trim() === '') throw new DomainError('password_required');
  const emailHash = emailHashOf(deps, comparableEmail(given.email ?? ''));
  const account = accountOf(deps, emailHash);
  const password = (given.password ?? '').normalize('NFC');
  const right = await guard.throttle.attempt(`${emailHash} ${given.address}`, () =>
    guard.hasher.verify(account && deps.directory.state.passwordHashes?.get(account.account_id), password),
  );
  if (!right || account === undefined) throw new DomainError('wrong_credentials');
  return account;
}

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
