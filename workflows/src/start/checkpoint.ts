import { type EventLog, handleCommand, type Logger } from '@tapwise/adapters';
import { advanceFollower, followerDecider, followerStream } from '@tapwise/domain';
import { createChangeSignal } from '../activity/change-signal.ts';
import { workflowActor } from '../streams/actor.ts';

/** What a follower of the log has reached. Losing it costs a second reading of the log, nothing else. */
export interface Checkpoint {
  read(): Promise<bigint | undefined>;
  /** @throws DomainError when another follows under a newer lease. */
  write(position: bigint): Promise<void>;
}

/** What a follower has recorded; `undefined` before. */
export async function followerPosition(log: EventLog, name: string): Promise<bigint | undefined> {
  const last = await log.readLast(followerStream(name));
  return last?.event.type === 'FollowerAdvanced' ? BigInt(last.event.data.position) : undefined;
}

/** Checkpoints in the log, by the names of followers. @param epoch Of the lease under which they follow. */
export const checkpointsIn =
  (log: EventLog, epoch: number) =>
  (name: string): Checkpoint => {
    const stream = followerStream(name);
    let isLimited = false;
    return {
      read: () => followerPosition(log, name),
      write: async (position) => {
        if (!isLimited) await log.keepNewest(stream, 1);
        isLimited = true;
        await handleCommand(log, {
          stream,
          decider: followerDecider,
          cause: `${epoch} ${position}`,
          context: workflowActor('follower'),
          decide: (state) => advanceFollower(state, { name, position: String(position), epoch }),
        });
      },
    };
  };

const keepEveryMs = 5000;

/**
 * Records what a follower has reached, now and then until the signal aborts.
 * @param stored What is recorded already.
 */
export async function keepCheckpoint(
  checkpoint: Checkpoint,
  reached: () => bigint | undefined,
  { stored, logger, signal }: { stored: bigint | undefined; logger: Logger; signal: AbortSignal },
): Promise<void> {
  const over = createChangeSignal();
  for (let recorded = stored; !signal.aborted; ) {
    await over.wait(keepEveryMs, signal);
    const position = reached();
    if (position === undefined || position === recorded) continue;
    try {
      await checkpoint.write(position);
      recorded = position;
    } catch (error) {
      logger.warn({ err: error }, 'the position in the log cannot be recorded');
    }
  }
}
