import { createHash } from 'node:crypto';
import { NO_STREAM } from './expected-version.ts';
import { isMetastream, NO_LIMITS, type ReadLimits } from './stream-metadata.ts';

/** What the log knows about one stream name. */
export interface StreamState {
  /** Short number used for the name in the indexes. */
  readonly id: number;
  /** Revision of the last event, -1 when there is none. */
  readonly last: number;
  readonly tombstoned: boolean;
  readonly limits: ReadLimits;
}

/** The state of a name that was never written to. */
export function unwrittenStream(id: number): StreamState {
  return { id, last: NO_STREAM, tombstoned: false, limits: NO_LIMITS };
}

export function isSoftDeleted(state: StreamState): boolean {
  return state.limits.truncateBefore === Number.POSITIVE_INFINITY;
}

/** First revision that a read of the stream may return. Of a metadata stream only the newest event is readable. */
export function firstReadable(streamName: string, state: StreamState): number {
  const maxCount = isMetastream(streamName) ? 1 : state.limits.maxCount;
  return Math.max(maxCount > 0 ? state.last - maxCount + 1 : 0, state.limits.truncateBefore, 0);
}

const STATE_BYTES = 41;

/** The first byte of a key says whether a name or its hash follows. */
const NAME_KEY = 1;
const HASH_KEY = 2;

/** Names up to this size are keys themselves; the store takes keys of at most 1978 bytes. */
const LONGEST_PLAIN_NAME = 1024;

/** Key of a stream name: a marker byte, then the name, or the SHA-256 of a very long one. */
export function streamKey(streamName: string): Buffer {
  const name = Buffer.from(streamName, 'utf8');
  if (name.length <= LONGEST_PLAIN_NAME) return Buffer.concat([Buffer.of(NAME_KEY), name]);
  return Buffer.concat([Buffer.of(HASH_KEY), createHash('sha256').update(name).digest()]);
}

/** The name that a key is made of, undefined where it is a hash. */
export function plainName(key: Buffer): string | undefined {
  return key[0] === NAME_KEY ? key.toString('utf8', 1) : undefined;
}

export function encodeStreamState(state: StreamState): Buffer {
  const bytes = Buffer.allocUnsafe(STATE_BYTES);
  const { maxCount, maxAgeSeconds, truncateBefore } = state.limits;
  [state.id, state.last, maxCount, maxAgeSeconds, truncateBefore].forEach((value, index) => {
    bytes.writeDoubleBE(value, index * 8);
  });
  bytes[STATE_BYTES - 1] = state.tombstoned ? 1 : 0;
  return bytes;
}

export function decodeStreamState(bytes: Buffer): StreamState {
  const [id = 0, last = 0, maxCount = 0, maxAgeSeconds = 0, truncateBefore = 0] = [0, 8, 16, 24, 32].map((offset) =>
    bytes.readDoubleBE(offset),
  );
  const limits =
    maxCount + maxAgeSeconds + truncateBefore === 0 ? NO_LIMITS : { maxCount, maxAgeSeconds, truncateBefore };
  return { id, last, tombstoned: bytes[STATE_BYTES - 1] === 1, limits };
}
