import { followBatchNotices } from '@tapwise/adapters';
import { tablesPosition } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';

const betweenReadsMs = 60;
const longestPauseMs = 250;
const pauseWhenAnnouncedMs = 1000;
const afterFaultMs = 1000;

/** Reads the checkpoint of the tables regularly, while there are listeners. */
export interface TableClock {
  /** Calls back after each reading; the function it returns ends that. */
  listen(onRead: (position: bigint) => void): () => void;
  /** Newest position read; 0 before the first reading. */
  position(): bigint;
  /** The log has reached this position, so the tables will soon: their checkpoint is read often until they have. */
  expect(position: bigint): void;
  close(): void;
}

/**
 * The checkpoint is read when a batch is announced, and a second after the last answer in any case. Where batches are not announced that is a
 * quarter of a second, and while the tables are behind the log 60 ms, or four times as long as the last answer took: slow tables are asked less
 * often. One reading ends before the next begins.
 */
export function createTableClock(
  deps: Pick<ApiDependencies, 'tables' | 'logger' | 'settings'>,
  signal: AbortSignal,
): TableClock {
  const listeners = new Set<(position: bigint) => void>();
  let latest = 0n;
  let expected = 0n;
  let timer: NodeJS.Timeout | undefined;
  let reading = false;
  let isAnnounced = false;
  let closed = false;

  const read = async (): Promise<void> => {
    reading = true;
    isAnnounced = false;
    const began = performance.now();
    const areAnnounced = notices?.isConnected() === true;
    let pause = areAnnounced ? pauseWhenAnnouncedMs : longestPauseMs;
    try {
      latest = (await tablesPosition(deps.tables))?.position ?? 0n;
      const took = performance.now() - began;
      if (latest < expected && !areAnnounced) pause = Math.max(betweenReadsMs, Math.min(longestPauseMs, 4 * took));
      for (const listener of listeners) listener(latest);
    } catch (error) {
      pause = afterFaultMs;
      if (!closed) deps.logger.warn({ err: error }, 'The checkpoint is unknown');
    }
    reading = false;
    if (isAnnounced) readNow();
    else plan(pause);
  };
  const plan = (pause: number): void => {
    if (closed || reading || timer !== undefined || listeners.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      void read();
    }, pause);
  };

  const readNow = (): void => {
    isAnnounced = reading;
    if (closed || reading || listeners.size === 0) return;
    clearTimeout(timer);
    timer = undefined;
    void read();
  };
  const { batchNoticesUrl } = deps.settings;
  const notices = batchNoticesUrl === undefined ? undefined : followBatchNotices(batchNoticesUrl, signal, readNow);

  return {
    listen: (onRead) => {
      listeners.add(onRead);
      plan(0);
      return () => listeners.delete(onRead);
    },
    position: () => latest,
    expect: (position) => {
      const isNews = expected <= latest && position > latest;
      expected = position;
      if (!isNews || timer === undefined || notices?.isConnected() === true) return;
      clearTimeout(timer);
      timer = undefined;
      plan(betweenReadsMs);
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}
