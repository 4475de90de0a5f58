import { defineProcess } from '../story/process.ts';
import type { EraseAccountActivities } from './erase-account.activities.ts';

/** An account that is to be erased, now or later. */
export interface EraseAccountInput {
  readonly account_id: number;
}

export const eraseAccountProcess = defineProcess<EraseAccountInput, EraseAccountActivities>({
  name: 'eraseAccount',
  id: ({ account_id }) => `erase-account/${account_id}`,
  activities: {
    eraseWhenDue: {
      queue: 'records',
      longestSeconds: 60,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 2 },
    },
  },
});
