import { setTimeout as pause } from 'node:timers/promises';
import {
  type AllStreamRecordedEvent,
  excludeSystemEvents,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { EventLog, RecordedEvent } from './event-log.ts';
import { toRecordedEvent } from './event-log.ts';
import { clientsOf } from './log-client.ts';

/** Where an event is that could not be read. */
export interface UnreadableEvent {
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

export interface FollowOptions {
  /** Asked at every (re)subscription: events after this position are delivered; `undefined` means all. */
  readonly after: () => Promise<bigint | undefined> | bigint | undefined;
  /** Only streams whose names begin with one of these; all streams when absent. */
  readonly streamPrefixes?: readonly string[];
  /** At most this many events are handed over at once. */
  readonly maxBatch: number;
  /** Called one batch at a time, in log order. A throw resubscribes from `after()`. */
  readonly onBatch: (events: readonly RecordedEvent[]) => Promise<void> | void;
  /**
   * Everything up to this position has been handed over, whatever of it was asked for. Only with `streamPrefixes`, and no more often
   * than every thousand events of the log.
   */
  readonly onCheckpoint?: (position: bigint) => void;
  /** The follower has seen everything that was in the log when it subscribed, and handed it over. */
  readonly onCaughtUp?: () => void;
  readonly onFault?: (error: unknown) => void;
  /** An event of the catalogue whose data do not fit its schema. It is passed over; the follower decides what that means. */
  readonly onUnreadable: (event: UnreadableEvent, error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Events of the log between two checkpoints, in units of 32. */
const checkpointInterval = 32;

/**
 * Follows the log until the signal aborts. Whatever arrives while a batch is being handled makes the next batch, so batches
 * grow under load and stay small when it is quiet. Faults resubscribe with a capped, jittered pause.
 */
export async function followLog(log: EventLog, options: FollowOptions): Promise<void> {
  for (let failures = 0; !options.signal.aborted; ) {
    try {
      const delivered = await followOnce(log, options);
      failures = delivered ? 0 : failures + 1;
    } catch (error) {
      if (options.signal.aborted) return;
      options.onFault?.(error);
      failures += 1;
    }
    const wait = Math.min(5000, 100 * 2 ** failures) * (0.5 + Math.random() / 2);
    await pause(wait, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function followOnce(log: EventLog, options: FollowOptions): Promise<boolean> {
  const after = await options.after();
  let checkpoint: bigint | undefined;
  const checkpointReached = (_subscription: unknown, position: Position): void => {
    checkpoint = position.commit;
    wake();
  };
  const prefixes = options.streamPrefixes;
  const subscription = clientsOf(log).library.subscribeToAll({
    fromPosition: after === undefined ? START : { commit: after, prepare: after },
    filter: prefixes
      ? streamNameFilter({ prefixes: [...prefixes], checkpointInterval, checkpointReached })
      : excludeSystemEvents(),
  });
  const waiting: RecordedEvent[] = [];
  let caughtUp = false;
  let delivered = false;
  let ended: { error?: unknown } | undefined;
  let wake: () => void = () => undefined;
  const stop = () => {
    void subscription.unsubscribe().catch(() => undefined);
    wake();
  };
  subscription.on('caughtUp', () => {
    caughtUp = true;
    wake();
  });
  subscription.on('data', ({ event }) => {
    const recorded = event && readEvent(event, options);
    if (recorded) waiting.push(recorded);
    if (waiting.length >= options.maxBatch * 2) subscription.pause();
    wake();
  });
  subscription.on('error', (error) => {
    ended = { error };
    wake();
  });
  subscription.on('end', () => {
    ended ??= {};
    wake();
  });
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      if (options.signal.aborted) return delivered;
      if (waiting.length > 0) {
        const batch = waiting.splice(0, options.maxBatch);
        if (waiting.length < options.maxBatch) subscription.resume();
        await options.onBatch(batch);
        delivered = true;
      } else if ((checkpoint !== undefined || caughtUp) && subscription.readableLength === 0) {
        // Both are announced ahead of events that the client still holds, so they count once it holds none.
        if (checkpoint !== undefined) options.onCheckpoint?.(checkpoint);
        if (caughtUp) options.onCaughtUp?.();
        checkpoint = undefined;
        caughtUp = false;
      } else if (ended) {
        if (ended.error !== undefined) throw ended.error;
        return delivered;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (options.signal.aborted) resolve();
        });
      }
    }
  } finally {
    options.signal.removeEventListener('abort', stop);
    stop();
  }
}

function readEvent(stored: AllStreamRecordedEvent, options: FollowOptions): RecordedEvent | undefined {
  try {
    return toRecordedEvent(stored);
  } catch (error) {
    const { type, streamId: stream, revision, position } = stored;
    options.onUnreadable({ type, stream, revision, position: position.commit }, error);
    return undefined;
  }
}
