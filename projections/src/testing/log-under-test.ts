import { randomUUID } from 'node:crypto';
import { type EventLog, handleCommand, openEventLog } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';
import { asTest } from '../../../tests/support/acting.ts';
import { realServerUrl, spawnEventStore, temporaryDirectory } from '../../../tests/support/eventstore-node.ts';
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
  const directory = temporaryDirectory();
  const node = realServerUrl === undefined ? await spawnEventStore(directory.path) : undefined;
  const url = realServerUrl ?? node?.url ?? '';
  const log = openEventLog(url);
  return {
    url,
    log,
    async append(events) {
      let position = 0n;
      for (const { stream, event } of events) {
        const decider = { initialState: () => 0, evolve: (seen: number, _event: DomainEvent) => seen + 1 };
        const appended = await handleCommand(log, {
          stream,
          decider,
          cause: randomUUID(),
          context: asTest,
          decide: () => [event],
        });
        position = appended.position;
      }
      return position;
    },
    async stop() {
      await node?.stop('SIGKILL');
      directory.remove();
      // The client waits for streams that were cut off in mid-flight, so nobody waits for it.
      void log.close();
    },
  };
}
