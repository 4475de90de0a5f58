import type { DeliveryEvent } from '@tapwise/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitingDeliveries } from '../../queries.ts';
import { asRecorded, type StreamEvent } from '../../testing/recorded-events.ts';
import { startTables, type TablesUnderTest, writeInBatches } from '../../testing/tables-under-test.ts';

let tables: TablesUnderTest;
beforeAll(async () => {
  tables = await startTables();
});
afterAll(() => tables.stop());

const at = (minute: number): string => new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString();
const ids = [1, 2, 3, 4, 5, 6].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
const recipientOf = (application_id: number, lane: 'webhook' | 'forwarding') => ({
  application_id,
  endpoint_id: `10000000-0000-4000-8000-00000000000${application_id}`,
  lane,
  url: 'https://customer.example.com/',
});
const content = (number: number, minute: number) => ({
  delivery_id: ids[number - 1] ?? '',
  event: 'trial',
  notification_id: 'n',
  original_transaction_id: 'o',
  transaction_id: 't',
  fact_key: `key ${number}`,
  event_at: at(minute),
  created_at: at(minute),
});
const streamEvent = (event: DeliveryEvent): StreamEvent => ({ stream: 'webhookQueue-x', event });
const queued = (
  to: ReturnType<typeof recipientOf>,
  deliveries: readonly { number: number; minute: number; held_until?: string }[],
): StreamEvent =>
  streamEvent({
    type: 'WebhooksQueued',
    data: {
      ...to,
      through: 1,
      deliveries: deliveries.map(({ number, minute, held_until = null }) => ({
        ...content(number, minute),
        held_until,
      })),
    },
  });
const attempted = (number: number, state: 'pending' | 'delivered' | 'failed', next_attempt_at: string | null) => ({
  ...content(number, number),
  sequence: number,
  at: at(number),
  status: state === 'delivered' ? 200 : 503,
  ms: 1,
  error: null,
  answer: '',
  state,
  next_attempt_at,
});

it('counts what waits of all customers by its attempt, and tells since when it is due', async () => {
  const client = await tables.emptyTables();
  const now = Date.parse(at(20));
  expect(await waitingDeliveries(client, now)).toEqual([]);
  const first = recipientOf(1, 'webhook');
  const events = [
    queued(first, [
      { number: 1, minute: 1 },
      { number: 2, minute: 2 },
      { number: 3, minute: 3 },
      { number: 4, minute: 4, held_until: at(40) },
    ]),
    queued(recipientOf(2, 'forwarding'), [{ number: 6, minute: 12 }]),
    queued(recipientOf(2, 'webhook'), [{ number: 5, minute: 15 }]),
    streamEvent({
      type: 'WebhooksAttempted',
      data: {
        ...first,
        attempts: [attempted(1, 'delivered', null), attempted(2, 'failed', null), attempted(3, 'pending', at(30))],
      },
    }),
  ];
  await writeInBatches(client, asRecorded(events), [1]);
  // Held ones are not due, failed ones are due again later, what ended does not wait.
  const byAttempt = async (instant: number) =>
    Object.fromEntries((await waitingDeliveries(client, instant)).map(({ attempt, ...of }) => [attempt, of]));
  expect(await byAttempt(now)).toEqual({
    first: { deliveries: 2, due_since_ms: Date.parse(at(15)) },
    next: { deliveries: 2, due_since_ms: Date.parse(at(12)) },
  });
  expect(await byAttempt(Date.parse(at(10)))).toMatchObject({
    first: { due_since_ms: null },
    next: { due_since_ms: null },
  });
});
