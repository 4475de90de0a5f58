import {
  type AppendExpectedRevision,
  type EventType,
  jsonEvent,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { checkDomainEvent, type DomainEvent } from '@tapwise/domain';
import { rememberReported } from './abandoned-writes.ts';
import { type CommandContext, storedMetadata } from './command-context.ts';
import type { EventLog } from './event-log.ts';
import { clientOf } from './log-client.ts';
import { StreamMovedError } from './log-fault.ts';

export interface AppendRequest {
  readonly stream: string;
  readonly expectedRevision: AppendExpectedRevision;
  readonly events: ReadonlyArray<{ id: string; event: DomainEvent }>;
  /** What led to the events. */
  readonly cause: string;
  readonly context: CommandContext;
}

/** Where the last event of an append was written. */
export interface AppendedAt {
  readonly revision: bigint;
  readonly position: bigint;
}

/**
 * Appends events of the catalogue, each with who caused it and why. Reached only through `handleCommand` and `takeNumber`.
 * @throws StreamMovedError when the stream is not where it was expected; Error for a type that is not in the catalogue;
 * ZodError when an event does not fit its schema, or the context does not say who.
 */
export async function appendToLog(log: EventLog, request: AppendRequest): Promise<AppendedAt> {
  const metadata = storedMetadata(request.stream, request.cause, request.context);
  const events = request.events.map(({ id, event }) => {
    // What does not fit the catalogue must never be written: it could not be read back.
    const checked = checkDomainEvent(event);
    if (checked === undefined) throw new Error(`The event type ${event.type} is not in the catalogue`);
    const { version } = checked;
    return jsonEvent({ id, type: event.type, data: checked.event.data, metadata: { ...metadata, version } });
  });
  try {
    const appended = await clientOf(log).appendToStream(request.stream, events as EventType[] as never, {
      expectedRevision: request.expectedRevision,
    });
    return { revision: appended.nextExpectedRevision, position: appended.position?.commit ?? 0n };
  } catch (error) {
    rememberReported(error);
    if (error instanceof WrongExpectedVersionError) {
      throw new StreamMovedError(`Stream ${request.stream} has moved`, { cause: error });
    }
    throw error;
  }
}
