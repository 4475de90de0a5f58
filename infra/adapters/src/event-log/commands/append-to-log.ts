import { WrongExpectedVersionError } from '@eventstore/db-client';
import { checkDomainEvent, type DomainEvent, logFormatStream } from '@tapwise/domain';
import type { SpanRequest } from '../../observability/telemetry/spans.ts';
import { inSpan, telemetry } from '../../observability/telemetry/telemetry.ts';
import type { EventLog } from '../event-log.ts';
import { passageOf } from '../format/append-gate.ts';
import { transportOf } from '../log-client.ts';
import { StreamMovedError } from '../log-fault.ts';
import type { AppendedAt, EventToAppend, ExpectedRevision } from '../transport/log-transport.ts';
import { type CommandContext, storedMetadata } from './command-context.ts';

export interface AppendRequest {
  readonly stream: string;
  readonly expectedRevision: ExpectedRevision;
  readonly events: ReadonlyArray<{ id: string; event: DomainEvent }>;
  /** What led to the events. */
  readonly cause: string;
  readonly context: CommandContext;
}

/** Appends that are not answered yet, by log, stream and events. */
const underWay = new WeakMap<EventLog, Map<string, Promise<AppendedAt>>>();

/**
 * Appends events of the catalogue, each with who caused it and why. Reached only through `handleCommand` and `claimNumber`. A repeat of an
 * append that is under way shares its answer: a server drops what it sees again before it has finished the first, and answers after seconds.
 * A log whose format is not known yet is waited for.
 * @throws StreamMovedError when the stream is not where it was expected; Error for a type that is not in the catalogue;
 * ZodError when an event does not fit its schema, or the context does not say who; NewerLogError when a newer program may have
 * written to the log.
 */
export function appendToLog(log: EventLog, request: AppendRequest): Promise<AppendedAt> {
  return inSpan(
    () => appendSpan(request),
    () => appendChecked(log, request),
  );
}

/** Streams are named by ids, so a span has only their category. */
function appendSpan({ stream, events }: AppendRequest): SpanRequest {
  const category = stream.split('-', 1)[0] ?? '';
  return {
    name: `append ${category}`,
    kind: 'producer',
    attributes: {
      'messaging.system': 'eventstoredb',
      'messaging.operation.name': 'append',
      'messaging.operation.type': 'send',
      'messaging.destination.template': category,
    },
    details: { 'messaging.batch.message_count': events.length },
  };
}

async function appendChecked(log: EventLog, request: AppendRequest): Promise<AppendedAt> {
  const { stream, cause, context } = request;
  const metadata = storedMetadata(stream, cause, context, telemetry()?.traceparent());
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
  // Who opens the gate says first what it may write.
  const passage = request.stream === logFormatStream ? undefined : passageOf(log);
  if (passage !== undefined) await passage;
  try {
    return await appendOnce(log, request, events);
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) {
      throw new StreamMovedError(`Stream ${stream} has moved`, error);
    }
    throw error;
  }
}

function appendOnce(
  log: EventLog,
  { stream, expectedRevision }: AppendRequest,
  events: readonly EventToAppend[],
): Promise<AppendedAt> {
  const appends = underWay.get(log) ?? new Map<string, Promise<AppendedAt>>();
  underWay.set(log, appends);
  const key = `${stream} ${events.map(({ id }) => id).join(' ')}`;
  const first = appends.get(key);
  if (first !== undefined) return first;
  const append = transportOf(log)
    .append(stream, expectedRevision, events)
    .finally(() => appends.delete(key));
  appends.set(key, append);
  return append;
}
