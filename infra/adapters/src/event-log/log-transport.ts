import type { EventToAppend, ExpectedRevision } from './grpc/append-messages.ts';
import type { AppendedAt } from './grpc/append-stream.ts';

export type { AppendedAt, EventToAppend, ExpectedRevision };

/** A way to the log. Both ways fail with the errors of the client library. */
export interface LogTransport {
  /**
   * Appends events; resolves when they are durable.
   * @throws WrongExpectedVersionError when the stream is elsewhere; UnavailableError, DeadlineExceededError, CancelledError or
   * TimeoutError when it is not known whether they were appended; further errors of the client library when the log refuses.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendedAt>;
  close(): Promise<void>;
}
