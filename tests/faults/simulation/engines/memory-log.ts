import { WrongExpectedVersionError } from '@eventstore/db-client';
import type {
  AppendedAt,
  EventToAppend,
  ExpectedRevision,
  ReadRequest,
  StoredEvent,
} from '../../../../infra/adapters/src/event-log/transport/log-transport.ts';
import { decideAppend } from '../../../../infra/engines/eventstore/src/store/decide-append.ts';
import { unwrittenStream } from '../../../../infra/engines/eventstore/src/store/stream-state.ts';

const positionStep = 97n;

/** A log of events in memory, which takes appends by the rules of EventStoreDB and is asked one thing after another. */
export class MemoryLog {
  readonly #now: () => number;
  readonly #all: StoredEvent[] = [];
  readonly #streams = new Map<string, StoredEvent[]>();
  readonly #followers = new Set<() => void>();

  /** @param now Milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** All events, in order. */
  get events(): readonly StoredEvent[] {
    return this.#all;
  }

  /** Calls back after each append. @returns what ends that. */
  follow(onAppend: () => void): () => void {
    this.#followers.add(onAppend);
    return () => void this.#followers.delete(onAppend);
  }

  /** @throws WrongExpectedVersionError when the stream is elsewhere. */
  append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): AppendedAt {
    const written = this.#streams.get(stream) ?? [];
    const last = written.length - 1;
    const decision = decideAppend(
      {
        state: last < 0 ? undefined : { ...unwrittenStream(0), last },
        tombstoned: false,
        hasMetadata: this.#streams.has(`$$${stream}`),
        revisionOf: (id) => indexOf(written, id),
        idAt: (revision) => written[revision]?.id,
      },
      expectedVersion(expected),
      events.map(({ id }) => id),
    );
    if (decision.kind === 'duplicate') {
      const event = written[decision.revision];
      return { revision: BigInt(decision.revision), position: event?.position ?? 0n };
    }
    if (decision.kind !== 'append') {
      const versions = { streamName: stream, expected, current: last < 0 ? ('no_stream' as const) : BigInt(last) };
      throw new WrongExpectedVersionError(undefined as never, versions as never);
    }
    for (const event of events) {
      const stored = new MemoryEvent(stream, event, {
        revision: BigInt(written.length),
        position: BigInt(this.#all.length + 1) * positionStep,
        recordedAtMs: this.#now(),
      });
      written.push(stored);
      this.#all.push(stored);
    }
    this.#streams.set(stream, written);
    for (const onAppend of [...this.#followers]) onAppend();
    return { revision: BigInt(written.length - 1), position: this.#all.at(-1)?.position ?? 0n };
  }

  /** What a read that ends brings. */
  read(request: Exclude<ReadRequest, { kind: 'subscription' }>): readonly StoredEvent[] {
    const { from, backwards = false, maxCount = Number.POSITIVE_INFINITY } = request;
    const readable = request.kind === 'all' ? this.#all : this.#readable(request.stream);
    const ordered = backwards ? readable.toReversed() : readable;
    const placeOf = ({ position, revision }: StoredEvent): bigint => (request.kind === 'all' ? position : revision);
    const isWanted = (event: StoredEvent): boolean => {
      if (typeof from !== 'bigint') return (from === 'end') === backwards;
      return backwards ? placeOf(event) <= from : placeOf(event) >= from;
    };
    const wanted = ordered.filter(isWanted);
    return wanted.slice(0, maxCount);
  }

  /** Events after a position. */
  after(position: bigint | 'start'): readonly StoredEvent[] {
    const index = position === 'start' ? 0 : Number(position / positionStep);
    return this.#all.slice(index);
  }

  /** Of a stream only so many events are read as its metadata say. */
  #readable(stream: string): readonly StoredEvent[] {
    const events = this.#streams.get(stream) ?? [];
    const metadata = this.#streams.get(`$$${stream}`)?.at(-1)?.data as { $maxCount?: number } | undefined;
    return metadata?.$maxCount === undefined ? events : events.slice(-metadata.$maxCount);
  }
}

function indexOf(events: readonly StoredEvent[], id: string): number | undefined {
  const index = events.findIndex((event) => event.id === id);
  return index === -1 ? undefined : index;
}

function expectedVersion(expected: ExpectedRevision): number | 'any' | 'stream-exists' {
  if (expected === 'any') return 'any';
  if (expected === 'stream_exists') return 'stream-exists';
  return expected === 'no_stream' ? -1 : Number(expected);
}

class MemoryEvent implements StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly isJson = true;
  readonly revision: bigint;
  readonly position: bigint;
  readonly recordedAtMs: number;
  readonly dataText: string;
  readonly metadataText: string;

  constructor(
    stream: string,
    { id, type, data, metadata }: EventToAppend,
    at: Pick<StoredEvent, 'revision' | 'position' | 'recordedAtMs'>,
  ) {
    this.id = id;
    this.stream = stream;
    this.type = type;
    this.dataText = data;
    this.metadataText = metadata;
    this.revision = at.revision;
    this.position = at.position;
    this.recordedAtMs = at.recordedAtMs;
  }

  get data(): unknown {
    return JSON.parse(this.dataText);
  }
}
