import { createInterface } from 'node:readline';
import { handleCommand, isRetryableLogFault, openEventLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { asTest } from '../support/facts/settings.ts';

/**
 * A process that does what lines of its input ask: `flood` makes 3,000 appends of 15 kB at once, prints how they ended, and makes one
 * more; `stray` rejects a promise that is not awaited.
 */
const [url = '', transport] = process.argv.slice(2);
const log = openEventLog(url, { transport: transport === 'library' ? 'library' : 'direct' });
const count = 3000;
const reason = 'x'.repeat(15_000);

async function append(number: number): Promise<void> {
  const event: DomainEvent = {
    type: 'StoreNotificationRefused',
    data: { application_id: 1, reason, received_at: '2026-01-01T00:00:00.000Z' },
  };
  await handleCommand(log, {
    stream: `storeNotice-1.flood-${number}`,
    decider: { initialState: () => 0, evolve: (events: number) => events + 1 },
    decide: (events) => (events === 0 ? [event] : []),
    cause: 'flood',
    context: asTest,
    assume: 'new',
    timeoutMs: 25_000,
  });
}

async function flood(): Promise<void> {
  const ended = await Promise.allSettled(Array.from({ length: count }, (_, number) => append(number + 1)));
  const failed = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  const retryable = failed.filter(isRetryableLogFault).length;
  console.log(
    `ENDED ${JSON.stringify({ made: ended.length - failed.length, retryable, other: failed.length - retryable })}`,
  );
  await append(count + 1);
  console.log('MADE');
}

await append(0);
console.log('READY');
for await (const line of createInterface(process.stdin)) {
  if (line === 'flood') await flood();
  else if (line === 'stray') void Promise.reject(new Error('a stray rejection'));
}
