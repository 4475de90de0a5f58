import type { CommandContext } from '@tapwise/adapters';
import type { FastifyRequest } from 'fastify';
import { sessionOf } from '../http/rights.plugin.ts';

/** The signed-in person of a request as the one who changes something. @throws DomainError `unauthorized` when there is none. */
export function personContext(request: FastifyRequest): CommandContext {
  return accountContext(request, sessionOf(request).account.account_id);
}

/** An account that is not signed in yet, because the request opens it or signs it in. */
export function accountContext(request: FastifyRequest, accountId: number): CommandContext {
  return { actor: { kind: 'account', id: String(accountId) }, correlationId: request.id };
}

/** The API on behalf of a request of which it is not known yet whose it is. */
export function apiContext(request: FastifyRequest): CommandContext {
  return { actor: { kind: 'system', id: 'api' }, correlationId: request.id };
}
