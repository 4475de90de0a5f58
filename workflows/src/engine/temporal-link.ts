import { setTimeout as pause } from 'node:timers/promises';
import type { Logger, TemporalAddress } from '@tapwise/adapters';
import type { ProcessRunner } from '../story/process-runner.ts';
import {
  createTemporalConnector,
  isTemporalResponding,
  type TemporalConnection,
} from '../temporal/temporal-connection.ts';
import type { Activities, WriteActivities } from '../temporal/worker.ts';

export interface LinkOptions {
  /** Absent: there is no Temporal. */
  readonly address: TemporalAddress | undefined;
  /** Where the bundled workflow code is kept. */
  readonly bundleFolder: string;
  readonly activities: Activities;
  readonly writes: WriteActivities;
  /** How long writes may go on after the signal. */
  readonly graceMs: number;
  readonly silentAfterMs?: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** The connection of this process to Temporal. */
export interface TemporalLink {
  /** Carries workflows and activities out, as often as Temporal comes back. Ends with the signal. */
  readonly work: () => Promise<void>;
  /** Resolves when Temporal has answered; `undefined` when the signal aborted first. */
  readonly runner: () => Promise<ProcessRunner | undefined>;
  /** Carries nothing out any more until Temporal answers as if for the first time. */
  readonly disconnect: () => void;
}

export interface LinkEvents {
  /** Temporal answers, for the first time or again. */
  readonly onResponding: () => Promise<void>;
  /** Temporal has not answered for a while. */
  readonly onSilent: () => void;
}

const defaultSilentAfterMs = 10_000;
const lookMs = 2000;
const reconnectMs = 2000;

/** Temporal's packages are loaded when something listens at its address. */
export function createTemporalLink(options: LinkOptions, events: LinkEvents): TemporalLink {
  const { address, bundleFolder, logger, signal } = options;
  let connected = new AbortController();
  let provide: (runner: ProcessRunner | undefined) => void = () => undefined;
  const runner = new Promise<ProcessRunner | undefined>((resolve) => {
    provide = resolve;
  });
  signal.addEventListener('abort', () => provide(undefined), { once: true });
  const work = async (): Promise<void> => {
    if (address === undefined) return;
    const connect = createTemporalConnector(address, bundleFolder, {
      logger,
      signal,
    });
    while (!signal.aborted) {
      try {
        const connection = await connect();
        await events.onResponding();
        const [{ createTemporalRunner }, { endRetiredWorkflows }] = await Promise.all([
          import('../temporal/temporal-runner.ts'),
          import('../temporal/retired-workflows.ts'),
        ]);
        await endRetiredWorkflows(connection.client);
        provide(createTemporalRunner(connection.client));
        await workOver({ ...options, signal: AbortSignal.any([signal, connected.signal]) }, connection, events);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'the Temporal worker cannot run now; trying again');
        await pause(reconnectMs, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const disconnect = (): void => {
    connected.abort();
    connected = new AbortController();
  };
  return { work, runner: () => runner, disconnect };
}

async function workOver(options: LinkOptions, connection: TemporalConnection, events: LinkEvents): Promise<void> {
  const { address, activities, writes, graceMs, logger, signal } = options;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const { runWorkers } = await import('../temporal/worker.ts');
  const watching = watch(connection, events, { silentAfterMs: options.silentAfterMs ?? defaultSilentAfterMs, stop });
  try {
    await runWorkers({
      connection: connection.native,
      activities,
      writes,
      logger,
      signal,
      workflows: { workflowBundle: { codePath: connection.bundle } },
      namespace: address?.namespace ?? 'default',
      graceMs,
    });
  } finally {
    over.abort();
    await watching;
    await connection.native.close().catch(() => undefined);
  }
}

/** Notices when Temporal falls silent, and when it answers again. */
async function watch(
  connection: TemporalConnection,
  events: LinkEvents,
  { silentAfterMs, stop }: { readonly silentAfterMs: number; readonly stop: AbortSignal },
): Promise<void> {
  let heardAt = Date.now();
  let isSilent = false;
  while (!stop.aborted) {
    if (await isTemporalResponding(connection).catch(() => false)) {
      heardAt = Date.now();
      if (isSilent) await events.onResponding().catch(() => undefined);
      isSilent = false;
    } else if (!isSilent && Date.now() - heardAt >= silentAfterMs) {
      isSilent = true;
      events.onSilent();
    }
    await pause(lookMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
