import { createServer } from 'node:net';
import { isCommandError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { rejection } from '../../../../tests/support/engines/eventstore-node.ts';
import { appendToLog } from './commands/append-to-log.ts';
import { isRetryableLogFault } from './log-fault.ts';
import { openEventLog } from './open-event-log.ts';

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a fault of the log', () => {
  it.each(['direct', 'library'] as const)('is retryable when nothing listens: %s transport', async (transport) => {
    const log = openEventLog(`esdb://127.0.0.1:${await closedPort()}?tls=false`, { transport });
    const error = await rejection(
      appendToLog(log, {
        stream: 'numbers-away',
        expectedRevision: 'any',
        events: [
          { id: '00000000-0000-4000-8000-000000000001', event: { type: 'NumberTaken', data: { purpose: 'a' } } },
        ],
        cause: 'away',
        context: { actor: { kind: 'system', id: 'test' } },
      }),
    );
    // The library gives the fault of its first question in gRPC's own form.
    expect(isCommandError(error as Error)).toBe(transport === 'direct');
    expect(isRetryableLogFault(error)).toBe(true);
    await log.close();
  });

  it('is not retryable when it says that the call itself is wrong, or comes from elsewhere', () => {
    const raw = (code: number) => Object.assign(new Error('raw'), { code, details: '', metadata: {} });
    expect([1, 4, 10, 14].map((code) => isRetryableLogFault(raw(code)))).toEqual([true, true, true, true]);
    expect([3, 5, 7, 13, 16].some((code) => isRetryableLogFault(raw(code)))).toBe(false);
    expect(isRetryableLogFault(Object.assign(new Error('elsewhere'), { code: 14 }))).toBe(false);
    expect(isRetryableLogFault(new Error('elsewhere'))).toBe(false);
  });
});
