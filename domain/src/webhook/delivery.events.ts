import { z } from 'zod';
import { defineEvent, type EventOf } from '../shared/define-event.ts';
import { instantField } from '../shared/fields.ts';
import { deliveryLanes } from './endpoint.events.ts';

const context = 'webhook';
const sequence = z.number().int().positive();

/** What is said of a delivery in each of its events, so that each can be read alone. */
const deliveryField = {
  application_id: z.number().int().positive(),
  endpoint_id: z.uuid(),
  delivery_id: z.uuid(),
  lane: z.enum(deliveryLanes),
  /** Name of our event; `null` for a forwarded notification. */
  event: z.string().nullable(),
  url: z.string(),
  /** Notification it follows from. */
  notification_id: z.string(),
  original_transaction_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  /** Names the fact within its original transaction. */
  fact_key: z.string().nullable(),
  event_at: instantField,
  created_at: instantField,
};

const deliveryEvent = <const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  meaning: string,
  data: Shape,
) =>
  defineEvent({
    type,
    context,
    stream: 'webhookDelivery-<deliveryId>',
    meaning,
    data: { ...deliveryField, ...data },
  });

/** Why a delivery was never attempted, or not again. */
export const notSentReasons = ['no_subscription', 'gone', 'failing', 'address_changed', 'not_attributed'] as const;
export type NotSentReason = (typeof notSentReasons)[number];

export const deliveryEvents = [
  deliveryEvent('WebhookQueued', "Something is to be posted to a customer's address.", {
    /** Until when it waits for the attribution or the price; `null` when both were known. */
    held_until: instantField.nullable(),
  }),
  defineEvent({
    type: 'WebhookFrozen',
    context,
    stream: 'webhookLane-<endpointId>',
    meaning:
      'The bytes of a delivery and its place in the sequence of its endpoint are final; its first attempt follows.',
    data: {
      endpoint_id: z.uuid(),
      delivery_id: z.uuid(),
      /** One more than the revision of this event in its stream, so that the log itself leaves no gap. */
      sequence,
      body: z.string().max(20_000),
      /** Ten-thousandths of a US dollar; `null` when the price is not known. */
      proceeds: z.number().int().nullable(),
      frozen_at: instantField,
    },
  }),
  deliveryEvent('WebhookAttempted', 'A delivery was posted; what came of it, and when it is posted again.', {
    sequence: sequence.nullable(),
    at: instantField,
    status: z.number().int().nullable(),
    ms: z.number().int().nonnegative(),
    error: z.enum(['forbidden_address', 'timeout', 'connection_failed']).nullable(),
    /** Beginning of the answer. */
    answer: z.string().max(4096),
    state: z.enum(['pending', 'delivered', 'failed']),
    next_attempt_at: instantField.nullable(),
  }),
  deliveryEvent('WebhookNotSent', 'A delivery is not posted, or not again, unless someone replays it.', {
    sequence: sequence.nullable(),
    reason: z.enum(notSentReasons),
    at: instantField,
  }),
  deliveryEvent(
    'WebhookReplayRequested',
    'Someone wants a delivery posted again, with the same id, sequence and bytes.',
    {
      sequence: sequence.nullable(),
      account_id: z.number().int().positive(),
      requested_at: instantField,
    },
  ),
] as const;
export type DeliveryEvent = EventOf<(typeof deliveryEvents)[number]>;
export type OwnDeliveryEvent = Exclude<DeliveryEvent, { type: 'WebhookFrozen' }>;
