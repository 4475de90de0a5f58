import { randomUUID } from 'node:crypto';
import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  type AttemptedDelivery,
  type CustomerEndpoint,
  customerEndpointsStream,
  type DeliveryState,
  type DomainEventOf,
  deliveryDecider,
  disableEndpoint,
  endpointsDecider,
  type FrozenBody,
  type FrozenEvent,
  freezeBodies,
  frozenBodies,
  type OpenDelivery,
  type OwnDeliveryEvent,
  statelessDecider,
  webhookAttemptsStream,
  webhookDeliveryStream,
  webhookSequenceStream,
} from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';

const context = workflowActor('deliver-webhooks');

/** Writes about one delivery alone. @returns commit position. */
export async function writeDelivery(
  log: EventLog,
  { delivery, revision }: OpenDelivery,
  decide: (state: DeliveryState) => OwnDeliveryEvent[],
): Promise<bigint> {
  const { delivery_id } = delivery.identity;
  const { position } = await handleCommand<DeliveryState, OwnDeliveryEvent>(log, {
    stream: webhookDeliveryStream(delivery_id),
    // What was said of it among others is known here and not in its own stream.
    decider: revision === null ? { ...deliveryDecider, initialState: () => delivery } : deliveryDecider,
    decide,
    cause: `delivery ${delivery_id} ${randomUUID()}`,
    context: { ...context, correlationId: delivery_id },
    ...(revision === null
      ? { assume: 'new' as const }
      : { since: { state: delivery, revision: BigInt(revision) }, assume: 'current' as const }),
  });
  return position;
}

type AttemptedEvent = DomainEventOf<'WebhooksAttempted'>;

/**
 * Records the outcome of posting to an address. Each attempt is recorded separately, whatever the outcome of an earlier one.
 * @param last Revision of the last such event that is known; `null` when there is none.
 */
export async function writeAttempts(
  log: EventLog,
  { application_id, endpoint_id, lane, url }: CustomerEndpoint,
  attempts: AttemptedDelivery[],
  last: number | null,
): Promise<{ readonly position: bigint; readonly revision: number }> {
  const { position, revision } = await handleCommand<null, AttemptedEvent>(log, {
    stream: webhookAttemptsStream(endpoint_id),
    decider: statelessDecider,
    cause: `attempts ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    ...(last === null
      ? { assume: 'new' as const }
      : { since: { state: null, revision: BigInt(last) }, assume: 'current' as const }),
    decide: () => [{ type: 'WebhooksAttempted', data: { application_id, endpoint_id, lane, url, attempts } }],
  });
  return { position, revision: Number(revision) };
}

/** What was frozen for an endpoint: by delivery, the newest sequence, and the revision of the event that gave it. */
export interface FrozenBodies {
  readonly sequence: number;
  readonly revision: number | null;
  readonly frozen: ReadonlyMap<string, FrozenBody>;
}

type FrozenState = Omit<FrozenBodies, 'revision'>;

const evolveMany = ({ sequence, frozen }: FrozenState, events: readonly FrozenEvent[]): FrozenState => {
  const bodies = events.flatMap(frozenBodies);
  return {
    sequence: bodies.at(-1)?.sequence ?? sequence,
    frozen: new Map([...frozen, ...bodies.map((body) => [body.delivery_id, body] as const)]),
  };
};

const frozenDecider = {
  initialState: (): FrozenState => ({ sequence: 0, frozen: new Map() }),
  evolve: (state: FrozenState, event: FrozenEvent): FrozenState => evolveMany(state, [event]),
  evolveMany,
};

/**
 * Gives bodies the next places in the sequence of their endpoint, all at once. One that another worker froze meanwhile keeps its place.
 * @param current What is known of the delivery queue, from where the log is read on.
 */
export async function freeze(
  log: EventLog,
  endpoint_id: string,
  current: FrozenBodies,
  bodies: readonly Pick<FrozenBody, 'delivery_id' | 'body' | 'proceeds'>[],
  frozen_at: string,
): Promise<FrozenBodies> {
  const { state, revision } = await handleCommand<FrozenState, FrozenEvent>(log, {
    stream: webhookSequenceStream(endpoint_id),
    decider: frozenDecider,
    cause: `freeze ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    ...(current.revision === null
      ? { assume: 'new' as const }
      : { since: { state: current, revision: BigInt(current.revision) }, assume: 'current' as const }),
    decide: ({ sequence, frozen }) => {
      const fresh = bodies.filter(({ delivery_id }) => !frozen.has(delivery_id));
      return freezeBodies(endpoint_id, sequence, fresh, frozen_at);
    },
  });
  return { ...state, revision: revision === undefined ? current.revision : Number(revision) };
}

/** Stops calling an address. */
export async function disable(
  log: EventLog,
  { application_id, endpoint_id, lane }: CustomerEndpoint,
  reason: 'gone' | 'failing',
): Promise<void> {
  await handleCommand(log, {
    stream: customerEndpointsStream(application_id),
    decider: endpointsDecider,
    cause: `disable ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    decide: (state) => disableEndpoint(state, { application_id, endpoint_id, lane }, reason, new Date().toISOString()),
  });
}
