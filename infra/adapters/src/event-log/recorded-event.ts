import { type DomainEvent, parseDomainEvent } from '@tapwise/domain';
import { type EventMetadata, readMetadata, recordedTraceparent, recordedVersion } from './commands/command-context.ts';
import { firstRecordedMs } from './copies/recorded-instant.ts';
import type { StoredEvent } from './transport/log-transport.ts';

/** A fact as it is recorded. `position` orders the whole log; `revision` its stream, from 0. */
export interface RecordedEvent<E extends DomainEvent = DomainEvent> {
  readonly event: E;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  /** Also in a log that was filled from a copy. */
  readonly recordedAt: Date;
  /** Who caused it and why; absent on events recorded before that was written. */
  readonly metadata?: EventMetadata | undefined;
  /** W3C `traceparent` of its append, where that was sampled. */
  readonly traceparent?: string | undefined;
}

/** Where an event is that could not be read. */
export interface UnreadableEvent {
  readonly type: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
}

/** Few ask for the metadata of an event, so they are read on demand. */
class ReadEvent implements RecordedEvent {
  readonly event: DomainEvent;
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly recordedAt: Date;
  readonly #metadataText: string;

  constructor(event: DomainEvent, stored: StoredEvent) {
    this.event = event;
    this.id = stored.id;
    this.stream = stored.stream;
    this.revision = stored.revision;
    this.position = stored.position;
    this.recordedAt = new Date(firstRecordedMs(stored.metadataText) ?? stored.recordedAtMs);
    this.#metadataText = stored.metadataText;
  }

  get metadata(): EventMetadata | undefined {
    return readMetadata(this.#metadataText);
  }

  get traceparent(): string | undefined {
    return recordedTraceparent(this.#metadataText);
  }
}

/**
 * Reads a stored event as one of ours, in its present form.
 * @returns `undefined` for the log's own events and for types this program does not know.
 * @throws ZodError, SyntaxError or Error for one that cannot be read.
 */
export function toRecordedEvent(stored: StoredEvent): RecordedEvent | undefined {
  const { type } = stored;
  if (type.charCodeAt(0) === 0x24 || !stored.isJson) return undefined;
  const { version, checked } = recordedVersion(stored.metadataText);
  const event = parseDomainEvent(type, stored.data, version, checked);
  return event === undefined ? undefined : new ReadEvent(event, stored);
}

/** @returns where an event is, for one that could not be read. */
export function whereOf({ type, stream, revision, position }: StoredEvent): UnreadableEvent {
  return { type, stream, revision, position };
}
