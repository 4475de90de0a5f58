import { randomUUID } from 'node:crypto';
import { linkToken, linkTokenHash } from '@tapwise/adapters';
import type { LinkData } from '@tapwise/domain';
import { hourMs } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

const lifetimes = {
  verify: 24 * hourMs,
  email: 24 * hourMs,
  reset: hourMs,
  notice: 24 * hourMs,
  /** How long a person can take back that an account and its team are to be deleted. */
  keep: 14 * 24 * hourMs,
};

/** A new link to be mailed. Its secret is in the mail alone. @param kind `notice` resets a password, from the mail that reports a change. */
export function newLink(
  { vault, now }: Pick<ApiDependencies, 'vault' | 'now'>,
  kind: keyof typeof lifetimes,
): LinkData {
  const request_id = randomUUID();
  const purpose = kind === 'notice' ? 'reset' : kind;
  return {
    request_id,
    token_hash: linkTokenHash(vault, purpose, linkToken(vault, purpose, request_id)),
    expires_at: new Date(now().getTime() + lifetimes[kind]).toISOString(),
  };
}
