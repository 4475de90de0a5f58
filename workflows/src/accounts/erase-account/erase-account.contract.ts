import { defineProcess, recordOptions } from '../../story/process.ts';

/** An account that is to be erased, now or later. */
export interface EraseAccountInput {
  readonly account_id: number;
}

export interface EraseAccountActivities {
  /** @returns whether the account is still to be erased, and in how many seconds. */
  readDeletion(account: EraseAccountInput): Promise<{ is_open: boolean; seconds_left: number }>;
  /** Takes the person out of the team, which ends with its last person. @returns `false` when others would be left without an admin. */
  leaveTeam(account: EraseAccountInput): Promise<{ has_left: boolean }>;
  cancelDeletion(account: EraseAccountInput): Promise<void>;
  /** Destroys the keys under which the person's data are encrypted. */
  destroyKeys(account: EraseAccountInput): Promise<void>;
  recordErasure(account: EraseAccountInput): Promise<void>;
}

export const eraseAccountProcess = defineProcess<EraseAccountInput, EraseAccountActivities>({
  name: 'eraseAccount',
  id: ({ account_id }) => `erase-account/${account_id}`,
  activities: {
    readDeletion: recordOptions,
    leaveTeam: recordOptions,
    cancelDeletion: recordOptions,
    destroyKeys: recordOptions,
    recordErasure: recordOptions,
  },
});
