import { openEventLog, readLog } from '@tapwise/adapters';
import { engineAddresses } from '../../../infra/operations/addresses/engine-addresses.ts';
import type { Product } from '../../support/product/product.ts';
import { eventually } from '../../support/product/product.ts';

/** Starts of live runs, as the log has them. */
export interface StartedRuns {
  /** Waits for one that is newer than all seen before. @throws Error when none comes within the time. */
  next(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

export function followStartedRuns({ dataDir }: Pick<Product, 'dataDir'>): StartedRuns {
  const log = openEventLog(engineAddresses({ DATA_DIR: dataDir } as never).EVENTSTORE_URL);
  let after: bigint | undefined;
  const started = async (): Promise<number> => {
    let runs = 0;
    await readLog(log, { after, streamPrefixes: ['automationRun-'] }, (events) => {
      for (const { event, position } of events) {
        if (event.type === 'AutomationRunStarted' && event.data.mode === 'live') runs += 1;
        after = position;
      }
    });
    return runs;
  };
  return {
    next: async (timeoutMs) => {
      await started();
      await eventually(started, (runs) => runs > 0, { timeoutMs, everyMs: 500 });
    },
    close: () => log.close(),
  };
}
