import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { logPositionHeader } from '@tapwise/contract';
import {
  completeWriteCall,
  DomainError,
  releaseWriteCall,
  startWriteCall,
  type WriteCallState,
  writeCallDecider,
  writeCallStream,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { personContext } from '../access/actor-context.ts';
import type { Session } from '../access/sign-in/sessions.ts';
import type { ApiDependencies } from './dependencies.ts';

/** A call that is being carried out under an `Idempotency-Key`. */
interface WriteCall {
  readonly stream: string;
  readonly accountId: number;
  /** The same for every attempt at this call: what must not be made twice is named by it. */
  readonly callId: string;
  readonly attemptId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    writeCall: WriteCall | null;
    /** The call was carried out whatever its status: its answer is kept, as that of a success is. */
    changed: boolean;
  }
}

type RecordedResponse = Extract<WriteCallState, { status: 'answered' }>['response'];

const keyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * Carries out a write call with an `Idempotency-Key` once: the same call again is given the stored answer, for 24 hours. Keys
 * belong to accounts, so calls without a session (signing in and up) take none. Registered after the rights: a caller who
 * lost the right is not given the answer again.
 */
export const idempotencyPlugin = fastifyPlugin<{ deps: ApiDependencies }>(
  async (app, { deps }) => {
    app.decorateRequest('writeCall', null);
    app.decorateRequest('changed', false);
    app.addHook('preHandler', async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (key === undefined || request.session === null || !isWrite(request)) return undefined;
      if (typeof key !== 'string' || !keyForm.test(key)) {
        throw new DomainError('invalid_request', { message: 'Idempotency-Key must be 1 to 255 visible characters.' });
      }
      const earlierResponse = await startCall(deps, request, request.session, key);
      return earlierResponse === undefined ? undefined : repeatResponse(deps, reply, earlierResponse);
    });
    app.addHook('onSend', async (request, reply, payload) => {
      const { writeCall } = request;
      if (writeCall === null) return;
      request.writeCall = null;
      await endCall(deps, request, reply, writeCall, payload).catch((error: unknown) => {
        // What was written stays written; the call can be made again once this attempt has expired.
        request.log.warn({ err: error }, 'The answer of a write call could not be kept');
      });
    });
  },
  { name: 'idempotency', dependencies: ['rights'] },
);

const isWrite = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD';

/** @returns the stored answer of the same call; `undefined` when the call is to be carried out now. */
async function startCall(
  deps: ApiDependencies,
  request: FastifyRequest,
  { account: { account_id } }: Session,
  key: string,
): Promise<RecordedResponse | undefined> {
  const stream = writeCallStream(deps.vault.keyedHash('idempotency-key', `${account_id}\0${key}`));
  const route = `${request.method} ${request.routeOptions.url}`;
  const command = {
    call_id: randomUUID(),
    attempt_id: randomUUID(),
    account_id,
    route,
    started_at: deps.now().toISOString(),
    payload_hash: deps.vault.keyedHash('payload', payloadOf(request, route)),
  };
  const { state } = await handleCommand(deps.log, {
    stream,
    decider: writeCallDecider,
    cause: command.attempt_id,
    context: personContext(request),
    assume: 'new',
    decide: (current) => startWriteCall(current, command),
  });
  if (state.status === 'answered') return state.response;
  if (state.status !== 'running') throw new DomainError('conflict');
  request.writeCall = { stream, accountId: account_id, callId: state.call_id, attemptId: state.attempt_id };
  return undefined;
}

async function repeatResponse(
  deps: ApiDependencies,
  reply: FastifyReply,
  response: RecordedResponse,
): Promise<FastifyReply> {
  const body = await deps.vault.decrypt(response.body);
  if (body === undefined) throw new DomainError('not_found');
  if (response.log_position !== null) void reply.header(logPositionHeader, response.log_position);
  return reply.code(response.status_code).type('application/json; charset=utf-8').send(body);
}

/** What was carried out is kept, encrypted, because answers may hold keys. A refusal changed nothing and frees the key. */
async function endCall(
  deps: ApiDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { stream, accountId, callId, attemptId }: WriteCall,
  payload: unknown,
): Promise<void> {
  const call = { call_id: callId, attempt_id: attemptId };
  const kept = (reply.statusCode < 300 || request.changed) && reply.statusCode < 500 && typeof payload === 'string';
  const body = kept ? await deps.vault.encrypt(`account-${accountId}`, payload) : '';
  const position = reply.getHeader(logPositionHeader);
  const log_position = typeof position === 'string' ? position : null;
  const outcome = reply.statusCode >= 400 && reply.statusCode < 500 ? ('refused' as const) : ('failed' as const);
  await handleCommand(deps.log, {
    stream,
    decider: writeCallDecider,
    cause: `${attemptId} end`,
    context: personContext(request),
    decide: (state) =>
      kept
        ? completeWriteCall(state, { ...call, status_code: reply.statusCode, log_position, body })
        : releaseWriteCall(state, { ...call, outcome }),
  });
}

/** What a call asks for. The token is no part of it: after a new sign-in it is the same call. */
function payloadOf({ params, query, body }: FastifyRequest, route: string): string {
  requireShallow(body);
  return JSON.stringify([route, params, withoutToken(query), withoutToken(body)], sortedFields);
}

/** No call has a body that deep; deeper ones could not be written as a text. */
const deepestBody = 100;

/** @throws DomainError `invalid_request`. */
function requireShallow(body: unknown): void {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestBody) throw new DomainError('invalid_request', { message: 'The body is nested too deep.' });
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}

function withoutToken(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null) return fields;
  const { token: _token, ...rest } = fields as Record<string, unknown>;
  return rest;
}

function sortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
