import { randomUUID } from 'node:crypto';
import { ANY, jsonEvent } from '@eventstore/db-client';
import { numbersStream } from '@tapwise/domain';
import type { EventLog } from './event-log.ts';

/**
 * Hands out a number nobody else gets: the revision of an event in a stream kept for the purpose. Gaps are possible.
 * @param first The number of the first event.
 */
export async function takeNumber(log: EventLog, purpose: string, first: number): Promise<number> {
  const taken = jsonEvent({ id: randomUUID(), type: 'NumberTaken', data: { purpose } });
  const appended = await log.client.appendToStream(numbersStream(purpose), taken, { expectedRevision: ANY });
  return first + Number(appended.nextExpectedRevision);
}
