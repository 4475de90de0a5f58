import { setTimeout as pause } from 'node:timers/promises';
import type { FoldFollower } from '@tapwise/adapters';
import { tablesPosition } from '@tapwise/projections/queries';
import type { ApiDependencies } from '../../http/dependencies.ts';

const betweenLooksMs = 60;

/** The tables, as something that follows the log: it can be waited until they hold what the log holds up to a position. */
export function createTablesFollower({
  tables,
}: Pick<ApiDependencies, 'tables'>): Pick<FoldFollower<unknown>, 'caughtUpWith'> {
  return {
    caughtUpWith: async (position, timeoutMs) => {
      const until = performance.now() + timeoutMs;
      for (;;) {
        if (((await tablesPosition(tables))?.position ?? 0n) >= position) return true;
        if (performance.now() + betweenLooksMs > until) return false;
        await pause(betweenLooksMs);
      }
    },
  };
}
