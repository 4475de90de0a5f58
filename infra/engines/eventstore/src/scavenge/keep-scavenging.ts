import { setTimeout as wait } from 'node:timers/promises';
import type { EventLog } from '../store/event-log.ts';

/** From the end of one pass to the next. */
const BETWEEN_PASSES_MS = 10 * 60_000;

/** Of its time a pass works one part and rests so many. */
const REST_PARTS = 9;

/** What ends the passes; resolves when none is under way. */
interface Scavenging {
  stop(): Promise<void>;
}

/** Removes what is hidden when the log has been opened and every ten minutes from then on, with a tenth of one processor. */
export function keepScavenging(log: EventLog, onFailure: (error: unknown) => void): Scavenging {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      let workedSince = performance.now();
      const rest = async (): Promise<void> => {
        await wait((performance.now() - workedSince) * REST_PARTS, undefined, { signal });
        workedSince = performance.now();
      };
      try {
        await log.scavenge(rest);
      } catch (error) {
        if (!signal.aborted) onFailure(error);
      }
      await wait(BETWEEN_PASSES_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
