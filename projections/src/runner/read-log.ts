import { type EventLog, followLog, type RecordedEvent } from '@tapwise/infra';

/**
 * Hands over all events after one position up to another, in order.
 * @throws Error for an event that cannot be read, and whatever `onBatch` throws: a rebuild stops instead of skipping.
 */
export async function readLog(
  log: EventLog,
  range: { after: bigint | undefined; to: bigint },
  onBatch: (events: readonly RecordedEvent[]) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    stop.abort();
  };
  if (range.to <= (range.after ?? -1n)) return;
  await followLog(log, {
    after: () => range.after,
    maxBatch: 20_000,
    signal: stop.signal,
    onBatch: async (events) => {
      const wanted = events.filter(({ position }) => position <= range.to);
      try {
        if (wanted.length > 0) await onBatch(wanted);
      } catch (error) {
        fail(error);
      }
      if ((events.at(-1)?.position ?? 0n) >= range.to) stop.abort();
    },
    onCaughtUp: () => stop.abort(),
    onFault: fail,
    onUnreadable: ({ type, position }, cause) =>
      fail(new Error(`The event ${type} at ${position} cannot be read`, { cause })),
  });
  if (failure !== undefined) throw failure.error;
}
