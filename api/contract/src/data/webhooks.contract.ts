import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { idField } from '../request-fields.ts';

export const notificationForwardingPath = '/api/application/notification_forwarding';
export const webhookSecretPath = '/api/application/webhook_secret';
export const webhookTestPath = '/api/application/webhook_test';

const token = z.string().max(200).optional();
/** What is no address, or longer than one may be, is refused in its own words. */
const address = z.string().optional();

export const notificationForwardingQuerySchema = z.strictObject({
  application_id: z.string().max(20).optional(),
  token,
});
/** An absent address stays, an empty one is taken away. */
export const notificationForwardingBodySchema = z.strictObject({
  application_id: idField,
  token,
  proxy_url: address,
  webhook_url: address,
});
export const notificationForwardingResponseSchema = okSchema.extend({
  proxy_url: z.string(),
  webhook_url: z.string(),
  webhook_state: z.enum(['none', 'active', 'disabled']),
  webhook_secret: z.string().optional().meta({ description: 'Only in the answer to the call that made the endpoint.' }),
});

export const webhookCallBodySchema = z.strictObject({ application_id: idField, token });
/** The new secret; for 24 h webhooks are signed with the former one too. */
export const webhookSecretResponseSchema = okSchema.extend({ webhook_secret: z.string() });

/** `http_status` is null when no answer came; `ms` until it came, or until it was given up. */
export const webhookTestResponseSchema = okSchema.extend({
  delivered: z.boolean(),
  http_status: z.number().nullable(),
  ms: z.number(),
});

export const webhookDeliveriesPath = '/api/application/webhook_deliveries';
export const webhookReplayPath = '/api/application/webhook_deliveries/replay';

/** What a delivery carries: events of users, notifications of the store, or messages of alerts to a channel of the team. */
const deliveryKind = z.enum(['webhook', 'forwarding', 'alert']);
const deliveryEvent = z.enum([
  'trial_start',
  'trial_cancelation',
  'subscription_charge',
  'subscription_cancelation',
  'non_subscription_purchase',
  'refund',
  'alert.fired',
  'alert.recovered',
  'alert.digest',
]);
const deliveryState = z.enum(['pending', 'delivered', 'failed', 'not_sent']);

export const webhookDeliveriesQuerySchema = z.strictObject({
  application_id: z.string().max(20).optional(),
  token,
  lane: deliveryKind.optional(),
  state: deliveryState.optional(),
  event: deliveryEvent.optional(),
  id: z.uuid().optional().meta({ description: 'Only this delivery, with what was sent.' }),
  before: z.string().max(40).optional().meta({
    description: 'Id of the last delivery of the page before, or an instant: only what was made before it.',
  }),
});
export const webhookDeliveriesResponseSchema = okSchema.extend({
  deliveries: z.array(
    z.object({
      id: z.string(),
      lane: deliveryKind,
      sequence: z.number().nullable().meta({ description: 'null: never attempted, or forwarded.' }),
      event: z.string().nullable().meta({ description: 'null: a forwarded notification.' }),
      estimated: z.boolean().meta({ description: 'What an upgrade takes back, which the store does not report.' }),
      url: z.string(),
      state: deliveryState,
      reason: z.string().nullable(),
      created_at: z.string(),
      next_attempt_at: z.string().nullable(),
      keyword: z.string().nullable().meta({ description: 'As it was sent; null: none was sent.' }),
      proceeds: z.number().nullable().meta({ description: 'US dollars, as they were sent; null: none were sent.' }),
      sent: z
        .object({
          headers: z.record(z.string(), z.string()).meta({ description: 'Of the last attempt.' }),
          body: z.string().meta({ description: 'As text.' }),
          bytes: z.number(),
        })
        .nullable()
        .optional()
        .meta({ description: 'Only where one delivery is asked for; null: nothing was sent, or it was erased.' }),
      attempts: z.array(
        z.object({
          at: z.string(),
          status: z.number().nullable(),
          ms: z.number(),
          error: z.string().nullable(),
          answer: z.string(),
        }),
      ),
    }),
  ),
});

const instant = z.iso.datetime({ offset: true });
/** Either `ids`, or `from` and `to`, both included. */
export const webhookReplayBodySchema = z.strictObject({
  application_id: idField,
  token,
  ids: z.array(z.uuid()).min(1).max(5000).optional(),
  from: instant.optional(),
  to: instant.optional(),
});
export const webhookReplayResponseSchema = okSchema.extend({ replayed: z.number() });
