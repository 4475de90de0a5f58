import { randomUUID } from 'node:crypto';
import { adsConnectionStream, applicationStream, webhookAttemptsStream, webhookQueueStream } from '@tapwise/domain';
import type { AlarmWorld } from './alarm-world.ts';

const application_id = 900;
const org_id = 9_000_001;
const hourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();

/** Links an organization whose ad account was never found. */
export function linkWithoutAccount({ happened }: AlarmWorld): Promise<bigint> {
  const names = { name: 'Alarms', account_name: 'Alarms' };
  const settings = { currency: 'EUR', time_zone: 'Europe/Berlin', payment_model: null };
  return happened(applicationStream(application_id), {
    type: 'AdOrganizationLinked',
    data: { application_id, org_id, ...names, ...settings, linked_at: new Date().toISOString() },
  });
}

/** What an operator's binding records. */
export const bindAccount = ({ happened }: AlarmWorld): Promise<bigint> =>
  happened(adsConnectionStream(org_id), {
    type: 'AdAccountBound',
    data: { org_id, ad_account_id: 1, v1_org_id: null, proven_by: 'operator', bound_at: new Date().toISOString() },
  });

/** Queues a delivery that was tried once and has been due again for an hour. Its address is no longer set, so it ends when it is looked at. */
export async function queueLateDelivery({ happened }: AlarmWorld): Promise<void> {
  const endpoint_id = randomUUID();
  const recipient = { application_id, endpoint_id, lane: 'webhook' as const, url: 'https://customer.example.com/' };
  const content = {
    delivery_id: randomUUID(),
    event: 'trial',
    notification_id: randomUUID(),
    original_transaction_id: '1',
    transaction_id: '1',
    fact_key: 'trial:1',
    event_at: hourAgo(),
    created_at: hourAgo(),
  };
  const deliveries = [{ ...content, held_until: null }];
  await happened(webhookQueueStream(endpoint_id), {
    type: 'WebhooksQueued',
    data: { ...recipient, through: 1, deliveries },
  });
  const failed = { status: 500, ms: 10, error: null, answer: '', state: 'pending' as const };
  await happened(webhookAttemptsStream(endpoint_id), {
    type: 'WebhooksAttempted',
    data: {
      ...recipient,
      attempts: [{ ...content, ...failed, sequence: 1, at: hourAgo(), next_attempt_at: hourAgo() }],
    },
  });
}
