import { streamDeleted } from '../services/protocol-errors.ts';
import type { EventLog } from '../store/event-log.ts';
import type { StoredRecord } from '../store/event-record.ts';
import { describedStream, isMetastream } from '../store/stream-metadata.ts';
import type { StreamState } from '../store/stream-state.ts';

/** True when `$maxAge` hides an event from reads. */
export function isExpired(state: StreamState, record: StoredRecord, nowMs: number): boolean {
  const { maxAgeSeconds } = state.limits;
  return maxAgeSeconds > 0 && record.createdMs < nowMs - maxAgeSeconds * 1000;
}

/** Throws `stream-deleted` for a tombstoned stream and for the metadata stream of one. */
export function refuseTombstoned(log: EventLog, streamName: string): void {
  const tombstoned = (name: string) => log.stream(name)?.tombstoned === true;
  if (tombstoned(streamName) || (isMetastream(streamName) && tombstoned(describedStream(streamName)))) {
    throw streamDeleted(streamName);
  }
}
