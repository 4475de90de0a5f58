import { randomUUID } from 'node:crypto';
import { type EventLog, handleCommand } from '@tapwise/adapters';
import {
  type CustomerEndpoint,
  customerEndpointsStream,
  type DeliveryState,
  type DomainEventOf,
  deliveryDecider,
  disableEndpoint,
  endpointsDecider,
  type OpenDelivery,
  type OwnDeliveryEvent,
  webhookDeliveryStream,
  webhookLaneStream,
} from '@tapwise/domain';
import { actingWorkflow } from '../streams/acting.ts';

const context = actingWorkflow('deliver-webhooks');

/** Writes about one delivery. @returns commit position. */
export async function writeDelivery(
  log: EventLog,
  { delivery, revision }: OpenDelivery,
  decide: (state: DeliveryState) => OwnDeliveryEvent[],
): Promise<bigint> {
  const { delivery_id } = delivery.identity;
  const { position } = await handleCommand(log, {
    ...{ stream: webhookDeliveryStream(delivery_id), decider: deliveryDecider, decide },
    // Each attempt is one of its own, whatever became of an earlier one.
    cause: `delivery ${delivery_id} ${randomUUID()}`,
    context: { ...context, correlationId: delivery_id },
    since: { state: delivery, revision: BigInt(revision) },
    assume: 'current',
  });
  return position;
}

type Frozen = DomainEventOf<'WebhookFrozen'>['data'];
type FrozenEvent = DomainEventOf<'WebhookFrozen'>;

interface LaneState {
  readonly sequence: number;
  readonly frozen: ReadonlyMap<string, Frozen>;
}

const laneDecider = {
  initialState: (): LaneState => ({ sequence: 0, frozen: new Map() }),
  evolve: ({ frozen }: LaneState, { data }: FrozenEvent): LaneState => ({
    sequence: data.sequence,
    frozen: new Map(frozen).set(data.delivery_id, data),
  }),
};

/**
 * Gives bodies the next places in the sequence of their endpoint, all at once. One that another worker froze meanwhile keeps its place.
 * @param known The newest sequence that is known, from which the log is read on.
 * @returns what is frozen, by delivery.
 */
export async function freeze(
  log: EventLog,
  endpoint_id: string,
  known: number,
  bodies: readonly Pick<Frozen, 'delivery_id' | 'body' | 'proceeds'>[],
  frozen_at: string,
): Promise<ReadonlyMap<string, Frozen>> {
  const { state } = await handleCommand<LaneState, FrozenEvent>(log, {
    stream: webhookLaneStream(endpoint_id),
    decider: laneDecider,
    cause: `freeze ${endpoint_id} ${randomUUID()}`,
    context: { ...context, correlationId: endpoint_id },
    ...(known === 0
      ? {}
      : {
          since: { state: { sequence: known, frozen: new Map<string, Frozen>() }, revision: BigInt(known - 1) },
          assume: 'current' as const,
        }),
    decide: ({ sequence, frozen }) =>
      bodies
        .filter(({ delivery_id }) => !frozen.has(delivery_id))
        .map((each, place) => ({
          type: 'WebhookFrozen' as const,
          data: { ...each, endpoint_id, sequence: sequence + 1 + place, frozen_at },
        })),
  });
  return state.frozen;
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
