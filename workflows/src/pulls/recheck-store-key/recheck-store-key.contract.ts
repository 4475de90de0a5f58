import { defineProcess, recordOptions } from '../../story/process.ts';

/** A key of an application that the store could not be asked about when it was given. */
export interface RecheckStoreKeyInput {
  readonly application_id: number;
  /** When that was, in milliseconds. */
  readonly since: number;
}

const minuteMs = 60_000;
const checkMinutes = [1, 5, 30, ...Array.from({ length: 24 }, (_, hour) => 60 * (hour + 1))];

/** When a key that could not be checked is asked about next: 1, 5 and 30 minutes after it was given, and then each hour of a day. */
export function nextCheck(submittedAt: number, lastLookAt: number): number | undefined {
  return checkMinutes.map((minutes) => submittedAt + minutes * minuteMs).find((at) => at > lastLookAt);
}

export interface RecheckStoreKeyActivities {
  /** Asks the store about the key, unless it has been answered for. Teams that are not served wait. @returns whether to ask again. */
  recheckKey(key: RecheckStoreKeyInput): Promise<{ is_open: boolean }>;
}

export const recheckStoreKeyProcess = defineProcess<RecheckStoreKeyInput, RecheckStoreKeyActivities>({
  name: 'recheckStoreKey',
  id: ({ application_id, since }) => `recheck-store-key/${application_id}/${since}`,
  activities: { recheckKey: recordOptions },
});
