import { once } from 'node:events';
import { connect } from 'node:net';
import {
  connectTemporal,
  type Logger,
  type TemporalAddress,
  type TemporalClient,
  temporalConnectionOptions,
  untilConnected,
} from '@tapwise/adapters';
import type { Client } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { preparedBundle } from './workflow-bundle.ts';

/** What is needed to work for Temporal and to start workflows. */
export interface TemporalConnection {
  readonly native: NativeConnection;
  readonly client: Client;
  /** File of the bundled workflow code. */
  readonly bundle: string;
}

const responseTimeoutMs = 3000;

/**
 * Connects to Temporal as often as it comes back. The client is opened once: it reconnects by itself, and closing it while its
 * calls are being repeated would throw where nothing catches it. It ends with the process.
 */
export function createTemporalConnector(
  at: TemporalAddress,
  bundleFolder: string,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): () => Promise<TemporalConnection> {
  let starter: TemporalClient | undefined;
  return async () => {
    let waiting = false;
    const onFault = (error: unknown) => {
      if (!waiting) logger.info({ reason: String(error) }, 'waiting for Temporal');
      waiting = true;
    };
    // Temporal's packages cost a second of processor to load, which waits until something listens there.
    await untilConnected(() => listens(at.address), { signal, onFault });
    starter ??= await connectTemporal(at, { signal, onFault });
    const { client } = starter;
    // Asked first: a failed attempt of the worker's connection costs much more.
    await untilConnected(() => isTemporalResponding({ client }), { signal, onFault });
    const bundle = await preparedBundle(bundleFolder, signal);
    const { NativeConnection } = await import('@temporalio/worker');
    (await import('./worker.ts')).installRuntime(logger, signal);
    const native = await untilConnected(async () => NativeConnection.connect(temporalConnectionOptions(at)), {
      signal,
      onFault,
    });
    return { native, client, bundle };
  };
}

/** Throws unless something accepts connections at `host:port`. */
async function listens(address: string): Promise<void> {
  const { hostname: host, port } = new URL(`tcp://${address}`);
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port: Number(port || 7233) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(responseTimeoutMs) });
  } finally {
    socket.destroy();
  }
}

/** @returns true when the server answers within three seconds; throws else. */
export async function isTemporalResponding({ client }: Pick<TemporalConnection, 'client'>): Promise<boolean> {
  const { connection } = client;
  await connection.withDeadline(Date.now() + responseTimeoutMs, () => connection.workflowService.getSystemInfo({}));
  return true;
}
