import type { EventToAppend, ExpectedRevision } from '../grpc/append-messages.ts';
import type { AppendedAt } from '../grpc/append-stream.ts';

export type { AppendedAt, EventToAppend, ExpectedRevision };

/** What to read of the log. Positions and revisions are included where a read starts and excluded where a subscription does. */
export type ReadRequest =
  | {
      readonly kind: 'stream';
      readonly stream: string;
      readonly from: bigint | 'start' | 'end';
      readonly backwards?: boolean;
      readonly maxCount?: number;
    }
  | {
      readonly kind: 'all';
      readonly from: bigint | 'start' | 'end';
      readonly backwards?: boolean;
      readonly maxCount?: number;
    }
  | {
      readonly kind: 'subscription';
      readonly from: bigint | 'start';
      /** Only streams whose names begin with one of these; without it all events but the log's own. */
      readonly streamPrefixes?: readonly string[] | undefined;
    };

/** An event as the log has it. */
export interface StoredEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly revision: bigint;
  readonly position: bigint;
  /** Milliseconds since 1970. */
  readonly recordedAtMs: number;
  /** Parsed JSON. @throws SyntaxError when it is none. */
  readonly data: unknown;
  /** JSON. */
  readonly dataText: string;
  /** JSON; empty when there is none. */
  readonly metadataText: string;
}

/** Hears what a read brings, in order. */
export interface ReadListener {
  onEvent(event: StoredEvent): void;
  /** Everything of the log up to here was considered. Of subscriptions only. */
  onCheckpoint?(position: bigint): void;
  /** Everything that was in the log when the subscription began was delivered. */
  onCaughtUp?(): void;
  /** The last call, unless the read was cancelled. A stream that does not exist ends like an empty one. */
  onEnd(error?: Error): void;
}

/** A read under way. */
export interface LogReading {
  /** Nothing further is delivered, apart from what is on its way in this process, until `resume`. */
  pause(): void;
  resume(): void;
  /** The listener hears nothing more. */
  cancel(): void;
}

/** A way to the log. Both ways fail with the errors of the client library. */
export interface LogTransport {
  /**
   * Appends events; resolves when they are durable.
   * @throws WrongExpectedVersionError when the stream is elsewhere; UnavailableError, DeadlineExceededError, CancelledError or
   * TimeoutError when it is not known whether they were appended; further errors of the client library when the log refuses.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendedAt>;
  read(request: ReadRequest, listener: ReadListener): LogReading;
  close(): Promise<void>;
}

/** Reads to the end. @throws the client library's errors. */
export function readWhole(transport: LogTransport, request: ReadRequest): Promise<StoredEvent[]> {
  return new Promise((resolve, reject) => {
    const events: StoredEvent[] = [];
    transport.read(request, {
      onEvent: (event) => events.push(event),
      onEnd: (error) => (error === undefined ? resolve(events) : reject(error)),
    });
  });
}
