import type { EventLog, FoldFollower } from '@tapwise/adapters';
import {
  type DeliveryWork,
  type DomainEventOf,
  type FrozenEvent,
  type QueueEnds,
  resumeQueue,
  webhookAttemptsStream,
  webhookQueueStream,
  webhookSequenceStream,
} from '@tapwise/domain';

type AttemptedEvent = DomainEventOf<'WebhooksAttempted'>;

/** Events read at once; most endpoints have answered well a moment ago. */
const firstPage = 4;
const largestPage = 256;

/**
 * Makes sure that the fold has the ends of an endpoint's streams, also when it began after them.
 * @throws the log's own error.
 */
export async function resumeFromStreams(
  log: EventLog,
  work: Pick<FoldFollower<DeliveryWork>, 'state' | 'reached'>,
  endpointId: string,
): Promise<void> {
  if (work.state.queues.get(endpointId)?.whole ?? work.state.whole) return;
  const { ends, frozenAt } = await readEnds(log, endpointId);
  // A delivery whose place in the sequence the fold has not read yet would be given another one after the newest.
  if (frozenAt !== undefined) await work.reached(frozenAt);
  resumeQueue(work.state, endpointId, ends);
}

async function readEnds(log: EventLog, endpointId: string): Promise<{ ends: QueueEnds; frozenAt: bigint | undefined }> {
  const [queued, frozen, attempts] = await Promise.all([
    log.readLast(webhookQueueStream(endpointId)),
    log.readLast(webhookSequenceStream(endpointId)),
    readAttempts(log, webhookAttemptsStream(endpointId)),
  ]);
  const ends = {
    queued:
      queued?.event.type === 'WebhooksQueued'
        ? { revision: Number(queued.revision), through: queued.event.data.through }
        : null,
    frozen: frozen && { event: frozen.event as FrozenEvent, revision: Number(frozen.revision) },
    ...attempts,
  };
  return { ends, frozenAt: frozen?.position };
}

/** Attempts back to the last success. */
async function readAttempts(log: EventLog, stream: string): Promise<Pick<QueueEnds, 'attempts' | 'attemptsRevision'>> {
  const attempts: AttemptedEvent[] = [];
  let attemptsRevision: number | null = null;
  let fromRevision: bigint | undefined;
  for (let maxCount = firstPage; ; maxCount = Math.min(largestPage, maxCount * 4)) {
    const page = await log.readStream(stream, {
      backwards: true,
      maxCount,
      ...(fromRevision === undefined ? {} : { fromRevision }),
    });
    attemptsRevision ??= page[0] === undefined ? null : Number(page[0].revision);
    for (const { event } of page) {
      attempts.unshift(event as AttemptedEvent);
      if (hasSuccess(event as AttemptedEvent)) return { attempts, attemptsRevision };
    }
    const oldest = page.at(-1)?.revision ?? 0n;
    if (page.length < maxCount || oldest === 0n) return { attempts, attemptsRevision };
    fromRevision = oldest - 1n;
  }
}

const hasSuccess = (event: AttemptedEvent): boolean => event.data.attempts.some(({ state }) => state === 'delivered');
