import type { EventLog } from '../event-log.ts';
import { isRetryableLogFault } from '../log-fault.ts';
import type { RecordedEvent, UnreadableEvent } from '../recorded-event.ts';
import { followLog } from './follow-log.ts';

/** A part of the log; without an end it goes as far as the log went when reading began. */
export interface LogPart {
  /** Events after this position; `undefined` is from the beginning. */
  readonly after?: bigint | undefined;
  /** Last position. */
  readonly to?: bigint | undefined;
  /** The part ends before the first event that was recorded later than this. */
  readonly recordedUntil?: Date | undefined;
  /** Only streams whose names begin with one of these. */
  readonly streamPrefixes?: readonly string[] | undefined;
}

/** Passing faults in a row, without an event between them, after which reading is given up. */
const faultsInARow = 6;

/**
 * Hands over all events of a part of the log, in order and each once: what the log interrupts is read on after the last of them.
 * @param onUnreadable Called for an event that cannot be read and is passed over; without it reading ends there.
 * @throws Error for an event that cannot be read, whatever `onBatch` throws, and the log's own error when it stays away.
 */
export async function readLog(
  log: EventLog,
  part: LogPart,
  onBatch: (events: readonly RecordedEvent[]) => Promise<void> | void,
  onUnreadable?: (event: UnreadableEvent, error: unknown) => void,
): Promise<void> {
  const stop = new AbortController();
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    stop.abort();
  };
  const { to, recordedUntil, streamPrefixes } = part;
  let { after } = part;
  if (to !== undefined && to <= (after ?? -1n)) return;
  const isBeyond = ({ position, recordedAt }: RecordedEvent): boolean =>
    (to !== undefined && position > to) || (recordedUntil !== undefined && recordedAt > recordedUntil);
  await followLog(log, {
    after: () => after,
    ...(streamPrefixes === undefined ? {} : { streamPrefixes }),
    maxBatch: 20_000,
    signal: stop.signal,
    onBatch: async (events) => {
      const end = events.findIndex(isBeyond);
      const wanted = end === -1 ? events : events.slice(0, end);
      try {
        if (wanted.length > 0) await onBatch(wanted);
        after = wanted.at(-1)?.position ?? after;
      } catch (error) {
        fail(error);
      }
      if (end !== -1 || (to !== undefined && (events.at(-1)?.position ?? 0n) >= to)) stop.abort();
    },
    onCaughtUp: () => stop.abort(),
    onFault: (error, inARow) => {
      if (inARow > faultsInARow || !isRetryableLogFault(error)) fail(error);
    },
    onUnreadable: (event, cause) => {
      if (onUnreadable === undefined)
        fail(new Error(`The event ${event.type} at ${event.position} cannot be read`, { cause }));
      else onUnreadable(event, cause);
    },
  });
  if (failure !== undefined) throw failure.error;
}
