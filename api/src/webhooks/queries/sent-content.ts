import { createHash } from 'node:crypto';
import { alertHeaders, openRequest, readFrozenBodies, uuidV5, webhookHeaders } from '@tapwise/adapters';
import {
  type CustomerEndpoint,
  customerEndpointsStream,
  type DeliveryEvent,
  deliveryIn,
  type EndpointEvent,
  endpointsDecider,
  type FrozenBody,
  fold,
  forwardingNamespace,
  isEstimateKey,
  type OpenApplication,
  signingSecrets,
  storeRequestStream,
} from '@tapwise/domain';
import { type AttemptRow, type DeliveryRow, deliveriesById } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { readFrozenAlerts, readWebhookChannels } from '../alert-deliveries.ts';

/** What was posted, as the log has it. */
export interface SentContent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bytes: number;
}

/** Bodies of webhooks that were attempted, by delivery. */
export async function readSentBodies(
  { log }: Pick<ApiDependencies, 'log'>,
  rows: readonly DeliveryRow[],
): Promise<ReadonlyMap<string, FrozenBody>> {
  const byEndpoint = new Map<string, number[]>();
  for (const { endpoint_id, sequence, lane } of rows) {
    if (sequence > 0 && lane === 'webhook')
      byEndpoint.set(endpoint_id, [...(byEndpoint.get(endpoint_id) ?? []), sequence]);
  }
  const read = await Promise.all([...byEndpoint].map(([id, sequences]) => readFrozenBodies(log, id, sequences)));
  return new Map(read.flatMap((bodies) => [...bodies.values()].map((frozen) => [frozen.delivery_id, frozen] as const)));
}

/** What the body of a webhook says of its keyword and its proceeds. */
export function contentFields(frozen: FrozenBody | undefined): { keyword: string | null; proceeds: number | null } {
  if (frozen === undefined) return { keyword: null, proceeds: null };
  const { keyword_name = null, proceeds = null } = JSON.parse(frozen.body) as {
    keyword_name?: string;
    proceeds?: number;
  };
  return { keyword: keyword_name, proceeds };
}

/** The headers of the last attempt and the body of every one; `null` when nothing was posted, or it was erased. */
export async function readSentContent(
  deps: ApiDependencies,
  { application_id, team_id }: Pick<OpenApplication, 'application_id' | 'team_id'>,
  row: DeliveryRow,
  of: { readonly frozen: FrozenBody | undefined; readonly attempts: readonly AttemptRow[] },
): Promise<SentContent | null> {
  const last = of.attempts.at(-1);
  if (last === undefined) return null;
  if (row.lane === 'forwarding') return readForwarded(deps, application_id, row);
  if (row.lane === 'alert') return readSentAlert(deps, team_id, row, last.at_ms);
  const { frozen } = of;
  if (frozen === undefined) return null;
  const body = Buffer.from(frozen.body);
  const timestamp = Math.floor(last.at_ms / 1000);
  const secrets = await secretsAt(deps, application_id, row, last.at_ms);
  const signed = webhookHeaders({ id: row.delivery_id, timestamp, body }, secrets);
  const { event_at, fact_key = null } = (await identityOf(deps, application_id, row)) ?? {};
  const headers = {
    'content-type': 'application/json',
    ...signed,
    'x-tapwise-sequence': String(frozen.sequence),
    ...(event_at === undefined ? {} : { 'x-tapwise-event-time': event_at }),
    ...(isEstimateKey(fact_key) ? { 'x-tapwise-estimated': 'true' } : {}),
  };
  return { headers, body: frozen.body, bytes: body.byteLength };
}

async function readSentAlert(
  deps: ApiDependencies,
  teamId: number,
  { endpoint_id, delivery_id }: DeliveryRow,
  at: number,
): Promise<SentContent | null> {
  const frozen = (await readFrozenAlerts(deps, endpoint_id)).get(delivery_id);
  if (frozen === undefined) return null;
  const channels = await readWebhookChannels(deps, teamId, at);
  const cipher = channels.find(({ channel_id }) => channel_id === endpoint_id)?.secret ?? null;
  const secret = cipher === null ? undefined : await deps.vault.decrypt(cipher);
  const headers = alertHeaders(frozen, { at, secrets: secret === undefined ? [] : [secret] });
  return { headers, body: frozen.body, bytes: Buffer.byteLength(frozen.body) };
}

/** Secrets of an endpoint as they were. */
async function secretsAt(
  { log, vault }: ApiDependencies,
  application_id: number,
  { endpoint_id }: DeliveryRow,
  at: number,
): Promise<string[]> {
  const recorded = await log.readStream(customerEndpointsStream(application_id));
  const then = recorded
    .filter(({ recordedAt }) => recordedAt.getTime() <= at)
    .map(({ event }) => event as EndpointEvent);
  const { webhook } = fold(endpointsDecider, then) as { webhook?: CustomerEndpoint };
  if (webhook?.endpoint_id !== endpoint_id) return [];
  const secrets = await Promise.all(signingSecrets(webhook, at).map((cipher) => vault.decrypt(cipher)));
  return secrets.filter((secret) => secret !== undefined);
}

/** What the log says a delivery is about. */
async function identityOf({ log, tables }: ApiDependencies, application_id: number, { delivery_id }: DeliveryRow) {
  const [deliveryRow] = await deliveriesById(tables, { application_id, ids: [delivery_id] });
  const recorded = deliveryRow && (await log.readAt(deliveryRow.position));
  return recorded && deliveryIn(recorded.event as DeliveryEvent, delivery_id)?.identity;
}

async function readForwarded(
  deps: ApiDependencies,
  application_id: number,
  row: DeliveryRow,
): Promise<SentContent | null> {
  const identity = await identityOf(deps, application_id, row);
  if (identity === undefined) return null;
  const kept = await deps.log.readLast(storeRequestStream(application_id, identity.notification_id));
  if (kept?.event.type !== 'StoreRequestReceived') return null;
  const bytes = await openRequest(deps.vault, kept.event.data);
  if (bytes === undefined) return null;
  const { 'content-type': type, 'content-encoding': encoding } = kept.event.data.headers;
  const headers = {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    'webhook-id': uuidV5(forwardingNamespace, createHash('sha256').update(bytes).digest('hex')),
  };
  return { headers, body: bytes.toString('utf8'), bytes: bytes.byteLength };
}
