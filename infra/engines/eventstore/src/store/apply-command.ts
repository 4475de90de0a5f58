import { randomUUID } from 'node:crypto';
import type { CommitGroup } from './commit-group.ts';
import { decideAppend } from './decide-append.ts';
import type { ProposedEvent } from './event-record.ts';
import { NO_STREAM } from './expected-version.ts';
import {
  describedStream,
  isMetastream,
  metastreamOf,
  softDeleteMetadata,
  withTruncateBefore,
} from './stream-metadata.ts';
import { isSoftDeleted } from './stream-state.ts';
import type { WriteCommand, WriteOutcome } from './write-command.ts';

/** Decides one command and adds what it writes to the group. */
export function applyCommand(group: CommitGroup, command: WriteCommand, nowMs: number): WriteOutcome {
  if (command.kind === 'append') {
    if (command.deadlineMs !== undefined && command.deadlineMs <= nowMs) return { kind: 'timed-out' };
    return applyAppend(group, command);
  }
  // A delete is checked like an append of a new event, so it is never taken for a repetition.
  const decision = decideAppend(group.history(command.streamName), command.expected, [randomUUID()]);
  const current = group.state(command.streamName)?.last ?? NO_STREAM;
  if (decision.kind === 'stream-deleted') return decision;
  if (decision.kind !== 'append') return { kind: 'wrong-expected-version', current };
  if (command.kind === 'tombstone') {
    return { kind: 'written', revision: undefined, position: group.tombstone(command.streamName) };
  }
  return applySoftDelete(group, command.streamName, current);
}

function applyAppend(group: CommitGroup, command: Extract<WriteCommand, { kind: 'append' }>): WriteOutcome {
  const { streamName, events } = command;
  const history = group.history(streamName);
  const ids = events.map((event) => event.id);
  const looksUpIds = command.forgetsIds !== true || typeof command.expected === 'number';
  const decision = decideAppend(history, command.expected, looksUpIds ? ids : []);
  const current = history.state?.last ?? NO_STREAM;
  if (decision.kind === 'stream-deleted') return decision;
  if (decision.kind === 'wrong-expected-version') return { kind: 'wrong-expected-version', current };
  if (decision.kind === 'duplicate') {
    const position = history.state === undefined ? undefined : group.positionAt(history.state.id, decision.revision);
    return { kind: 'written', revision: decision.revision, position };
  }
  if (events.length === 0) {
    return { kind: 'written', revision: current === NO_STREAM ? undefined : current, position: undefined };
  }
  const described = isMetastream(streamName) ? group.state(describedStream(streamName)) : undefined;
  const { last } = group.append(streamName, events);
  const position = group.lastPosition;
  if (history.state !== undefined && isSoftDeleted(history.state)) undeleteStream(group, streamName, current + 1);
  if (described !== undefined && isSoftDeleted(described)) {
    reviseMetadata(group, streamName, events.at(-1), described.last + 1);
  }
  return { kind: 'written', revision: last, position };
}

function applySoftDelete(group: CommitGroup, streamName: string, current: number): WriteOutcome {
  const metastream = metastreamOf(streamName);
  const hasMetadata = (group.state(metastream)?.last ?? NO_STREAM) !== NO_STREAM;
  if (current === NO_STREAM && !hasMetadata) return { kind: 'wrong-expected-version', current };
  const { last } = group.append(metastream, [metadataEvent(softDeleteMetadata())]);
  return { kind: 'written', revision: last, position: group.lastPosition };
}

/** Makes the events of a soft-deleted stream from `firstRevision` on readable again. */
function undeleteStream(group: CommitGroup, streamName: string, firstRevision: number): void {
  const metastream = metastreamOf(streamName);
  const state = group.state(metastream);
  const newest = state === undefined ? undefined : group.recordAt(state.id, state.last);
  reviseMetadata(group, metastream, newest, firstRevision);
}

/** Writes metadata again with another `$tb`. */
function reviseMetadata(
  group: CommitGroup,
  metastream: string,
  metadata: { readonly isJson: boolean; readonly data: Uint8Array } | undefined,
  truncateBefore: number,
): void {
  const revised = metadata?.isJson === true ? withTruncateBefore(metadata.data, truncateBefore) : undefined;
  if (revised !== undefined) group.append(metastream, [metadataEvent(revised)]);
}

/** A JSON event of the type that metadata has by convention. */
export function metadataEvent(data: Buffer): ProposedEvent {
  return { id: randomUUID(), type: '$metadata', isJson: true, data, customMetadata: Buffer.alloc(0) };
}
