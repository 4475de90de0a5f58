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
  type OpenDelivery,
  type OwnDeliveryEvent,
  statelessDecider,
  webhookAttemptsStream,
  webhookDeliveryStream,
  webhookLaneStream,
} from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';

const context = actingWorkflow('deliver-webhooks');

/** Writes about one delivery alone. @returns commit position. */
export async function writeDelivery(
  log: EventLog,
  { delivery, revision }: OpenDelivery,
  decide: (state: DeliveryState) => OwnDeliveryEvent[],
): Promise<bigint> {
  const { delivery_id } = delivery.identity;
  const { position } = await handleCommand(log, {
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
 * Records what came of posting to an address. Each attempt is one of its own, whatever became of an earlier one.
 * @param last Revision of the last such event that is known; `null` when there is none.
 */
export async function writeAttempts(
  log: EventLog,
  { application_id, endpoint_id, lane, url }: CustomerEndpoint,
  attempts: AttemptedDelivery[],
  last: number | null,
): Promise<{ readonly position: bigint; readonly revision: number }> {
  const { position, revision } = await handleCommand<null, AttemptedEvent>(log, {
    ...{ stream: webhookAttemptsStream(endpoint_id), decider: statelessDecider },
    cause: `attempts ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    ...(last === null
      ? { assume: 'new' as const }
      : { since: { state: null, revision: BigInt(last) }, assume: 'current' as const }),
    decide: () => [{ type: 'WebhooksAttempted', data: { application_id, endpoint_id, lane, url, attempts } }],
  });
  return { position, revision: Number(revision) };
}

type Frozen = DomainEventOf<'WebhookFrozen'>['data'];
type FrozenEvent = DomainEventOf<'WebhookFrozen'>;

interface LaneState {
  readonly sequence: number;
  readonly frozen: ReadonlyMap<string, Frozen>;
}

const evolveMany = ({ sequence, frozen }: LaneState, events: readonly FrozenEvent[]): LaneState => ({
  sequence: events.at(-1)?.data.sequence ?? sequence,
  frozen: new Map([...frozen, ...events.map(({ data }) => [data.delivery_id, data] as const)]),
});

const laneDecider = {
  initialState: (): LaneState => ({ sequence: 0, frozen: new Map() }),
  evolve: (state: LaneState, event: FrozenEvent): LaneState => evolveMany(state, [event]),
  evolveMany,
};

/** What was frozen, by delivery, and the newest sequence. */
export type FrozenBodies = LaneState;

/**
 * Gives bodies the next places in the sequence of their endpoint, all at once. One that another worker froze meanwhile keeps its place.
 * @param known What is known of the lane, from where the log is read on.
 */
export async function freeze(
  log: EventLog,
  endpoint_id: string,
  known: FrozenBodies,
  bodies: readonly Pick<Frozen, 'delivery_id' | 'body' | 'proceeds'>[],
  frozen_at: string,
): Promise<FrozenBodies> {
  const { state } = await handleCommand<LaneState, FrozenEvent>(log, {
    stream: webhookLaneStream(endpoint_id),
    decider: laneDecider,
    cause: `freeze ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    ...(known.sequence === 0
      ? { assume: 'new' as const }
      : { since: { state: known, revision: BigInt(known.sequence - 1) }, assume: 'current' as const }),
    decide: ({ sequence, frozen }) =>
      bodies
        .filter(({ delivery_id }) => !frozen.has(delivery_id))
        .map((each, place) => ({
          type: 'WebhookFrozen' as const,
          data: { ...each, endpoint_id, sequence: sequence + 1 + place, frozen_at },
        })),
  });
  return state;
}

/** Stops calling an address. @returns commit position. */
export async function disable(
  log: EventLog,
  { application_id, endpoint_id, lane }: CustomerEndpoint,
  reason: 'gone' | 'failing',
): Promise<bigint> {
  const { position } = await handleCommand(log, {
    stream: customerEndpointsStream(application_id),
    decider: endpointsDecider,
    cause: `disable ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    decide: (state) => disableEndpoint(state, { application_id, endpoint_id, lane }, reason, new Date().toISOString()),
  });
  return position;
}
