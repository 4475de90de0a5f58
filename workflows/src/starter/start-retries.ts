import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, followLog, type Logger } from '@tapwise/adapters';
import { runBounded } from '../streams/run-bounded.ts';
import { type CheckpointFile, keepCheckpoint } from './checkpoint-file.ts';
import { createPendingInstalls, type OpenInstall, type PendingInstalls } from './pending-installs.ts';

/** The state of an install: a workflow asks for it, it is settled, or the next question is due in so many seconds. */
export type RetryResult = 'started' | 'settled' | { readonly again_seconds: number };

/** Who asks again about open installs. */
export interface RetryDriver {
  readonly retry: (install: OpenInstall) => Promise<RetryResult>;
}

export interface RetryOptions {
  readonly log: EventLog;
  readonly checkpoint: CheckpointFile;
  /** Who asks now; `undefined` while that is changing, then installs wait. Another driver is given everything open. */
  readonly driver: () => RetryDriver | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Open installs held in memory at most; the log is not read further until some have been started. */
const heldAtMost = 20_000;
/** The first call usually settles an install itself, a moment after it is recorded. */
const graceMs = 1500;
const turnMs = 500;
const retriesAtOnce = 8;
const retriesPerTurn = 100;

/**
 * Follows the log and has every install that stays open asked for again. What is open is kept until the log says that it is
 * settled, under either driver, so none is lost when the driver changes or the process ends. While no driver runs, open
 * installs wait in memory up to a limit and then in the log.
 */
export async function keepRetrying(options: RetryOptions): Promise<void> {
  const { log, checkpoint, logger, signal } = options;
  const stored = await checkpoint.read();
  const pending = createPendingInstalls(stored, Date.now, graceMs);
  let caughtUp = false;
  const following = followLog(log, {
    after: () => pending.position(),
    streamPrefixes: ['install-'],
    maxBatch: 500,
    signal,
    onBatch: async (batch) => {
      for (const recorded of batch) pending.apply(recorded);
      while (pending.size >= heldAtMost && !signal.aborted) if (!pending.forgetStarted()) await nap(signal);
    },
    onCaughtUp: () => {
      caughtUp = true;
    },
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is skipped'),
  });
  await Promise.all([
    following,
    retryInTurns(options, pending, () => caughtUp),
    keepCheckpoint(checkpoint, () => pending.position(), { stored, logger, signal }),
  ]);
}

/** Until the log is caught up with, the answer to an open install may be the next event; only a full memory hurries. */
async function retryInTurns(options: RetryOptions, pending: PendingInstalls, caughtUp: () => boolean): Promise<void> {
  const { signal, logger } = options;
  let failing = false;
  let driver: RetryDriver | undefined;
  while (!signal.aborted) {
    const now = options.driver();
    if (now !== undefined && driver !== undefined && now !== driver) pending.release();
    driver = now ?? driver;
    const ready = now !== undefined && (caughtUp() || pending.size >= heldAtMost);
    const due = ready ? pending.due(Date.now(), retriesPerTurn) : [];
    try {
      await runBounded(due, retriesAtOnce, async (install) => {
        if (now !== undefined) applyResult(pending, install, await now.retry(install));
      });
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) logger.warn({ err: error }, 'retries cannot be started now; they wait');
      failing = true;
    }
    if (failing || due.length < retriesPerTurn) await nap(signal);
  }
}

function applyResult(pending: PendingInstalls, install: OpenInstall, result: RetryResult): void {
  if (result === 'started') pending.started(install);
  else if (result === 'settled') pending.settled(install);
  else pending.noteAttempt(install, Date.now() + result.again_seconds * 1000);
}

async function nap(signal: AbortSignal): Promise<void> {
  await pause(turnMs, undefined, { signal }).catch(() => undefined);
}
