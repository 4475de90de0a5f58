import type { Steps } from '../../story/steps.ts';
import { nextCheck, type RecheckStoreKeyActivities, type RecheckStoreKeyInput } from './recheck-store-key.contract.ts';

/**
 * Asks again and again, for a day, about a key that the store could not be asked about when it was given. What came due while no process
 * looked is made up for once.
 */
export async function recheckStoreKey(
  { call, sleepUntil, now }: Steps<RecheckStoreKeyInput, RecheckStoreKeyActivities>,
  key: RecheckStoreKeyInput,
): Promise<void> {
  for (let next = nextCheck(key.since, key.since); next !== undefined; next = nextCheck(key.since, now())) {
    await sleepUntil(next);
    const { is_open } = await call.recheckKey(key);
    if (!is_open) return;
  }
}
