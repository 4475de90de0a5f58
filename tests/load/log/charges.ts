import { randomUUID } from 'node:crypto';
import {
  customerEndpointsStream,
  type DomainEvent,
  subscriptionStream,
  webhookAttemptsStream,
  webhookQueueStream,
  webhookSequenceStream,
} from '@tapwise/domain';

/** Events appended at once. */
export interface StreamOfEvents {
  readonly stream: string;
  readonly events: readonly DomainEvent[];
}

interface Charge {
  readonly number: number;
  /** Of the delivery, at its endpoint: the first opens the endpoint. */
  readonly sequence: number;
  readonly when: string;
}

const url = 'https://hooks.example.com/tapwise';

/** A renewal, as the store reports it, and what is posted about it: four events. */
export function chargeOf(application_id: number, { number, sequence, when }: Charge): StreamOfEvents[] {
  const endpoint = {
    application_id,
    endpoint_id: `5b2c61c4-3a8e-4f7e-9a3b-${String(application_id).padStart(12, '0')}`,
    lane: 'webhook' as const,
  };
  const { endpoint_id } = endpoint;
  const transaction_id = String(330_000_000_000_000 + number);
  const notification_id = randomUUID();
  const delivery = {
    delivery_id: randomUUID(),
    event: 'subscription_charge',
    notification_id,
    original_transaction_id: transaction_id,
    transaction_id,
    fact_key: `subscription_charge ${transaction_id} ${transaction_id}`,
    event_at: when,
    created_at: when,
  };
  const body = JSON.stringify({ ...delivery, campaign_name: 'Brand', keyword_name: 'sleep', proceeds: 27.993 });
  const frozen = [{ delivery_id: delivery.delivery_id, body, proceeds: 279_930 }];
  const posted = { at: when, status: 200, ms: 80, error: null, answer: '', next_attempt_at: null };
  const attempts = [{ ...delivery, sequence, ...posted, state: 'delivered' as const }];
  const deliveries = [{ ...delivery, held_until: null }];
  const opened = { ...endpoint, url, secret: `v1.application-${application_id}.secret`, opened_at: when };
  return [
    ...(sequence > 1 ? [] : [append(customerEndpointsStream(application_id), 'CustomerEndpointOpened', opened)]),
    append(
      subscriptionStream(transaction_id),
      'StoreNotificationReceived',
      renewalOf(application_id, { transaction_id, notification_id, when }),
    ),
    append(webhookQueueStream(endpoint_id), 'WebhooksQueued', { ...endpoint, url, through: number, deliveries }),
    append(webhookSequenceStream(endpoint_id), 'WebhooksFrozen', {
      endpoint_id,
      first_sequence: sequence,
      deliveries: frozen,
      frozen_at: when,
    }),
    append(webhookAttemptsStream(endpoint_id), 'WebhooksAttempted', { ...endpoint, url, attempts }),
  ];
}

type EventData<Type extends DomainEvent['type']> = Extract<DomainEvent, { type: Type }>['data'];

const append = <Type extends DomainEvent['type']>(
  stream: string,
  type: Type,
  data: EventData<Type>,
): StreamOfEvents => ({
  stream,
  events: [{ type, data } as DomainEvent],
});

interface Renewal {
  readonly transaction_id: string;
  readonly notification_id: string;
  readonly when: string;
}

const renewalOf = (
  application_id: number,
  { transaction_id, notification_id, when }: Renewal,
): EventData<'StoreNotificationReceived'> => ({
  application_id,
  notification_id,
  version: 'v2',
  notification_type: 'DID_RENEW',
  subtype: null,
  signed_at: when,
  received_at: when,
  original_transaction_id: transaction_id,
  transactions: [
    {
      transaction_id,
      original_transaction_id: transaction_id,
      product_id: 'moonvale.monthly',
      kind: 'auto_renewable',
      purchased_at: when,
      original_purchased_at: when,
      expires_at: when,
      quantity: 1,
      family_shared: false,
      app_account_token: null,
      reason: 'RENEWAL',
      price_micros: 9_990_000,
      currency: 'USD',
      storefront: 'US',
      offer_type: null,
      offer_discount_type: null,
      is_upgraded: false,
      revoked_at: null,
      revocation_type: null,
      revocation_share: null,
      subscription_group: '21000001',
    },
  ],
  renewal: null,
  mapping: 1,
  odd_fields: [],
});
