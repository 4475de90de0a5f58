import type { IncomingMessage } from 'node:http';
import { DomainError } from '@tapwise/domain';
import { isSameSecret } from '../secrets/same-secret.ts';
import { isLocal } from './client-address.ts';

/**
 * Lets a scraper of this machine read the figures of a process, and others with the token.
 * @param token undefined: no other caller.
 * @throws DomainError `unauthorized`.
 */
export function requireMetricsAccess(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): void {
  const bearerToken = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && bearerToken !== undefined && isSameSecret(bearerToken, token)) return;
  if (!isLocal(request)) throw new DomainError('unauthorized');
}
