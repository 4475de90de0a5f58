import type { GrpcCall } from '../grpc/grpc-call.ts';
import { streamDeleted } from '../services/protocol-errors.ts';
import type { EventLog } from '../store/event-log.ts';
import { NO_STREAM } from '../store/expected-version.ts';
import { firstReadable, type StreamState } from '../store/stream-state.ts';
import type { StreamStart } from '../wire/read-request.ts';
import { CommitWaiter } from './commit-waiter.ts';
import type { ReadOutput } from './read-output.ts';
import { isExpired, refuseTombstoned } from './readable-range.ts';
import { resolveEvent } from './resolve-link.ts';

/** A read of one stream without an end. */
export interface StreamSubscription {
  readonly streamName: string;
  readonly from: StreamStart;
  readonly resolveLinks: boolean;
  readonly subscriptionId: string;
}

/** Follows a stream until the call is over or the stream is tombstoned. */
export async function subscribeToStream(
  log: EventLog,
  subscription: StreamSubscription,
  call: GrpcCall,
  output: ReadOutput,
): Promise<void> {
  const { streamName, resolveLinks } = subscription;
  refuseTombstoned(log, streamName);
  const waiter = new CommitWaiter(log.notifier, streamName, call);
  let state = log.stream(streamName);
  let cursor = startCursor(state, subscription.from);
  let isCaughtUp = false;
  output.confirmation(subscription.subscriptionId);
  while (!call.done) {
    // What is hidden by metadata is left out only while catching up; live events are delivered as they are written.
    if (!isCaughtUp) cursor = skipTruncated(streamName, state, cursor);
    while (state !== undefined && cursor < state.last && !call.done) {
      cursor += 1;
      const record = log.eventAt(state, cursor);
      if (record === undefined) cursor = log.firstRevision(state) - 1;
      else if (isCaughtUp || !isExpired(state, record, Date.now()))
        output.event(resolveEvent(log, record, resolveLinks));
      const pause = output.paced();
      if (pause !== undefined) await pause;
    }
    if (call.done) return;
    if (state?.tombstoned === true) {
      output.event({ event: log.tombstoneOf(state), link: undefined });
      await output.flush();
      throw streamDeleted(streamName);
    }
    const current = log.stream(streamName);
    const atEnd = (current?.last ?? NO_STREAM) <= cursor && current?.tombstoned !== true;
    // Of a stream that does not exist yet nothing is said, as by servers up to 23.10.
    const exists = (current?.last ?? NO_STREAM) !== NO_STREAM || subscription.from === 'end';
    if (atEnd && exists && !isCaughtUp) {
      output.caughtUp();
      isCaughtUp = true;
    }
    await output.flush();
    if (atEnd) await waiter.next();
    state = log.stream(streamName);
  }
}

/** The last revision that is not to be delivered: subscriptions start after the revision they name. */
function startCursor(state: StreamState | undefined, from: StreamStart): number {
  if (from === 'start') return NO_STREAM;
  if (from === 'end') return state?.last ?? NO_STREAM;
  return from > BigInt(Number.MAX_SAFE_INTEGER) ? (state?.last ?? NO_STREAM) : Number(from);
}

function skipTruncated(streamName: string, state: StreamState | undefined, cursor: number): number {
  if (state === undefined) return cursor;
  return Math.max(cursor, Math.min(state.last, firstReadable(streamName, state) - 1));
}
