import { randomUUID } from 'node:crypto';
import { type EventLog, handleCommand, openEventLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import pLimit from 'p-limit';
import { realServerUrl, spawnEventStore, temporaryDirectory } from '../../../tests/support/engines/eventstore-node.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import type { StreamEvent } from './recorded-events.ts';

const streamsAtOnce = 8;

/** A log of its own. */
export interface LogUnderTest {
  readonly url: string;
  readonly log: EventLog;
  /** Appends in order; the position of the last event. */
  append(events: readonly StreamEvent[]): Promise<bigint>;
  /** Appends each stream's events in their order, several streams at once; the position of the last event of the log. */
  appendWorld(events: readonly StreamEvent[]): Promise<bigint>;
  stop(): Promise<void>;
}

export async function startLog(): Promise<LogUnderTest> {
  const directory = temporaryDirectory();
  const node = realServerUrl === undefined ? await spawnEventStore(directory.path) : undefined;
  const url = realServerUrl ?? node?.url ?? '';
  const log = openEventLog(url);
  return {
    url,
    log,
    async append(events) {
      let position = 0n;
      for (const { stream, event } of events) position = await appendTo(log, stream, [event]);
      return position;
    },
    async appendWorld(events) {
      const byStream = new Map<string, DomainEvent[]>();
      for (const { stream, event } of events) byStream.set(stream, [...(byStream.get(stream) ?? []), event]);
      const positions = await pLimit(streamsAtOnce).map(byStream, ([stream, streamEvents]) =>
        appendTo(log, stream, streamEvents),
      );
      let last = 0n;
      for (const position of positions) if (position > last) last = position;
      return last;
    },
    async stop() {
      await node?.stop('SIGKILL');
      directory.remove();
      // The client waits for streams that were cut off in mid-flight, so its end is not awaited.
      void log.close();
    },
  };
}

async function appendTo(log: EventLog, stream: string, events: readonly DomainEvent[]): Promise<bigint> {
  const decider = { initialState: () => 0, evolve: (seen: number, _event: DomainEvent) => seen + 1 };
  const options = { stream, decider, cause: randomUUID(), context: asTest, decide: () => events };
  return (await handleCommand(log, options)).position;
}
