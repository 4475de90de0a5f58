import type { EventLog } from '@tapwise/adapters';
import { type AccountEvent, accountDecider, accountStream } from '@tapwise/domain';

export type AccountState = ReturnType<typeof accountDecider.initialState>;
export type OpenAccountState = Extract<AccountState, { status: 'open' }>;

/** @returns the account as the log has it; `undefined` when there is none, or none any more. */
export async function readAccount(log: EventLog, accountId: number): Promise<OpenAccountState | undefined> {
  let state = accountDecider.initialState();
  for (const { event } of await log.readStream(accountStream(accountId)))
    state = accountDecider.evolve(state, event as AccountEvent);
  return state.status === 'open' ? state : undefined;
}
