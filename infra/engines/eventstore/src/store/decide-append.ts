import { type ExpectedVersion, NO_STREAM } from './expected-version.ts';
import { isSoftDeleted, type StreamState } from './stream-state.ts';

/** What a decision may look up about the stream it is for. */
export interface StreamHistory {
  /** Undefined when nothing was ever written under this name. */
  readonly state: StreamState | undefined;
  /** The stream is tombstoned, or is the metadata stream of one that is. */
  readonly tombstoned: boolean;
  /** The stream has a metadata stream with at least one event. */
  readonly hasMetadata: boolean;
  /** Lowest revision under which the stream holds an event with this id. */
  revisionOf(eventId: string): number | undefined;
  /** Id of the event at a revision. */
  idAt(revision: number): string | undefined;
}

export type AppendDecision =
  | { readonly kind: 'append' }
  /** All events are already there; `revision` is that of the last one. */
  | { readonly kind: 'duplicate'; readonly revision: number }
  | { readonly kind: 'wrong-expected-version' }
  | { readonly kind: 'stream-deleted' };

const WRONG: AppendDecision = { kind: 'wrong-expected-version' };
const APPEND: AppendDecision = { kind: 'append' };
const DELETED: AppendDecision = { kind: 'stream-deleted' };

/**
 * Decides an append (or, with a fresh id, a delete) by the rules of EventStoreDB: tombstones first, then existence,
 * then idempotency by event id, then the expected revision.
 */
export function decideAppend(
  history: StreamHistory,
  expected: ExpectedVersion,
  eventIds: readonly string[],
): AppendDecision {
  if (history.tombstoned) return DELETED;
  const current = history.state?.last ?? NO_STREAM;
  const softDeleted = history.state !== undefined && isSoftDeleted(history.state);
  if (expected === 'stream-exists') {
    if (softDeleted) return DELETED;
    if (current === NO_STREAM && !history.hasMetadata) return WRONG;
  }
  if (expected === 'any' || expected === 'stream-exists') return decideByIds(history, eventIds);
  if (expected > current) return WRONG;
  if (expected === current) return APPEND;
  return decideByRevision(history, expected, eventIds, softDeleted);
}

/** No exact revision given: the first id decides whether this is a repetition. */
function decideByIds(history: StreamHistory, eventIds: readonly string[]): AppendDecision {
  let last: number | undefined;
  for (const [index, eventId] of eventIds.entries()) {
    last = history.revisionOf(eventId);
    if (last === undefined) return index === 0 ? APPEND : WRONG;
  }
  return last === undefined ? APPEND : { kind: 'duplicate', revision: last };
}

/** A revision in the past: either exactly these events follow it, or the caller is late. */
function decideByRevision(
  history: StreamHistory,
  expected: number,
  eventIds: readonly string[],
  softDeleted: boolean,
): AppendDecision {
  if (eventIds.length === 0) return WRONG;
  for (const [index, eventId] of eventIds.entries()) {
    if (history.idAt(expected + 1 + index) === eventId) continue;
    return index === 0 && expected === NO_STREAM && softDeleted ? APPEND : WRONG;
  }
  return { kind: 'duplicate', revision: expected + eventIds.length };
}
