import { MalformedMessageError } from '../../../../wire/index.ts';
import type { GrpcCall } from '../grpc/grpc-call.ts';
import type { EventLog } from '../store/event-log.ts';
import { NO_STREAM } from '../store/expected-version.ts';
import { firstReadable, isSoftDeleted, type StreamState } from '../store/stream-state.ts';
import type { StreamStart } from '../wire/read-request.ts';
import type { ReadOutput } from './read-output.ts';
import { isExpired, refuseTombstoned } from './readable-range.ts';
import { resolveEvent } from './resolve-link.ts';

/** A read of one stream with an end. */
export interface StreamRead {
  readonly streamName: string;
  readonly from: StreamStart;
  readonly backwards: boolean;
  readonly limit: number;
  readonly resolveLinks: boolean;
}

/** Sends the readable events of a stream from a revision on, in either direction. */
export async function readStream(log: EventLog, read: StreamRead, call: GrpcCall, output: ReadOutput): Promise<void> {
  const { streamName, from, backwards } = read;
  refuseTombstoned(log, streamName);
  if (from === 'end' && !backwards) throw new MalformedMessageError('a forwards read cannot start at the end');
  let state = log.stream(streamName);
  if (state === undefined || state.last === NO_STREAM || isSoftDeleted(state)) {
    output.streamNotFound(streamName);
    await output.flush();
    return;
  }
  let revision = firstRevision(state, from, backwards);
  if (!backwards) revision = Math.max(revision, firstReadable(streamName, state));
  let left = read.limit;
  while (left > 0 && revision >= firstReadable(streamName, state) && revision <= state.last) {
    const record = log.eventAt(state, revision);
    if (record === undefined) {
      // All before it were removed, too.
      if (backwards) break;
      revision = log.firstRevision(state);
      continue;
    }
    if (!isExpired(state, record, Date.now())) {
      output.event(resolveEvent(log, record, read.resolveLinks));
      left -= 1;
    }
    const pause = output.paced();
    if (pause !== undefined) await pause;
    if (call.done) return;
    // Events written while the read runs are part of it; truncation applies at once.
    if (pause !== undefined || revision === state.last) state = log.stream(streamName) ?? state;
    revision = backwards ? revision - 1 : Math.max(revision + 1, firstReadable(streamName, state));
  }
  await output.flush();
}

function firstRevision(state: StreamState, from: StreamStart, backwards: boolean): number {
  if (from === 'start') return 0;
  if (from === 'end') return state.last;
  const revision = from > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(from);
  return backwards ? Math.min(revision, state.last) : revision;
}
