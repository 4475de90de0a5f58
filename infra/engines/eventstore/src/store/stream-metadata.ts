import { DELETED_STREAM } from './expected-version.ts';
import { joinJsonMembers, jsonMembers } from './json-members.ts';

/** What the name of a metadata stream begins with. */
export const METASTREAM_PREFIX = '$$';

/** What a stream's metadata says about reading it. Zero means "no limit". */
export interface ReadLimits {
  /** Only this many newest events are readable. */
  readonly maxCount: number;
  /** Events older than this many seconds are skipped. */
  readonly maxAgeSeconds: number;
  /** First readable revision (`$tb`); Infinity marks a soft-deleted stream. */
  readonly truncateBefore: number;
}

export const NO_LIMITS: ReadLimits = { maxCount: 0, maxAgeSeconds: 0, truncateBefore: 0 };

export function isMetastream(streamName: string): boolean {
  return streamName.startsWith(METASTREAM_PREFIX);
}

export function metastreamOf(streamName: string): string {
  return METASTREAM_PREFIX + streamName;
}

/** The stream that `metastream` describes. */
export function describedStream(metastream: string): string {
  return metastream.slice(METASTREAM_PREFIX.length);
}

/** Limits stated by a metadata event. One member of a wrong type makes the whole event count as empty. */
export function parseReadLimits(isJson: boolean, data: Uint8Array): ReadLimits {
  const members = isJson ? jsonMembers(Buffer.from(data).toString('utf8')) : undefined;
  if (members === undefined) return NO_LIMITS;
  const numbers = ['$maxCount', '$maxAge', '$tb', '$cacheControl'].map((name) => integerMember(members.get(name)));
  const [maxCount, maxAge, truncateBefore] = numbers;
  if (numbers.includes('invalid')) return NO_LIMITS;
  return {
    maxCount: positiveOrZero(maxCount),
    maxAgeSeconds: positiveOrZero(maxAge),
    truncateBefore: truncateBefore === DELETED_STREAM ? Number.POSITIVE_INFINITY : positiveOrZero(truncateBefore),
  };
}

/** The data of a soft delete: nothing but `$tb`, so that all earlier metadata is gone. */
export function softDeleteMetadata(): Buffer {
  return Buffer.from(`{"$tb":${DELETED_STREAM}}`);
}

/** `metadata` with `$tb` set to `revision`, or undefined when it is not a JSON object. */
export function withTruncateBefore(metadata: Uint8Array, revision: number): Buffer | undefined {
  const members = jsonMembers(Buffer.from(metadata).toString('utf8'));
  if (members === undefined) return undefined;
  members.set('$tb', String(revision));
  return Buffer.from(joinJsonMembers(members));
}

/** An integer that fits int64; `invalid` for anything else that is there. */
function integerMember(raw: string | undefined): bigint | 'invalid' | undefined {
  if (raw === undefined) return undefined;
  if (!/^-?\d+$/.test(raw)) return 'invalid';
  const value = BigInt(raw);
  return value > DELETED_STREAM || value < -DELETED_STREAM - 1n ? 'invalid' : value;
}

/** Values past 2^53 are cut to it: no stream gets that long. */
function positiveOrZero(value: bigint | 'invalid' | undefined): number {
  if (typeof value !== 'bigint' || value <= 0n) return 0;
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}
