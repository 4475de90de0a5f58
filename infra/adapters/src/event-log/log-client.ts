import type { EventStoreDBClient } from '@eventstore/db-client';
import type { EventLog } from './event-log.ts';

const clients = new WeakMap<EventLog, EventStoreDBClient>();

/** Keeps a log's client for this folder alone: it can append anything, past every check of `handleCommand`. */
export function keepClient(log: EventLog, client: EventStoreDBClient): void {
  clients.set(log, client);
}

/** The client of a log. @throws Error for a log that `openEventLog` did not open. */
export function clientOf(log: EventLog): EventStoreDBClient {
  const client = clients.get(log);
  if (client === undefined) throw new Error('This log was not opened by openEventLog');
  return client;
}
