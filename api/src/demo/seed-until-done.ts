import { setTimeout as pause } from 'node:timers/promises';
import type { ApiDependencies } from '../dependencies.ts';
import { seedDemo } from './seed-demo.ts';

/** Sets the demo up; while the log is away it tries again, slower each time. */
export async function seedUntilDone(deps: ApiDependencies, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await seedDemo(deps);
      return;
    } catch (error) {
      deps.logger.warn({ err: error, attempt }, 'The demo account could not be set up yet');
    }
    await pause(Math.min(10_000, 250 * 2 ** attempt), undefined, { signal }).catch(() => undefined);
  }
}
