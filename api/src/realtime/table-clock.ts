import { tablesPosition } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../dependencies.ts';

const betweenLooksMs = 60;
const longestPauseMs = 250;
const afterFaultMs = 1000;

/** Reads the checkpoint of the tables regularly, while there are listeners. */
export interface TableClock {
  /** Calls back after each look, until the answer is called. */
  listen(onLook: (position: bigint) => void): () => void;
  /** Newest position seen; 0 before the first look. */
  position(): bigint;
  close(): void;
}

/**
 * A look begins 60 ms after the last one was answered, or four times as long after as that took: slow tables are looked at less often,
 * and never twice at once.
 */
export function createTableClock(deps: ApiDependencies): TableClock {
  const listeners = new Set<(position: bigint) => void>();
  let latest = 0n;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let closed = false;

  const look = async (): Promise<void> => {
    looking = true;
    const began = performance.now();
    let pause = betweenLooksMs;
    try {
      latest = (await tablesPosition(deps.tables))?.position ?? 0n;
      pause = Math.max(betweenLooksMs, Math.min(longestPauseMs, 4 * (performance.now() - began)));
      for (const listener of listeners) listener(latest);
    } catch (error) {
      pause = afterFaultMs;
      if (!closed) deps.logger.warn({ err: error }, 'The checkpoint is unknown');
    }
    looking = false;
    plan(pause);
  };
  const plan = (pause: number): void => {
    if (closed || looking || timer !== undefined || listeners.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      void look();
    }, pause);
  };

  return {
    listen: (onLook) => {
      listeners.add(onLook);
      plan(0);
      return () => listeners.delete(onLook);
    },
    position: () => latest,
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
