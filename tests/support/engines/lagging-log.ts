import type { EventLog } from '@tapwise/adapters';
import { keepTransport, transportOf } from '../../../infra/adapters/src/event-log/log-client.ts';
import type { ReadListener } from '../../../infra/adapters/src/event-log/transport/log-transport.ts';

/**
 * A log as a process meets it whose followers are behind: what the first subscription to streams brings comes later by `lagMs`, for as
 * long as it lasts. Reads, appends and further subscriptions to the same streams are not slowed.
 */
export function laggingLog(log: EventLog, lagMs: number): EventLog {
  const transport = transportOf(log);
  const followed = new Set<string>();
  const lagging: EventLog = { ...log };
  keepTransport(lagging, {
    ...transport,
    read: (request, listener) => {
      if (request.kind !== 'subscription') return transport.read(request, listener);
      const streams = String(request.streamPrefixes);
      if (followed.has(streams)) return transport.read(request, listener);
      followed.add(streams);
      return transport.read(request, late(listener, lagMs));
    },
  });
  return lagging;
}

function late(listener: ReadListener, lagMs: number): ReadListener {
  const later = (run: () => void): void => void setTimeout(run, lagMs);
  return {
    onEvent: (event) => later(() => listener.onEvent(event)),
    onCheckpoint: (position) => later(() => listener.onCheckpoint?.(position)),
    onCaughtUp: () => later(() => listener.onCaughtUp?.()),
    onEnd: (error) => later(() => listener.onEnd(error)),
  };
}
