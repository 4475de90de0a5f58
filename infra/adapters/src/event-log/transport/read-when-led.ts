import type { LogReading, ReadListener } from './log-transport.ts';

/**
 * A read that begins when the log has a leader.
 * @param leaderLookup `undefined` when there is one already. Its failure is the end of the read.
 */
export function readWhenLed(
  leaderLookup: Promise<void> | undefined,
  begin: (listener: ReadListener) => LogReading,
  listener: ReadListener,
): LogReading {
  if (leaderLookup === undefined) return begin(listener);
  let reading: LogReading | undefined;
  let paused = false;
  let cancelled = false;
  leaderLookup.then(
    () => {
      if (cancelled) return;
      reading = begin(listener);
      if (paused) reading.pause();
    },
    (error: Error) => {
      if (!cancelled) listener.onEnd(error);
    },
  );
  return {
    pause: () => {
      paused = true;
      reading?.pause();
    },
    resume: () => {
      paused = false;
      reading?.resume();
    },
    cancel: () => {
      cancelled = true;
      reading?.cancel();
    },
  };
}
