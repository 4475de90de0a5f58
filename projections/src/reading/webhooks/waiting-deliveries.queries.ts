import { type ClickHouseClient, defineQuery } from '@tapwise/adapters';
import { z } from 'zod';

export const deliveryAttempts = ['first', 'next'] as const;

/** Deliveries to all customers that wait, by the attempt they wait for. */
export interface WaitingDeliveries {
  readonly attempt: (typeof deliveryAttempts)[number];
  readonly deliveries: number;
  /** Since when the one that has been due longest is due, milliseconds; `null` where none is due. */
  readonly due_since_ms: number | null;
}

/**
 * Every delivery began as one that waits, so the parts that were merged since have such rows of those alone that wait still: only these are
 * read whole. A forwarded notification is never numbered, and waits for nothing but the address.
 */
const waiting = defineQuery({
  name: 'webhook-deliveries-waiting',
  sql: `SELECT if(sequence = 0 AND lane = 'webhook', 'first', 'next') AS attempt, toUInt32(count()) AS deliveries,
      minOrNullIf(toUnixTimestamp64Milli(assumeNotNull(next_attempt_at)), state = 'pending' AND next_attempt_at <= fromUnixTimestamp64Milli({now_ms:Int64}))
        AS due_since_ms
    FROM webhook_delivery_v1 FINAL
    WHERE state IN ('pending', 'held') AND (application_id, created_at, delivery_id) IN
      (SELECT application_id, created_at, delivery_id FROM webhook_delivery_v1 WHERE state IN ('pending', 'held'))
    GROUP BY attempt`,
  params: z.object({ now_ms: z.number() }),
  row: z.object({
    attempt: z.enum(deliveryAttempts),
    deliveries: z.number(),
    due_since_ms: z.number().nullable(),
  }),
});

/** @param now Milliseconds. @returns what there is of each kind. @throws the engine's error. */
export const waitingDeliveries = (client: ClickHouseClient, now: number): Promise<WaitingDeliveries[]> =>
  waiting(client, { now_ms: now });
