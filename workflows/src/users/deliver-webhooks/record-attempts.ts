import { setTimeout as pause } from 'node:timers/promises';
import type { AttemptedDelivery, CustomerEndpoint } from '@tapwise/domain';
import { writeAttempts } from './delivery-log.ts';
import type { DeliveryQueueContext } from './queue-context.ts';

export interface AttemptRecorder {
  /** Has an attempt recorded, soon and together with others; resolves when the fold has it. @returns commit position. */
  record(endpoint: CustomerEndpoint, attempt: AttemptedDelivery): Promise<bigint>;
}

/** What comes within this time is recorded in one event, of at most so many attempts. */
const gatherMs = 15;
const mostAtOnce = 200;
/** A fold that is behind is waited for: without it, what is recorded already would be posted again. */
const longestFoldMs = 60_000;

interface Waiting {
  readonly endpoint: CustomerEndpoint;
  readonly attempt: AttemptedDelivery;
  readonly resolve: (position: bigint) => void;
  readonly reject: (error: unknown) => void;
}

/** Records attempts of one delivery queue, many in an event and one event after the other. */
export function recordAttempts(
  { log, work }: Pick<DeliveryQueueContext, 'log' | 'work'>,
  last: number | null,
): AttemptRecorder {
  let waiting: Waiting[] = [];
  let revision = last;
  let writing = false;
  const write = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      await pause(gatherMs);
      const [first] = waiting;
      if (first === undefined) break;
      // An address that was set again begins a delivery queue of its own, so all of these go to one.
      const batch = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      try {
        const attempts = batch.map(({ attempt }) => attempt);
        const written = await writeAttempts(log, first.endpoint, attempts, revision);
        revision = written.revision;
        work.reached(written.position, longestFoldMs).then(
          () => {
            for (const { resolve } of batch) resolve(written.position);
          },
          (error: unknown) => {
            for (const { reject } of batch) reject(error);
          },
        );
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };
  return {
    record: (endpoint, attempt) =>
      new Promise((resolve, reject) => {
        waiting.push({ endpoint, attempt, resolve, reject });
        if (!writing) void write();
      }),
  };
}
