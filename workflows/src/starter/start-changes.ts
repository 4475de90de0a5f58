import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, followLog, handleCommand, type Logger } from '@tapwise/adapters';
import { changeDecider, changeStream, takeUpChange } from '@tapwise/domain';
import { createChangeSignal } from '../linking/change-signal.ts';
import { actingWorkflow } from '../streams/acting.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import { createPendingChanges, type OpenChange, type PendingChanges } from './pending-changes.ts';

/** What became of a change: a workflow carries it out, every row has its outcome, or it goes on in so many seconds. */
export type ChangeStep = 'started' | 'settled' | { readonly again_seconds: number };

/** Who carries changes out. */
export interface ChangeDriver {
  readonly name: 'temporal' | 'loop';
  readonly apply: (change: { readonly change_id: string }) => Promise<ChangeStep>;
}

export interface ChangeStarterOptions {
  readonly log: EventLog;
  readonly checkpoint: CheckpointFile;
  /** Who does it now; `undefined` while that is changing, then changes wait. */
  readonly driver: () => ChangeDriver | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** How often it is looked whether the driver is another. */
const lookMs = 500;
const failurePauseMs = 2000;
/** A workflow is asked for again so often, in case the engine lost it. */
const reviewSeconds = 60;
const checkpointMs = 2000;

/**
 * Follows the log and has every change carried out, in the order in which they were asked for. What is open is known from the log, so
 * nothing is lost or done twice when the driver changes or the process ends.
 */
export async function keepChanging(options: ChangeStarterOptions): Promise<void> {
  const { log, checkpoint, logger, signal } = options;
  const stored = await checkpoint.read();
  const pending = createPendingChanges(stored);
  const more = createChangeSignal();
  let caughtUp = false;
  const following = followLog(log, {
    after: () => pending.position(),
    streamPrefixes: ['change-'],
    maxBatch: 100,
    signal,
    onBatch: (batch) => {
      for (const recorded of batch) pending.take(recorded);
      if (caughtUp) more.notify();
    },
    onCaughtUp: () => {
      caughtUp = true;
      more.notify();
    },
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is skipped'),
  });
  const driving = async (): Promise<void> => {
    let driver: ChangeDriver | undefined;
    while (!signal.aborted) {
      const now = options.driver();
      if (now !== undefined && driver !== undefined && now !== driver) pending.release();
      driver = now ?? driver;
      // Until everything is read, the outcome of an open change may be the next event.
      if (now !== undefined && caughtUp) carryOut(options, pending, now, () => more.notify());
      await more.wait(Math.min(lookMs, Math.max(1, (pending.nextDue() ?? Infinity) - Date.now())), signal);
    }
  };
  await Promise.all([following, driving(), keepCheckpoint(options, pending, stored)]);
}

/** Begins all that is due; each goes on by itself. */
function carryOut(
  { log, logger, signal }: ChangeStarterOptions,
  pending: PendingChanges,
  driver: ChangeDriver,
  done: () => void,
): void {
  for (const change of pending.unseen()) {
    markTakenUp(log, change, driver.name).catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, 'that a change is taken up cannot be recorded');
    });
  }
  for (const change of pending.ready(Date.now())) {
    pending.begin(change.change_id);
    void apply(driver, change, logger, signal).then((step) => {
      if (step === 'settled') pending.settled(change.change_id);
      else
        pending.again(change.change_id, Date.now() + (step === 'started' ? reviewSeconds : step.again_seconds) * 1000);
      done();
    });
  }
}

async function apply(
  driver: ChangeDriver,
  change: OpenChange,
  logger: Logger,
  signal: AbortSignal,
): Promise<ChangeStep> {
  try {
    return await driver.apply(change);
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error, change: change.change_id }, 'a change cannot be made now; it waits');
    return { again_seconds: failurePauseMs / 1000 };
  }
}

/** Callers learn from this that their change is not lost, only waiting. */
async function markTakenUp(log: EventLog, { change_id }: OpenChange, driver: ChangeDriver['name']): Promise<void> {
  await handleCommand(log, {
    stream: changeStream(change_id),
    decider: changeDecider,
    cause: `taken up ${change_id}`,
    context: { ...actingWorkflow('apply-change'), correlationId: change_id },
    decide: (state) => takeUpChange(state, { change_id, driver, taken_up_at: new Date().toISOString() }),
  });
}

async function keepCheckpoint(
  { checkpoint, logger, signal }: ChangeStarterOptions,
  pending: PendingChanges,
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
