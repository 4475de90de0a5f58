import type { AlertDeliveryEvent } from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import type { Bookkeeping } from '../runner/projection.ts';

/** A message of an alert to a customer's server: a row for each application that it is about, and one for each attempt. */
export function alertDeliveryRows(event: AlertDeliveryEvent, marks: Bookkeeping): TableRow[] {
  const { message_id: delivery_id, channel_id: endpoint_id, application_ids, sequence, url, created_at } = event.data;
  const delivery = { created_at, delivery_id, endpoint_id, lane: 'alert', event: event.data.event, url, sequence };
  return application_ids.flatMap((application_id): TableRow[] => {
    const row = { ...delivery, application_id, is_estimated: false, ...progressOf(event), ...marks };
    const rows: TableRow[] = [{ table: 'webhook_delivery_v1', row }];
    if (event.type === 'AlertWebhookAttempted') {
      const { at: attempted_at, status: http_status, ms, error, answer } = event.data;
      const attempt = { attempted_at, http_status, ms, error: error ?? '', answer };
      rows.push({ table: 'webhook_attempt_v1', row: { application_id, delivery_id, ...attempt, ...marks } });
    }
    return rows;
  });
}

function progressOf(event: AlertDeliveryEvent) {
  switch (event.type) {
    case 'AlertWebhookFrozen':
      return { state: 'pending', reason: '', next_attempt_at: event.data.created_at };
    case 'AlertWebhookAttempted':
      return { state: event.data.state, reason: '', next_attempt_at: event.data.next_attempt_at };
    case 'AlertWebhookNotSent':
      return { state: 'not_sent', reason: event.data.reason, next_attempt_at: null };
    case 'AlertWebhookReplayRequested':
      return { state: 'pending', reason: '', next_attempt_at: event.data.requested_at };
  }
}
