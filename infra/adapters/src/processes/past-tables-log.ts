import { randomUUID } from 'node:crypto';
import { type PastTablesEvent, pastTablesStream, statelessDecider } from '@tapwise/domain';
import { handleCommand } from '../event-log/commands/handle-command.ts';
import type { EventLog } from '../event-log/event-log.ts';

/** Databases of past instants that exist at once. */
export const pastTablesAtMost = 2;
/** How long what a silent process has asked for, or made, stays. */
export const leaseSeconds = 6;

/** The caller holds this lease while it wants the tables, and the maker the other one while they are there. */
export const viewLease = (id: string): string => `pastView-${id}`;
export const tablesLease = (id: string): string => `pastTables-${id}`;

/** Says something in the stream of the tables that one caller wants. @throws the log's error. */
export async function recordPastTables(log: EventLog, event: PastTablesEvent): Promise<void> {
  await handleCommand<null, PastTablesEvent>(log, {
    stream: pastTablesStream(event.data.id),
    decider: statelessDecider,
    decide: () => [event],
    cause: randomUUID(),
    context: { actor: { kind: 'system', id: 'past-tables' } },
  });
}
