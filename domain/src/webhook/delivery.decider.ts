import type { Decider } from '../shared/decider.ts';
import type { DeliveryEvent, NotSentReason, OwnDeliveryEvent } from './delivery.events.ts';

type Data<Type extends DeliveryEvent['type']> = Extract<DeliveryEvent, { type: Type }>['data'];
/** What does not change about a delivery. */
export type DeliveryIdentity = Omit<Data<'WebhookQueued'>, 'held_until'>;
export type DeliveryAttempt = Pick<
  Data<'WebhookAttempted'>,
  'at' | 'status' | 'ms' | 'error' | 'answer' | 'state' | 'next_attempt_at'
>;

export interface KnownDelivery {
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
export type DeliveryState = { readonly status: 'absent' } | KnownDelivery;

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

/** Queues a delivery, unless it was. */
export function queueDelivery(state: DeliveryState, queued: Data<'WebhookQueued'>): OwnDeliveryEvent[] {
  return state.status === 'absent' ? [{ type: 'WebhookQueued', data: queued }] : [];
}

/** Records what came of posting it. */
export function recordAttempt(
  state: DeliveryState,
  sequence: number | null,
  attempt: DeliveryAttempt,
): OwnDeliveryEvent[] {
  if (state.status === 'absent') return [];
  return [{ type: 'WebhookAttempted', data: { ...state.identity, sequence, ...attempt } }];
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
