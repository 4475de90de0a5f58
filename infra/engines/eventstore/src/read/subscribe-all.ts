import type { Faults } from '../faults/faults.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';
import { ALL_STREAMS } from '../store/commit-notifier.ts';
import type { EventLog } from '../store/event-log.ts';
import type { AllStart } from '../wire/read-request.ts';
import { CommitWaiter } from './commit-waiter.ts';
import type { EventFilter } from './event-filter.ts';
import { checkedPosition } from './read-all.ts';
import type { ReadOutput } from './read-output.ts';
import { resolveEvent } from './resolve-link.ts';

/** A read of the whole log without an end. */
export interface AllSubscription {
  readonly from: AllStart;
  readonly resolveLinks: boolean;
  readonly filter: EventFilter | undefined;
  /** Records considered between two checkpoints; they are sent only with a filter. */
  readonly checkpointInterval: number;
  readonly subscriptionId: string;
  readonly faults: Faults;
}

/**
 * Follows the log until the call is over. There is one cursor and no buffer of live events, so a slow client loses
 * nothing: it is read for at its own pace.
 */
export async function subscribeToAll(
  log: EventLog,
  subscription: AllSubscription,
  call: GrpcCall,
  output: ReadOutput,
): Promise<void> {
  const { filter, checkpointInterval, resolveLinks, faults } = subscription;
  let cursor = startCursor(log, subscription);
  const categories = filter?.streamPrefixes && log.categoryReader(filter.streamPrefixes);
  const waiter = new CommitWaiter(log.notifier, ALL_STREAMS, call);
  // A subscription from the end has nothing to catch up with, and no checkpoint to give before its first event.
  let checkpointed = subscription.from === 'end' ? cursor : 0;
  let considered = 0;
  let isCaughtUp = false;
  output.confirmation(subscription.subscriptionId);
  while (!call.done) {
    if (isCaughtUp && faults.isTooSlow(log.lastPosition - cursor)) throw tooSlow();
    while (cursor < log.lastPosition && !call.done) {
      const before = cursor;
      cursor = categories === undefined ? cursor + 1 : Math.min(categories.after(cursor), log.lastPosition);
      // A link is resolved by reading again.
      const record = resolveLinks ? log.record(cursor) : log.passingRecord(cursor);
      if (record !== undefined && (filter === undefined || filter.passes(record)))
        output.event(resolveEvent(log, record, resolveLinks));
      considered += cursor - before;
      if (filter !== undefined && considered >= checkpointInterval) {
        output.checkpoint(cursor);
        checkpointed = cursor;
        considered %= checkpointInterval;
      }
      const pause = output.paced();
      if (pause !== undefined) await pause;
    }
    if (!isCaughtUp) {
      if (filter !== undefined && checkpointed !== cursor && faults.switches.no_final_checkpoint !== true)
        output.checkpoint(cursor);
      output.caughtUp();
      isCaughtUp = true;
    }
    await output.flush();
    if (cursor === log.lastPosition) await waiter.next();
  }
}

const tooSlow = (): GrpcError =>
  new GrpcError(GrpcStatus.aborted, 'Operation timed out: Consumer too slow to handle event while live.');

/** The last position that is not to be delivered: subscriptions start after the position they name. */
function startCursor(log: EventLog, { from, faults }: AllSubscription): number {
  if (from === 'start') return 0;
  const start = from === 'end' ? from : checkedPosition(log, faults, from, 'Exception was thrown by handler.');
  return start === 'end' ? log.lastPosition : start;
}
