import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { handleCommand } from '@tapwise/adapters';
import {
  type CustomerEndpoints,
  type DeliveryEvent,
  DomainError,
  deliveryDecider,
  deliveryIn,
  type ExistingDelivery,
  endpointState,
  replayDelivery,
  webhookAttemptsStream,
  webhookDeliveryStream,
} from '@tapwise/domain';
import { type DeliveryPosition, deliveriesById, deliveriesInRange, tablesPosition } from '@tapwise/projections/queries';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { personContext } from '../../access/actor-context.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

const mostReplays = 5000;
const atOnce = 16;

/** Which deliveries are to be posted again: some, or all that were made in a time. */
export interface ReplayedDeliveries {
  readonly ids?: string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Has deliveries of an application posted again; those to an address that is not called any more are left out.
 * @returns how many, and the commit position.
 * @throws DomainError `invalid_request`, `not_found` for an id that is not the application's, `too_many_rows`, `wrong_state`.
 */
export async function replayDeliveries(
  deps: ApiDependencies,
  request: FastifyRequest,
  of: {
    readonly application_id: number;
    readonly endpoints: CustomerEndpoints;
    readonly requested: ReplayedDeliveries;
  },
): Promise<{ readonly replayed: number; readonly position: bigint }> {
  const active = activeEndpoints(of.endpoints);
  await whenTablesKnow(deps, active);
  const deliveries = await positionsOf(deps, of.application_id, active, of.requested);
  if (active.length === 0) throw new DomainError('wrong_state', { message: 'There is no active endpoint.' });
  const limit = pLimit(atOnce);
  const events = new Map<bigint, Promise<DeliveryEvent | undefined>>();
  const eventAt = (position: bigint): Promise<DeliveryEvent | undefined> => {
    const reading =
      events.get(position) ?? deps.log.readAt(position).then((recorded) => recorded?.event as DeliveryEvent);
    events.set(position, reading);
    return reading;
  };
  const positions = await Promise.all(
    deliveries
      .filter(({ endpoint_id }) => active.includes(endpoint_id))
      .map(({ delivery_id, position }) =>
        limit(async () => {
          const event = await eventAt(position);
          const delivery = event && deliveryIn(event, delivery_id);
          return delivery && replay(deps, request, delivery);
        }),
      ),
  );
  const made = positions.filter((position) => position !== undefined);
  let position = 0n;
  for (const replayedPosition of made) if (replayedPosition > position) position = replayedPosition;
  return { replayed: made.length, position };
}

const activeEndpoints = (endpoints: CustomerEndpoints): string[] =>
  Object.values(endpoints).flatMap((endpoint) => (endpointState(endpoint) === 'active' ? [endpoint.endpoint_id] : []));

const longestWaitMs = 3000;
const lookMs = 50;

/** Waits a moment until the tables have what was posted last: a sequence that was given must be known. */
async function whenTablesKnow({ log, tables }: ApiDependencies, endpoints: readonly string[]): Promise<void> {
  const last = await Promise.all(endpoints.map((id) => log.readLast(webhookAttemptsStream(id))));
  const wanted = last.reduce((latest, event) => (event && event.position > latest ? event.position : latest), 0n);
  const until = performance.now() + longestWaitMs;
  while (((await tablesPosition(tables))?.position ?? 0n) < wanted && performance.now() < until) await pause(lookMs);
}

async function positionsOf(
  { tables }: ApiDependencies,
  application_id: number,
  endpoints: string[],
  { ids, from, to }: ReplayedDeliveries,
): Promise<DeliveryPosition[]> {
  if ((ids === undefined) === (from === undefined) || (from === undefined) !== (to === undefined)) {
    throw new DomainError('invalid_request', { message: 'Give either ids, or from and to.' });
  }
  if (ids !== undefined) {
    const wanted = new Set(ids);
    const deliveries = await deliveriesById(tables, { application_id, ids: [...wanted] });
    if (deliveries.length < wanted.size)
      throw new DomainError('not_found', { message: 'This delivery was not found.' });
    return deliveries;
  }
  const range = { from_ms: Date.parse(from ?? ''), to_ms: Date.parse(to ?? '') };
  const deliveries = await deliveriesInRange(tables, { application_id, endpoints, ...range, most: mostReplays + 1 });
  if (deliveries.length > mostReplays) throw new DomainError('too_many_rows');
  return deliveries;
}

/** @returns commit position; `undefined` when it cannot be replayed. */
async function replay(
  deps: ApiDependencies,
  request: FastifyRequest,
  delivery: ExistingDelivery,
): Promise<bigint | undefined> {
  const { account } = sessionOf(request);
  const { delivery_id: id } = delivery.identity;
  const { events, position } = await handleCommand(deps.log, {
    stream: webhookDeliveryStream(id),
    // Its own stream says only what was said of it alone.
    decider: { ...deliveryDecider, initialState: () => delivery },
    cause: `replay ${id} ${request.writeCall?.callId ?? randomUUID()}`,
    context: personContext(request),
    decide: (state) => replayDelivery(state, account.account_id, deps.now().toISOString()),
  });
  return events.length === 0 ? undefined : position;
}
