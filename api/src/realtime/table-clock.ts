import { followBatchNotices } from '@tapwise/adapters';
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
  /** The log has reached this position, so the tables are about to: they are looked at often until they have. */
  expect(position: bigint): void;
  close(): void;
}

/**
 * A look begins when a batch is announced, and a quarter of a second after the last one in any case. Where batches are not announced and the
 * tables are behind the log, it begins 60 ms after the last one was answered, or four times as long after as that took: slow tables are
 * looked at less often. Looks never overlap.
 */
export function createTableClock(
  deps: Pick<ApiDependencies, 'tables' | 'logger' | 'settings'>,
  signal: AbortSignal,
): TableClock {
  const listeners = new Set<(position: bigint) => void>();
  let latest = 0n;
  let expected = 0n;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let isAnnounced = false;
  let closed = false;

  const look = async (): Promise<void> => {
    looking = true;
    isAnnounced = false;
    const began = performance.now();
    let pause = longestPauseMs;
    try {
      latest = (await tablesPosition(deps.tables))?.position ?? 0n;
      const took = performance.now() - began;
      if (latest < expected && notices?.isConnected() !== true) {
        pause = Math.max(betweenLooksMs, Math.min(longestPauseMs, 4 * took));
      }
      for (const listener of listeners) listener(latest);
    } catch (error) {
      pause = afterFaultMs;
      if (!closed) deps.logger.warn({ err: error }, 'The checkpoint is unknown');
    }
    looking = false;
    if (isAnnounced) lookNow();
    else plan(pause);
  };
  const plan = (pause: number): void => {
    if (closed || looking || timer !== undefined || listeners.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      void look();
    }, pause);
  };

  const lookNow = (): void => {
    isAnnounced = looking;
    if (closed || looking || listeners.size === 0) return;
    clearTimeout(timer);
    timer = undefined;
    void look();
  };
  const { batchNoticesUrl } = deps.settings;
  const notices = batchNoticesUrl === undefined ? undefined : followBatchNotices(batchNoticesUrl, signal, lookNow);

  return {
    listen: (onLook) => {
      listeners.add(onLook);
      plan(0);
      return () => listeners.delete(onLook);
    },
    position: () => latest,
    expect: (position) => {
      const isNews = expected <= latest && position > latest;
      expected = position;
      if (!isNews || timer === undefined || notices?.isConnected() === true) return;
      clearTimeout(timer);
      timer = undefined;
      plan(betweenLooksMs);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
