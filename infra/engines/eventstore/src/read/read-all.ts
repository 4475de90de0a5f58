import type { Faults } from '../faults/faults.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import { GrpcError, GrpcStatus } from '../grpc/grpc-status.ts';
import type { EventLog } from '../store/event-log.ts';
import type { AllStart } from '../wire/read-request.ts';
import type { EventFilter } from './event-filter.ts';
import type { ReadOutput } from './read-output.ts';
import { resolveEvent } from './resolve-link.ts';

/** A read of the whole log with an end. */
export interface AllRead {
  readonly from: AllStart;
  readonly backwards: boolean;
  readonly limit: number;
  readonly resolveLinks: boolean;
  readonly filter: EventFilter | undefined;
  readonly faults: Faults;
}

const END_POSITION = 2n ** 64n - 1n;

/**
 * The log position a request names, `end` for the pair that means so and for what is beyond the end.
 * @param refusal What a real server says when no event can begin there, with the status UNKNOWN.
 */
export function checkedPosition(
  log: EventLog,
  faults: Faults,
  from: Exclude<AllStart, 'start' | 'end'>,
  refusal: string,
): number | 'end' {
  if (from.commit === END_POSITION && from.prepare === END_POSITION) return 'end';
  if (from.commit !== from.prepare || !faults.isBoundary(from.commit)) {
    throw new GrpcError(GrpcStatus.unknown, refusal);
  }
  return from.commit > BigInt(log.lastPosition) ? 'end' : Number(from.commit);
}

/** Sends the records of the log from a position on: forwards including the one there, backwards from the one before. */
export async function readAll(log: EventLog, read: AllRead, call: GrpcCall, output: ReadOutput): Promise<void> {
  const step = read.backwards ? -1 : 1;
  let position = firstPosition(log, read);
  let left = read.limit;
  while (left > 0 && !call.done && position >= 1 && position <= log.lastPosition) {
    // A link is resolved by reading again.
    const record = read.resolveLinks ? log.record(position) : log.passingRecord(position);
    if (record !== undefined && (read.filter === undefined || read.filter.passes(record))) {
      output.event(resolveEvent(log, record, read.resolveLinks));
      left -= 1;
    }
    position += step;
    const pause = output.paced();
    if (pause !== undefined) await pause;
  }
  await output.flush();
}

function firstPosition(log: EventLog, { from, backwards, faults }: AllRead): number {
  const start = typeof from === 'string' ? from : checkedPosition(log, faults, from, 'Unexpected ReadAllResult: Error');
  if (start === 'start') return backwards ? 0 : 1;
  if (start === 'end') return backwards ? log.lastPosition : log.lastPosition + 1;
  return backwards ? start - 1 : Math.max(1, start);
}
