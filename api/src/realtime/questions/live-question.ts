import type { Limiter } from '../../access/limits/limiter.ts';

const pauseAfterFaultMs = 1000;
const answersPerSecond = 4;
const restFactor = 1.5;

/** One question that is asked again whenever its answer may have changed, but at a bounded rate. */
export interface LiveQuestion {
  /** There may be news: asks as soon as that is allowed. */
  touch(): void;
  /** Asks in any case and resolves when that, or an ask that began after this call, is answered. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * The next ask begins no earlier than the gap after the last one began, and half as long after its answer as that took, so a slow
 * question takes at most two thirds of the time; asks never overlap. No second has more than four answers.
 * @param options.limiter shared by all questions of the process.
 * @param options.ask asks the tables and hands the answer on.
 */
export function createLiveQuestion(options: {
  ask: () => Promise<void>;
  /** Asked just before: what was touched may have been answered meanwhile. */
  stillNeeded: () => boolean;
  limiter: Limiter;
  onFault: (error: unknown) => void;
  now: () => number;
  /** Shortest time between two asks at present, milliseconds. */
  gapMs: () => number;
}): LiveQuestion {
  const { ask, stillNeeded, limiter, onFault, now, gapMs } = options;
  let waiting: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let touched = false;
  let closed = false;
  let notBefore = 0;
  /** When the newest answers came. */
  let answered: number[] = [];

  const run = (): Promise<void> => {
    touched = false;
    const asking = limiter(async () => {
      const began = now();
      try {
        await ask();
        const ended = now();
        answered = [...answered, ended].slice(-answersPerSecond);
        const isFull = answered.length === answersPerSecond;
        const nextSecond = isFull ? (answered[0] ?? ended) + 1000 : 0;
        notBefore = Math.max(began + Math.max(gapMs(), restFactor * (ended - began)), nextSecond);
      } catch (error) {
        notBefore = now() + pauseAfterFaultMs;
        throw error;
      }
    });
    running = asking.finally(() => {
      running = undefined;
      if (touched) schedule();
    });
    return running;
  };

  const schedule = (): void => {
    if (closed || running !== undefined || waiting !== undefined) return;
    waiting = setTimeout(
      () => {
        waiting = undefined;
        if (!closed && running === undefined && stillNeeded()) run().catch(onFault);
      },
      Math.max(0, notBefore - now()),
    );
  };

  return {
    touch: () => {
      touched = true;
      schedule();
    },
    refresh: async () => {
      if (running !== undefined) await running.catch(() => undefined);
      await (running ?? run());
    },
    close: () => {
      closed = true;
      clearTimeout(waiting);
      waiting = undefined;
    },
  };
}
