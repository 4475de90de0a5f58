import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, followLog, type Logger } from '@tapwise/adapters';
import type { RetryAttributionInput } from '../retry-attribution/retry-attribution.contract.ts';
import { runBounded } from '../streams/run-bounded.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { createPendingInstalls, type PendingInstalls } from './pending-installs.ts';

export interface RetryStarterOptions {
  readonly log: EventLog;
  readonly checkpoint: CheckpointFile;
  /** Starts the workflow of an install, or does nothing if it was started before. */
  readonly start: (install: RetryAttributionInput) => Promise<void>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Open installs held in memory at most; the log is not read further until some have been started. */
const heldAtMost = 5000;
/** The first call usually settles an install itself, a moment after it is recorded. */
const graceMs = 1500;
const turnMs = 500;
const startsAtOnce = 4;
const startsPerTurn = 100;
const checkpointMs = 2000;

/**
 * Follows the log and starts a retry for every install that stays open. While workflows cannot be started, open installs
 * wait in memory up to a limit and then in the log, so none is lost however long it takes.
 */
export async function keepStartingRetries(options: RetryStarterOptions): Promise<void> {
  const { log, checkpoint, logger, signal } = options;
  const stored = await checkpoint.read();
  const pending = createPendingInstalls(stored, Date.now);
  let caughtUp = false;
  const following = followLog(log, {
    after: () => pending.position(),
    streamPrefixes: ['install-'],
    maxBatch: 500,
    signal,
    onBatch: async (batch) => {
      for (const recorded of batch) pending.take(recorded);
      while (pending.size >= heldAtMost && !signal.aborted) await nap(signal);
    },
    onCaughtUp: () => {
      caughtUp = true;
    },
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is passed over'),
  });
  await Promise.all([
    following,
    startInTurns(options, pending, () => caughtUp),
    keepCheckpoint(options, pending, stored),
  ]);
}

/** Until the log is caught up with, the answer to an open install may be the next event; only a full memory hurries. */
async function startInTurns(
  { start, logger, signal }: RetryStarterOptions,
  pending: PendingInstalls,
  caughtUp: () => boolean,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    const due = caughtUp() || pending.size >= heldAtMost ? pending.openSince(Date.now() - graceMs, startsPerTurn) : [];
    try {
      await runBounded(due, startsAtOnce, async (install) => {
        await start(install);
        pending.started(install);
      });
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted) logger.warn({ err: error }, 'retries cannot be started now; they wait');
      failing = true;
    }
    if (failing || due.length < startsPerTurn) await nap(signal);
  }
}

async function keepCheckpoint(
  { checkpoint, logger, signal }: RetryStarterOptions,
  pending: PendingInstalls,
  stored: bigint | undefined,
): Promise<void> {
  let written = stored;
  while (!signal.aborted) {
    await pause(checkpointMs, undefined, { signal }).catch(() => undefined);
    const position = pending.position();
    if (position === undefined || position === written) continue;
    try {
      await checkpoint.write(position);
      written = position;
    } catch (error) {
      logger.warn({ err: error }, 'the position in the log cannot be kept');
    }
  }
}

async function nap(signal: AbortSignal): Promise<void> {
  await pause(turnMs, undefined, { signal }).catch(() => undefined);
}
