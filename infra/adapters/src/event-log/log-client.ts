import type { EventLog } from './event-log.ts';
import type { LogTransport } from './transport/log-transport.ts';

const transports = new WeakMap<EventLog, LogTransport>();

/** Keeps a log's way for this folder alone: it can append anything, past every check of `handleCommand`. */
export function keepTransport(log: EventLog, transport: LogTransport): void {
  transports.set(log, transport);
}

/** The way of a log. @throws Error for a log that `openEventLog` did not open. */
export function transportOf(log: EventLog): LogTransport {
  const transport = transports.get(log);
  if (transport === undefined) throw new Error('This log was not opened by openEventLog');
  return transport;
}
