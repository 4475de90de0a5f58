import { type EventLog, followLog, type Logger } from '@tapwise/adapters';
import { createChangeSignal } from '../linking/change-signal.ts';
import { type CheckpointFile, keepCheckpoint } from './checkpoint-file.ts';
import { createPendingWork, type OpenWork, type PendingWork, type WorkKind } from './pending-work.ts';

/** The state of a piece of work: a workflow carries it out, it has ended, or it goes on in so many seconds. */
export type WorkStep = 'started' | 'settled' | { readonly again_seconds: number };

/** Who carries work of one kind out. */
export interface WorkDriver {
  readonly name: 'temporal' | 'loop';
  /** @param beside Earlier work in its campaigns that is still open. */
  readonly apply: (id: string, beside?: readonly string[]) => Promise<WorkStep>;
}

/** Work that is carried out from the log. */
export interface KeptWork extends WorkKind {
  /** Said of it in the log of the process. */
  readonly name: string;
  readonly streamPrefix: string;
  /** Records that it has been accepted for work, so that callers learn that it is not lost, only waiting. */
  readonly markClaimed: (log: EventLog, id: string, driver: WorkDriver['name']) => Promise<void>;
}

export interface WorkOptions {
  readonly log: EventLog;
  readonly checkpoint: CheckpointFile;
  /** Who does it now; `undefined` while that is changing, then it waits. */
  readonly driver: () => WorkDriver | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** How often it is looked whether the driver is another. */
const lookMs = 500;
const failurePauseMs = 2000;
/** A workflow is asked for again so often, in case the engine lost it. */
const reviewSeconds = 60;

/**
 * Follows the log and has all work of a kind carried out, in the order in which it was asked for. What is open is known from the log, so
 * nothing is lost or done twice when the driver changes or the process ends.
 */
export async function keepWorking(work: KeptWork, options: WorkOptions): Promise<void> {
  const { log, checkpoint, logger, signal } = options;
  const stored = await checkpoint.read();
  const pending = createPendingWork(work, stored);
  const more = createChangeSignal();
  let caughtUp = false;
  const following = followLog(log, {
    after: () => pending.position(),
    streamPrefixes: [work.streamPrefix],
    maxBatch: 100,
    signal,
    onBatch: (batch) => {
      for (const recorded of batch) pending.apply(recorded);
      if (caughtUp) more.notify();
    },
    onCheckpoint: (position) => pending.passed(position),
    onCaughtUp: () => {
      caughtUp = true;
      more.notify();
    },
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is skipped'),
  });
  const driving = async (): Promise<void> => {
    let driver: WorkDriver | undefined;
    while (!signal.aborted) {
      const now = options.driver();
      if (now !== undefined && driver !== undefined && now !== driver) pending.release();
      driver = now ?? driver;
      // Until everything is read, the end of open work may be the next event.
      if (now !== undefined && caughtUp) carryOut(work, options, pending, now, () => more.notify());
      await more.wait(Math.min(lookMs, Math.max(1, (pending.nextDue() ?? Infinity) - Date.now())), signal);
    }
  };
  await Promise.all([
    following,
    driving(),
    keepCheckpoint(checkpoint, () => pending.position(), { stored, logger, signal }),
  ]);
}

/** Begins all that is due; each goes on by itself. */
function carryOut(
  work: KeptWork,
  { log, logger, signal }: WorkOptions,
  pending: PendingWork,
  driver: WorkDriver,
  done: () => void,
): void {
  for (const { id } of pending.unseen()) {
    work.markClaimed(log, id, driver.name).catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, `the start of a ${work.name} cannot be recorded`);
    });
  }
  for (const open of pending.ready(Date.now())) {
    pending.begin(open);
    void apply(work, driver, open, logger, signal).then((step) => {
      if (step === 'settled') pending.settled(open);
      else pending.again(open, Date.now() + (step === 'started' ? reviewSeconds : step.again_seconds) * 1000);
      done();
    });
  }
}

async function apply(
  work: KeptWork,
  driver: WorkDriver,
  { id, beside }: OpenWork,
  logger: Logger,
  signal: AbortSignal,
): Promise<WorkStep> {
  try {
    return await driver.apply(id, beside);
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error, id }, `a ${work.name} cannot be carried out now; it waits`);
    return { again_seconds: failurePauseMs / 1000 };
  }
}
