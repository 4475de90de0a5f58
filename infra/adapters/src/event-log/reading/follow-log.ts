import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../event-log.ts';
import { transportOf } from '../log-client.ts';
import { saysTooSlow } from '../log-fault.ts';
import { type RecordedEvent, toRecordedEvent, type UnreadableEvent, whereOf } from '../recorded-event.ts';
import type { StoredEvent } from '../transport/log-transport.ts';

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
  /** @param inARow Counts this fault and those before it between which nothing came. */
  readonly onFault?: (error: unknown, inARow: number) => void;
  /** An event of the catalogue whose data do not fit its schema. It is passed over; the follower decides what that means. */
  readonly onUnreadable: (event: UnreadableEvent, error: unknown) => void;
  readonly signal: AbortSignal;
}

/**
 * Follows the log until the signal aborts. Whatever arrives while a batch is being handled makes the next batch, so batches
 * grow under load and stay small when it is quiet. Faults resubscribe with a capped, jittered pause that grows with the faults in a row;
 * a server that found the consumer too slow is subscribed to again at once.
 */
export async function followLog(log: EventLog, options: FollowOptions): Promise<void> {
  for (let failures = 0; !options.signal.aborted; ) {
    const { progressed, fault } = await followOnce(log, options);
    if (options.signal.aborted) return;
    if (progressed && saysTooSlow(fault)) {
      failures = 0;
      continue;
    }
    failures = progressed ? 1 : failures + 1;
    if (fault !== undefined) options.onFault?.(fault, failures);
    const wait = Math.min(5000, 100 * 2 ** failures) * (0.5 + Math.random() / 2);
    await pause(wait, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

/** One subscription: what came and was not handed over yet. */
interface Arrived {
  events: RecordedEvent[];
  checkpoint: bigint | undefined;
  caughtUp: boolean;
  ended: { readonly error?: Error | undefined } | undefined;
  /** Called when any of it changes. */
  wake: () => void;
}

/** How a subscription ended. */
interface Followed {
  /** Whether anything came of it: events, a checkpoint, or that it had caught up. */
  progressed: boolean;
  fault: unknown;
}

async function followOnce(log: EventLog, options: FollowOptions): Promise<Followed> {
  const followed: Followed = { progressed: false, fault: undefined };
  try {
    await follow(log, options, followed);
  } catch (error) {
    followed.fault = error;
  }
  return followed;
}

async function follow(log: EventLog, options: FollowOptions, followed: Followed): Promise<void> {
  const { signal, maxBatch, streamPrefixes } = options;
  const from = (await options.after()) ?? 'start';
  const arrived: Arrived = {
    events: [],
    checkpoint: undefined,
    caughtUp: false,
    ended: undefined,
    wake: () => undefined,
  };
  const reading = transportOf(log).read(
    { kind: 'subscription', from, streamPrefixes },
    {
      onEvent: (event) => {
        const recorded = readEvent(event, options);
        if (recorded === undefined) return;
        arrived.events.push(recorded);
        if (arrived.events.length === maxBatch * 2) reading.pause();
        arrived.wake();
      },
      onCheckpoint: (position) => {
        arrived.checkpoint = position;
        arrived.wake();
      },
      onCaughtUp: () => {
        arrived.caughtUp = true;
        arrived.wake();
      },
      onEnd: (error) => {
        arrived.ended = { error };
        arrived.wake();
      },
    },
  );
  const stop = (): void => {
    reading.cancel();
    arrived.wake();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    await handOver(arrived, options, followed, () => reading.resume());
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Hands over what arrives until the subscription ends or is left. */
async function handOver(
  arrived: Arrived,
  options: FollowOptions,
  followed: Followed,
  resume: () => void,
): Promise<void> {
  const { signal, maxBatch } = options;
  for (;;) {
    if (signal.aborted) return;
    if (arrived.events.length > 0) {
      const batch = arrived.events.splice(0, maxBatch);
      if (arrived.events.length < maxBatch) resume();
      await options.onBatch(batch);
      followed.progressed = true;
    } else if (arrived.checkpoint !== undefined || arrived.caughtUp) {
      if (arrived.checkpoint !== undefined) options.onCheckpoint?.(arrived.checkpoint);
      if (arrived.caughtUp) options.onCaughtUp?.();
      followed.progressed = true;
      arrived.checkpoint = undefined;
      arrived.caughtUp = false;
    } else if (arrived.ended) {
      if (arrived.ended.error !== undefined) throw arrived.ended.error;
      return;
    } else {
      await new Promise<void>((resolve) => {
        arrived.wake = resolve;
        if (signal.aborted) resolve();
      });
    }
  }
}

function readEvent(stored: StoredEvent, options: FollowOptions): RecordedEvent | undefined {
  try {
    return toRecordedEvent(stored);
  } catch (error) {
    options.onUnreadable(whereOf(stored), error);
    return undefined;
  }
}
