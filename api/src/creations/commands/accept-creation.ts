import { createStreamMemory, eventIdFrom } from '@tapwise/adapters';
import {
  type CreationCall,
  type CreationState,
  type CreationSummary,
  campaignStream,
  creationDecider,
  creationStream,
  DomainError,
  type PlannedCreation,
  requestCreation,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import { rememberInvoice } from '../../application/commands/invoice-details.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { ChangeTarget } from '../../settings-changes/change-target.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { hasEnded } from '../creation-response.ts';

/** Which creation a request is about. */
export interface CreationIdentity {
  readonly creationId: string;
  readonly requestId: string;
  readonly bodyHash: string;
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Without an id, the same request belongs to the same creation until this long after its end. */
const joinedMs = 600_000;

/** The creation of a request id; two applications with the same id have two. */
export const creationIdOf = (applicationId: number, requestId: string): string =>
  eventIdFrom(`creation ${applicationId} ${requestId.toLowerCase()}`);

/** Finds out which creation a request asks for, begun or not. */
export async function identify(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  call: CreationCall,
  { application, organization }: ChangeTarget,
): Promise<CreationIdentity> {
  const { account_id } = sessionOf(request).account;
  const body = request.body as Readonly<Record<string, unknown>>;
  const where = [application.application_id, organization.org_id, call];
  const bodyHash = settingsContext.deps.vault.keyedHash(
    'creation',
    JSON.stringify([where, contentOf(body)], sortedFields),
  );
  const enteredId = body.request_id ?? keyOf(request, account_id);
  if (typeof enteredId === 'string') {
    const requestId = enteredId.toLowerCase();
    return { creationId: creationIdOf(application.application_id, requestId), requestId, bodyHash };
  }
  for (let turn = 0; ; turn += 1) {
    const requestId = eventIdFrom(`${account_id} ${bodyHash} ${turn}`);
    const creationId = creationIdOf(application.application_id, requestId);
    const existing = settingsContext.creations.state.get(creationId);
    if (existing === undefined || (await stillJoined(settingsContext, existing)))
      return { creationId, requestId, bodyHash };
  }
}

/** What a body asks for, without what says who asks, and how often. */
function contentOf(body: Readonly<Record<string, unknown>>): unknown {
  const { token: _token, request_id: _id, offset: _offset, comment: _comment, confirm_guardrails: _g, ...rest } = body;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined));
}

function sortedFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function keyOf(request: FastifyRequest, accountId: number): string | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || request.writeCall === null) return undefined;
  return uuidForm.test(key) ? key : eventIdFrom(`${accountId} ${key}`);
}

/** A creation that is under way, or ended a moment ago with its campaign still there. */
async function stillJoined({ deps, campaigns }: SettingsContext, creation: CreationSummary): Promise<boolean> {
  if (creation.status === 'refused' || !hasEnded(creation) || creation.ended_at === null) return true;
  if (deps.now().getTime() - Date.parse(creation.ended_at) > joinedMs) return false;
  for (const id of creation.campaign_ids) {
    if (id === null) continue;
    const { state } = await campaigns.current(campaignStream(id));
    if (state.campaign?.deleted === true) return false;
  }
  return true;
}

/**
 * Records what is asked for. From here on the worker carries it out.
 * @returns when it was asked for, by this call; `undefined` when another one was first.
 */
export async function acceptCreation(
  { deps }: SettingsContext,
  request: FastifyRequest,
  { creationId: creation_id, requestId: request_id, bodyHash: body_hash }: CreationIdentity,
  { call, target, plan }: { call: CreationCall; target: ChangeTarget; plan: PlannedCreation },
): Promise<string | undefined> {
  const { application, organization } = target;
  const { comment } = request.body as { comment?: string };
  const { kind, name, campaigns, primary, warning, invoice, duplicates } = plan;
  const subject = `application-${application.application_id}`;
  const creationRequest = {
    creation_id,
    request_id,
    application_id: application.application_id,
    org_id: organization.org_id,
    adam_id: application.adam_id,
    currency: organization.currency,
    call,
    kind,
    name,
    primary,
    warning,
    account_id: sessionOf(request).account.account_id,
    comment: comment?.trim() || null,
    requested_at: deps.now().toISOString(),
    body_hash,
    campaigns: [...campaigns],
    duplicates,
    keywords: plan.keywords.length,
    negatives: plan.negatives.length,
    invoice_details: invoice === null ? null : await deps.vault.encrypt(subject, JSON.stringify(invoice)),
  };
  const whole = { request: creationRequest, keywords: plan.keywords, negatives: plan.negatives };
  const streams = createStreamMemory(deps.log, creationDecider, { keep: 1, context: personContext(request) });
  const stream = creationStream(creation_id);
  const decide = (state: CreationState) => requestCreation(state, whole);
  const appended = await streams.change(
    stream,
    `requested ${request.id} ${creationRequest.requested_at}`,
    decide,
    creation_id,
  );
  if (appended === 0) return undefined;
  if (invoice !== null) await rememberInvoice(deps, personContext(request), application.application_id, invoice);
  return creationRequest.requested_at;
}

/** @throws DomainError `idempotency_key_reused`. */
export function requireSame(existing: CreationSummary, { bodyHash }: CreationIdentity): void {
  if (existing.body_hash === bodyHash) return;
  throw new DomainError('idempotency_key_reused', { message: 'This request_id was used for another request.' });
}
