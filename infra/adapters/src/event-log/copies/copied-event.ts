import { isFollowed } from '../reading/followed-types.ts';
import type { StoredEvent } from '../transport/log-transport.ts';
import { firstRecordedMs, withoutFirstRecorded } from './recorded-instant.ts';

/** An event as a copy of the log has it. */
export interface CopiedEvent {
  /** In the log that was copied. */
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  /** When it was first recorded; ISO 8601. */
  readonly recordedAt: string;
  /** JSON. */
  readonly data: string;
  /** JSON; empty when there is none. */
  readonly metadata: string;
}

/** What a follower of the log has reached. Of each follower the newest event counts. */
export const isCheckpoint = ({ type }: Pick<CopiedEvent, 'type'>): boolean => type === 'FollowerAdvanced';

/** What the log may drop of a stream is said in a stream of this name. */
const metadataPrefix = '$$';

/** The stream that an event limits; `undefined` for one that says something else. */
export const limitedStream = ({ type, stream }: Pick<CopiedEvent, 'type' | 'stream'>): string | undefined =>
  type === '$metadata' && stream.startsWith(metadataPrefix) ? stream.slice(metadataPrefix.length) : undefined;

/**
 * Whether an event belongs in a copy. What only running processes share does not: their leases, who writes the tables and up to where.
 * Neither do the streams of the log itself, and what is not JSON, which the product does not write.
 */
export function belongsInCopy(stored: StoredEvent): boolean {
  const limited = limitedStream(stored);
  if (limited !== undefined) return !limited.startsWith('$');
  return stored.isJson && (isFollowed(stored.type) || isCheckpoint(stored)) && !stored.stream.startsWith('$');
}

export function toCopiedEvent(stored: StoredEvent): CopiedEvent {
  const { position, stream, revision, id, type, dataText: data, metadataText, recordedAtMs } = stored;
  const recordedAt = new Date(firstRecordedMs(metadataText) ?? recordedAtMs).toISOString();
  return { position, stream, revision, id, type, recordedAt, data, metadata: withoutFirstRecorded(metadataText) };
}
