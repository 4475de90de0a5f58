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
export type DeliveryIdentity = DeliveryRecipient & Omit<QueuedDelivery, 'held_until'>;
export type DeliveryAttempt = Pick<
  AttemptedDelivery,
  'at' | 'status' | 'ms' | 'error' | 'answer' | 'state' | 'next_attempt_at'
>;
/** What an event says of one delivery: an event of its own, or its part of an event of many. */
export type DeliveryFact =
  | { readonly type: 'Queued'; readonly data: DeliveryRecipient & QueuedDelivery }
  | { readonly type: 'Attempted'; readonly data: DeliveryRecipient & AttemptedDelivery }
  | OwnDeliveryEvent;

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

/** Fold of what is said of one delivery. */
export const deliveryDecider: Decider<DeliveryState, DeliveryFact> = {
  initialState: () => ({ status: 'absent' }),
  evolve(state, fact) {
    if (fact.type === 'Queued') {
      if (state.status !== 'absent') return state;
      const { held_until, ...identity } = fact.data;
      const heldUntil = held_until === null ? null : Date.parse(held_until);
      const dueAt = Date.parse(identity.created_at);
      return { status: 'pending', identity, sequence: null, tries: 0, dueAt, heldUntil };
    }
    if (state.status === 'absent') return state;
    switch (fact.type) {
      case 'Attempted': {
        const { sequence, state: status, next_attempt_at } = fact.data;
        const dueAt = next_attempt_at === null ? null : Date.parse(next_attempt_at);
        return { ...state, status, sequence, tries: state.tries + 1, dueAt, heldUntil: null };
      }
      case 'WebhookNotSent':
        return { ...state, status: 'not_sent', dueAt: null, heldUntil: null };
      case 'WebhookReplayRequested':
        return { ...state, status: 'pending', tries: 0, dueAt: Date.parse(fact.data.requested_at) };
      default:
        return state;
    }
  },
};

/** What an event says of each delivery. */
export function deliveryFacts(event: DeliveryEvent): DeliveryFact[] {
  if (event.type === 'WebhooksFrozen') return [];
  if (event.type !== 'WebhooksQueued' && event.type !== 'WebhooksAttempted') return [event];
  const { application_id, endpoint_id, lane, url } = event.data;
  const recipient = { application_id, endpoint_id, lane, url };
  return event.type === 'WebhooksQueued'
    ? event.data.deliveries.map((queued) => ({ type: 'Queued', data: { ...recipient, ...queued } }))
    : event.data.attempts.map((attempted) => ({ type: 'Attempted', data: { ...recipient, ...attempted } }));
}

/** What one event is enough to know of a delivery, beside how often it was tried; `undefined` when it says nothing of it. */
export function deliveryIn(event: DeliveryEvent, deliveryId: string): ExistingDelivery | undefined {
  const fact = deliveryFacts(event).find(({ data }) => data.delivery_id === deliveryId);
  if (fact === undefined) return undefined;
  const queued = deliveryDecider.evolve(deliveryDecider.initialState(), asQueued(fact));
  if (queued.status === 'absent' || fact.type === 'Queued') return queued as ExistingDelivery;
  const before = { ...queued, sequence: fact.data.sequence, heldUntil: null };
  return deliveryDecider.evolve(before, fact) as ExistingDelivery;
}

/** What queued a delivery, by anything that is said of it later. */
function asQueued({ data }: DeliveryFact): DeliveryFact {
  const held_until = 'held_until' in data ? data.held_until : null;
  const { application_id, endpoint_id, lane, url, delivery_id, event, notification_id } = data;
  const { original_transaction_id, transaction_id, fact_key, event_at, created_at } = data;
  const recipient = { application_id, endpoint_id, lane, url };
  const ids = { delivery_id, notification_id, original_transaction_id, transaction_id, fact_key };
  return { type: 'Queued', data: { ...recipient, ...ids, event, event_at, created_at, held_until } };
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
