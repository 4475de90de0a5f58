import { randomUUID } from 'node:crypto';
import { ANY } from '@eventstore/db-client';
import { numbersStream } from '@tapwise/domain';
import { appendToLog } from './append-to-log.ts';
import type { CommandContext } from './command-context.ts';
import type { EventLog } from './event-log.ts';

/**
 * Reserves a number that is given out once: the revision of an event in a stream kept for the purpose. Gaps are possible.
 * @param first The number of the first event.
 */
export async function takeNumber(
  log: EventLog,
  context: CommandContext,
  { purpose, first }: { purpose: string; first: number },
): Promise<number> {
  const id = randomUUID();
  const { revision } = await appendToLog(log, {
    stream: numbersStream(purpose),
    expectedRevision: ANY,
    events: [{ id, event: { type: 'NumberTaken', data: { purpose } } }],
    cause: id,
    context,
  });
  return first + Number(revision);
}
