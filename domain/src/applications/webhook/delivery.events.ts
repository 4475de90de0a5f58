import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { instantField } from '../../shared/fields.ts';
import { endpointKinds } from './endpoint.events.ts';

const context = 'webhook';
const sequence = z.number().int().positive();

/** Whom deliveries go to. */
const recipientField = {
  application_id: z.number().int().positive(),
  endpoint_id: z.uuid(),
  lane: z.enum(endpointKinds),
  url: z.string(),
};

/** What one delivery is about. */
const contentField = {
  delivery_id: z.uuid(),
  /** Name of our event; `null` for a forwarded notification. */
  event: z.string().nullable(),
  /** Notification it follows from. */
  notification_id: z.string(),
  original_transaction_id: z.string().nullable(),
  transaction_id: z.string().nullable(),
  /** Names the fact within its original transaction. */
  fact_key: z.string().nullable(),
  event_at: instantField,
  created_at: instantField,
};

/** Until when a delivery waits for the attribution or the price; `null` when both were known. */
const heldUntilField = { held_until: instantField.nullable() };

const frozenField = {
  delivery_id: z.uuid(),
  body: z.string().max(20_000),
  /** Ten-thousandths of a US dollar; `null` when the price is not known. */
  proceeds: z.number().int().nullable(),
};

const attemptField = {
  sequence: sequence.nullable(),
  at: instantField,
  status: z.number().int().nullable(),
  ms: z.number().int().nonnegative(),
  error: z.enum(['forbidden_address', 'timeout', 'connection_failed']).nullable(),
  /** Beginning of the answer. */
  answer: z.string().max(4096),
  state: z.enum(['pending', 'delivered', 'failed']),
  next_attempt_at: instantField.nullable(),
};

/** What an event of one delivery says of it, so that the event can be read alone. */
const deliveryField = { ...recipientField, ...contentField };

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
  defineEvent({
    type: 'WebhooksQueued',
    context,
    stream: 'webhookQueue-<endpointId>',
    meaning: "Deliveries are to be posted to a customer's address: all that follow from the log up to a position.",
    data: {
      ...recipientField,
      /** Position in the log up to which everything that concerns the address is queued, with this event and those before it. */
      through: z.number().int().nonnegative(),
      deliveries: z
        .array(z.object({ ...contentField, ...heldUntilField }))
        .min(1)
        .max(5000),
    },
  }),
  defineEvent({
    type: 'WebhooksFrozen',
    context,
    stream: 'webhookLane-<endpointId>',
    meaning:
      'The bytes of deliveries and their places in the sequence of their endpoint are final; their first attempts follow.',
    data: {
      endpoint_id: z.uuid(),
      /** Of the first delivery; each further one is one more. The next event of the stream goes on from there, so there is no gap. */
      first_sequence: sequence,
      deliveries: z.array(z.object(frozenField)).min(1).max(500),
      frozen_at: instantField,
    },
  }),
  defineEvent({
    type: 'WebhooksAttempted',
    context,
    stream: 'webhookAttempts-<endpointId>',
    meaning: 'Deliveries to an address were posted: the outcome of each, and when it is posted again.',
    data: {
      ...recipientField,
      attempts: z
        .array(z.object({ ...contentField, ...attemptField }))
        .min(1)
        .max(500),
    },
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
/** What is said in the stream of an endpoint's sequence. */
export type FrozenEvent = Extract<DeliveryEvent, { type: 'WebhooksFrozen' }>;
/** What is said of one delivery in its own stream. */
export type OwnDeliveryEvent = Extract<DeliveryEvent, { type: 'WebhookNotSent' | 'WebhookReplayRequested' }>;
