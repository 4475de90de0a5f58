import {
  connectTemporal,
  type Logger,
  type TemporalAddress,
  type TemporalClient,
  untilConnected,
} from '@tapwise/adapters';
import { NativeConnection } from '@temporalio/worker';
import { preparedBundle } from '../workflow-bundle.ts';

/** What is needed to work for Temporal and to start workflows. */
export interface TemporalConnection {
  readonly native: NativeConnection;
  readonly starter: TemporalClient;
  /** File of the bundled workflow code. */
  readonly bundle: string;
}

const answerMs = 3000;

/**
 * Waits for Temporal for as long as it takes.
 * @throws the signal's reason when it aborts.
 */
export async function connectToTemporal(
  at: TemporalAddress,
  bundleFolder: string,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<TemporalConnection> {
  let waiting = false;
  const onFault = (error: unknown) => {
    if (!waiting) logger.info({ reason: String(error) }, 'waiting for Temporal');
    waiting = true;
  };
  // The client is connected first: a failed attempt of the worker's connection costs much more.
  const starter = await connectTemporal(at, { signal, onFault });
  try {
    const native = await untilConnected(() => NativeConnection.connect({ address: at.address }), { signal, onFault });
    return { native, starter, bundle: await preparedBundle(bundleFolder, signal) };
  } catch (error) {
    await starter.close();
    throw error;
  }
}

/** Whether the server answers within three seconds. */
export async function temporalAnswers({ starter }: TemporalConnection): Promise<boolean> {
  const { connection } = starter.client;
  await connection.withDeadline(Date.now() + answerMs, () => connection.workflowService.getSystemInfo({}));
  return true;
}

export async function closeTemporal({ native, starter }: TemporalConnection): Promise<void> {
  await Promise.all([native.close(), starter.close()]);
}
