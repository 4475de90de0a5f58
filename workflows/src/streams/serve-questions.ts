import { type EventLog, followLog, type Logger } from '@tapwise/adapters';
import type { DomainEvent } from '@tapwise/domain';

export interface QuestionOptions {
  readonly log: EventLog;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Answers questions that come through the log, those of now, until the signal aborts.
 * @param serve Begins to answer an event that asks; `undefined` for all others. An answer that fails is not tried again: the caller asks
 * anew.
 */
export async function serveQuestions(
  { log, logger, signal }: QuestionOptions,
  streamPrefixes: readonly string[],
  serve: (event: DomainEvent, stream: string) => Promise<void> | undefined,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let followed: bigint | undefined;
  await followLog(log, {
    after: async () => {
      followed ??= await log.lastPosition();
      return followed === 0n ? undefined : followed;
    },
    streamPrefixes: [...streamPrefixes],
    maxBatch: 100,
    signal,
    onBatch: (batch) => {
      for (const { event, stream, position } of batch) {
        followed = position;
        const answering = serve(event, stream)?.catch((error: unknown) => {
          if (!signal.aborted) logger.warn({ err: error }, 'what was asked for cannot be read now');
        });
        if (answering === undefined) continue;
        underWay.add(answering);
        void answering.finally(() => underWay.delete(answering));
      }
    },
    onFault: (error) => logger.warn({ err: error }, 'the log cannot be followed now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; it is skipped'),
  });
  await Promise.all(underWay);
}
