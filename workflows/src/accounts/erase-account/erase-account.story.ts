import type { Steps } from '../../story/steps.ts';
import type { EraseAccountActivities, EraseAccountInput } from './erase-account.contract.ts';

/** Erases an account when its time has come, unless that is cancelled before. That the keys are gone is recorded only when they are. */
export async function eraseAccount(
  { call, sleep, continueWith }: Steps<EraseAccountInput, EraseAccountActivities>,
  account: EraseAccountInput,
): Promise<void> {
  for (;;) {
    const { is_open, seconds_left } = await call.readDeletion(account);
    if (!is_open) return;
    if (seconds_left === 0) break;
    await sleep(seconds_left);
    await continueWith(account);
  }
  const { has_left } = await call.leaveTeam(account);
  if (!has_left) return call.cancelDeletion(account);
  await call.destroyKeys(account);
  await call.recordErasure(account);
}
