import type { Decider } from '../../shared/decider.ts';
import type { DeliveryEvent, NotSentReason, OwnDeliveryEvent } from './delivery.events.ts';

type Data<Type extends DeliveryEvent['type']> = Extract<DeliveryEvent, { type: Type }>['data'];
/** A delivery as an event of many names it. */
export type QueuedDelivery = Data<'WebhooksQueued'>['deliveries'][number];
/** An attempt as an event of many names it. */
export type AttemptedDelivery = Data<'WebhooksAttempted'>['attempts'][number];
/** Whom a delivery goes to. */
export type DeliveryRecipient = Pick<Data<'WebhooksQueued'>, 'application_id' | 'endpoint_id' | 'lane' | 'url'>;
/** What does not change about a delivery. */
export type DeliveryIdentity = Omit<Data<'WebhookQueued'>, 'held_until'>;
export type DeliveryAttempt = Pick<
  Data<'WebhookAttempted'>,
  'at' | 'status' | 'ms' | 'error' | 'answer' | 'state' | 'next_attempt_at'
>;

export interface ExistingDelivery {
  readonly status: 'pending' | 'delivered' | 'failed' | 'not_sent';
  readonly identity: DeliveryIdentity;
  /** `null` before the first attempt. */
  readonly sequence: number | null;
  /** Attempts since it was first sent or replayed. */
  readonly tries: number;
  /** Milliseconds; `null` unless it is pending. */
  readonly dueAt: number | null;
  /** Milliseconds; `null` when it waits for neither attribution nor price. */
  readonly heldUntil: number | null;
}
export type DeliveryState = { readonly status: 'absent' } | ExistingDelivery;

/** Fold of `webhookDelivery-<deliveryId>`. */
export const deliveryDecider: Decider<DeliveryState, OwnDeliveryEvent> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, event) {
    if (event.type === 'WebhookQueued') {
      if (state.status !== 'absent') return state;
      const { held_until, ...identity } = event.data;
      const heldUntil = held_until === null ? null : Date.parse(held_until);
      return {
        status: 'pending',
        identity,
        sequence: null,
        tries: 0,
        dueAt: Date.parse(identity.created_at),
        heldUntil,
      };
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'WebhookAttempted': {
        const { sequence, state: status, next_attempt_at } = event.data;
        const dueAt = next_attempt_at === null ? null : Date.parse(next_attempt_at);
        return { ...state, status, sequence, tries: state.tries + 1, dueAt, heldUntil: null };
      }
      case 'WebhookNotSent':
        return { ...state, status: 'not_sent', dueAt: null, heldUntil: null };
      case 'WebhookReplayRequested':
        return { ...state, status: 'pending', tries: 0, dueAt: Date.parse(event.data.requested_at) };
      default:
        return state;
    }
  },
};

/** Puts what one event of many deliveries says of one of them into the form of its own event. */
const ownQueued = (
  { application_id, endpoint_id, lane, url }: DeliveryRecipient,
  queued: QueuedDelivery,
): Extract<OwnDeliveryEvent, { type: 'WebhookQueued' }> => ({
  type: 'WebhookQueued',
  data: { application_id, endpoint_id, lane, url, ...queued },
});
const ownAttempted = (
  { application_id, endpoint_id, lane, url }: DeliveryRecipient,
  attempted: AttemptedDelivery,
): Extract<OwnDeliveryEvent, { type: 'WebhookAttempted' }> => ({
  type: 'WebhookAttempted',
  data: { application_id, endpoint_id, lane, url, ...attempted },
});

/** What an event says of each delivery, as if each had an event of its own. */
export function ownDeliveryEvents(event: DeliveryEvent): OwnDeliveryEvent[] {
  switch (event.type) {
    case 'WebhookFrozen':
    case 'WebhooksFrozen':
      return [];
    case 'WebhooksQueued':
      return event.data.deliveries.map((delivery) => ownQueued(event.data, delivery));
    case 'WebhooksAttempted':
      return event.data.attempts.map((attempt) => ownAttempted(event.data, attempt));
    default:
      return [event];
  }
}

/** What one event is enough to know of a delivery, beside how often it was tried; `undefined` when it says nothing of it. */
export function deliveryIn(event: DeliveryEvent, deliveryId: string): ExistingDelivery | undefined {
  const deliveryEvent = ownDeliveryEvents(event).find(({ data }) => data.delivery_id === deliveryId);
  if (deliveryEvent === undefined) return undefined;
  const queuedState = deliveryDecider.evolve(deliveryDecider.initialState(), asQueued(deliveryEvent));
  if (queuedState.status === 'absent' || deliveryEvent.type === 'WebhookQueued') return queuedState as ExistingDelivery;
  const before = { ...queuedState, sequence: deliveryEvent.data.sequence, heldUntil: null };
  return deliveryDecider.evolve(before, deliveryEvent) as ExistingDelivery;
}

/** The event that queued a delivery, by any later one. */
function asQueued({ data }: OwnDeliveryEvent): OwnDeliveryEvent {
  const held_until = 'held_until' in data ? data.held_until : null;
  const { application_id, endpoint_id, lane, url, delivery_id, event, notification_id } = data;
  const { original_transaction_id, transaction_id, fact_key, event_at, created_at } = data;
  return {
    type: 'WebhookQueued',
    data: {
      application_id,
      endpoint_id,
      lane,
      url,
      delivery_id,
      event,
      notification_id,
      held_until,
      original_transaction_id,
      transaction_id,
      fact_key,
      event_at,
      created_at,
    },
  };
}

/** The outcome of posting a delivery, as it is recorded with the outcomes of others to the same address. */
export function attemptedDelivery(
  { identity }: ExistingDelivery,
  sequence: number | null,
  attempt: DeliveryAttempt,
): AttemptedDelivery {
  const { delivery_id, event, notification_id, original_transaction_id, transaction_id } = identity;
  const { fact_key, event_at, created_at } = identity;
  return {
    delivery_id,
    event,
    notification_id,
    original_transaction_id,
    transaction_id,
    fact_key,
    event_at,
    created_at,
    sequence,
    ...attempt,
  };
}

/** Gives a delivery up that waits; what has ended stays as it ended. */
export function giveUpDelivery(state: DeliveryState, reason: NotSentReason, at: string): OwnDeliveryEvent[] {
  if (state.status !== 'pending') return [];
  return [{ type: 'WebhookNotSent', data: { ...state.identity, sequence: state.sequence, reason, at } }];
}

/** Has a delivery posted again. One that still waits for its user's attribution was never shown, so it cannot be asked for. */
export function replayDelivery(state: DeliveryState, account_id: number, requested_at: string): OwnDeliveryEvent[] {
  if (state.status === 'absent' || state.heldUntil !== null) return [];
  return [
    { type: 'WebhookReplayRequested', data: { ...state.identity, sequence: state.sequence, account_id, requested_at } },
  ];
}
