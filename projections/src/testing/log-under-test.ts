import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@tapwise/domain';
import { type EventLog, handleCommand, openEventLog } from '@tapwise/infra';
import { startEventStore } from '../../../tests/support/eventstore-node.ts';
import type { StreamEvent } from './recorded-events.ts';

/** A log of its own. */
export interface LogUnderTest {
  readonly url: string;
  readonly log: EventLog;
  /** Appends in order; the position of the last event. */
  append(events: readonly StreamEvent[]): Promise<bigint>;
  stop(): Promise<void>;
}

export async function startLog(): Promise<LogUnderTest> {
  const server = await startEventStore();
  const log = openEventLog(server.url);
  return {
    url: server.url,
    log,
    async append(events) {
      let position = 0n;
      for (const { stream, event } of events) {
        const decider = { initialState: () => 0, evolve: (seen: number, _event: DomainEvent) => seen + 1 };
        const appended = await handleCommand(log, { stream, decider, cause: randomUUID(), decide: () => [event] });
        position = appended.position;
      }
      return position;
    },
    async stop() {
      await log.close();
      await server.stop();
    },
  };
}
