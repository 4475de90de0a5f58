import { WrongExpectedVersionError } from '@eventstore/db-client';
import { checkDomainEvent, type DomainEvent } from '@tapwise/domain';
import { type CommandContext, storedMetadata } from './command-context.ts';
import type { EventLog } from './event-log.ts';
import { transportOf } from './log-client.ts';
import { StreamMovedError } from './log-fault.ts';
import type { AppendedAt, ExpectedRevision } from './transport/log-transport.ts';

export interface AppendRequest {
  readonly stream: string;
  readonly expectedRevision: ExpectedRevision;
  readonly events: ReadonlyArray<{ id: string; event: DomainEvent }>;
  /** What led to the events. */
  readonly cause: string;
  readonly context: CommandContext;
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
    return {
      id,
      type: event.type,
      data: JSON.stringify(checked.event.data),
      metadata: JSON.stringify({ ...metadata, version }),
    };
  });
  try {
    return await transportOf(log).append(request.stream, request.expectedRevision, events);
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) {
      throw new StreamMovedError(`Stream ${request.stream} has moved`, { cause: error });
    }
    throw error;
  }
}
