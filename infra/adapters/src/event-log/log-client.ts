import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventLog } from './event-log.ts';
import type { LogTransport } from './log-transport.ts';

interface Clients {
  readonly transport: LogTransport;
  readonly library: EventStoreDBClient;
}

const clients = new WeakMap<EventLog, Clients>();

/** Keeps a log's clients for this folder alone: they can append anything, past every check of `handleCommand`. */
export function keepClients(log: EventLog, kept: Clients): void {
  clients.set(log, kept);
}

/** The clients of a log. @throws Error for a log that `openEventLog` did not open. */
export function clientsOf(log: EventLog): Clients {
  const kept = clients.get(log);
  if (kept === undefined) throw new Error('This log was not opened by openEventLog');
  return kept;
}
