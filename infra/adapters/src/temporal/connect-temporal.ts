import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { type TemporalAddress, temporalConnectionOptions } from './temporal-settings.ts';

export interface TemporalClient {
  readonly client: Client;
  close(): Promise<void>;
}

/**
 * Tries until it works or the signal aborts, with a pause that grows to two seconds: the server may still be in the making.
 * @throws the signal's reason when it aborts.
 */
export async function untilConnected<Connected>(
  connect: () => Promise<Connected>,
  options: { signal: AbortSignal; onFault?: (error: unknown) => void },
): Promise<Connected> {
  for (let failures = 0; ; failures += 1) {
    options.signal.throwIfAborted();
    try {
      return await connect();
    } catch (error) {
      options.onFault?.(error);
    }
    await pause(Math.min(2000, 100 * 2 ** failures), undefined, { signal: options.signal });
  }
}

/** Connects a client that starts and asks workflows. It reconnects by itself when the server goes away and returns. */
export async function connectTemporal(
  at: TemporalAddress,
  options: { signal: AbortSignal; onFault?: (error: unknown) => void },
): Promise<TemporalClient> {
  // Loaded on use: every process imports this package, and few of them talk to Temporal.
  const { Client, Connection } = await import('@temporalio/client');
  const connect = async () => Connection.connect({ ...temporalConnectionOptions(at), connectTimeout: 3000 });
  const connection = await untilConnected(connect, options);
  return { client: new Client({ connection, namespace: at.namespace }), close: () => connection.close() };
}

const responseTimeoutMs = 5000;

/** Whether a Temporal answers at an address now. */
export async function respondsAt(at: TemporalAddress): Promise<boolean> {
  try {
    const { close } = await connectTemporal(at, { signal: AbortSignal.timeout(responseTimeoutMs) });
    await close();
    return true;
  } catch {
    return false;
  }
}
