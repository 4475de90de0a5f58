import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@tapwise/adapters';

/** Who does the pulls, fits and retries now: Temporal's workflows, or the plain loop while there is no Temporal. */
export type Driver = 'temporal' | 'loop';

export interface DriveOptions<Connected> {
  /** Resolves when Temporal answers; rejects when the signal aborts. */
  readonly connect: (signal: AbortSignal) => Promise<Connected>;
  /** Whether Temporal still answers. */
  readonly isResponding: (connected: Connected) => Promise<boolean>;
  readonly close: (connected: Connected) => Promise<void>;
  /** Runs until `stop`, then finishes the rounds it is in. */
  readonly runLoop: (stop: AbortSignal) => Promise<void>;
  /** Runs workers and starts workflows until `stop`. */
  readonly runTemporal: (connected: Connected, stop: AbortSignal) => Promise<void>;
  readonly onDriver: (driver: Driver) => void;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Temporal may be silent for this long before the loop takes over again. */
  readonly awayMs?: number;
  readonly lookMs?: number;
}

const defaultAwayMs = 30_000;
const defaultLookMs = 2000;

/**
 * Lets the plain loop work until Temporal answers, then Temporal until it has been away for long, and so on. The two never
 * work at the same time: the loop ends before the workers begin, and the workers before the loop.
 */
export async function driveWork<Connected>(options: DriveOptions<Connected>): Promise<void> {
  const { signal, close, logger, onDriver } = options;
  while (!signal.aborted) {
    onDriver('loop');
    const connected = await loopUntilConnected(options);
    if (connected === undefined) return;
    onDriver('temporal');
    try {
      await workUntilAway(options, connected);
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error }, 'the Temporal worker cannot run now');
    } finally {
      await close(connected).catch(() => undefined);
    }
    if (!signal.aborted) logger.warn('Temporal is unavailable; the loop takes over');
  }
}

/** @returns `undefined` when the signal aborted first. */
async function loopUntilConnected<Connected>(options: DriveOptions<Connected>): Promise<Connected | undefined> {
  const { connect, runLoop, signal, logger } = options;
  const handOver = new AbortController();
  const stop = AbortSignal.any([signal, handOver.signal]);
  const connecting = connect(signal)
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return undefined;
    })
    .finally(() => {
      if (!signal.aborted) logger.info('Temporal answers; the loop finishes its round and Temporal takes over');
      handOver.abort();
    });
  const [connected] = await Promise.all([connecting, runLoop(stop)]);
  return connected;
}

async function workUntilAway<Connected>(options: DriveOptions<Connected>, connected: Connected): Promise<void> {
  const { runTemporal, signal } = options;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const watching = watch(options, connected, stop).finally(() => over.abort());
  await runTemporal(connected, stop).finally(() => over.abort());
  await watching;
}

/** Resolves when Temporal has been silent for too long, or at the stop. */
async function watch<Connected>(
  { isResponding, awayMs = defaultAwayMs, lookMs = defaultLookMs }: DriveOptions<Connected>,
  connected: Connected,
  stop: AbortSignal,
): Promise<void> {
  for (let heardAt = Date.now(); !stop.aborted; ) {
    if (await isResponding(connected).catch(() => false)) heardAt = Date.now();
    else if (Date.now() - heardAt >= awayMs) return;
    await pause(lookMs, undefined, { signal: stop }).catch(() => undefined);
  }
}
