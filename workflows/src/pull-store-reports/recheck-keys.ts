import { setTimeout as pause } from 'node:timers/promises';
import type { StoreKeyProof, StoreReportsClient, StoreReportsKey } from '@tapwise/adapters';
import type { OpenApplication } from '@tapwise/domain';
import { isIdle } from '../activity/idle-teams.ts';
import { knowConnection, recordCheck, type StoreConnectionSource } from './store-connection.ts';

export interface KeyCheckOptions extends StoreConnectionSource {
  readonly storeReports: Pick<StoreReportsClient, 'probe'>;
  /** Milliseconds. */
  readonly now: () => number;
}

const minuteMs = 60_000;
const checkMinutes = [1, 5, 30, ...Array.from({ length: 24 }, (_, hour) => 60 * (hour + 1))];
const lookMs = 5000;
/** Longest wait for the store's opinion of a key. */
const proofMs = 8000;

/** When a key that could not be checked is asked about next: 1, 5 and 30 minutes after it was given, and then each hour of a day. */
export function nextCheck(submittedAt: number, lastLookAt: number): number | undefined {
  return checkMinutes.map((minutes) => submittedAt + minutes * minuteMs).find((at) => at > lastLookAt);
}

/** Asks again about keys that the store could not be asked about when they were given. */
export async function keepCheckingKeys(options: KeyCheckOptions, signal: AbortSignal): Promise<void> {
  await options.directory.caughtUp;
  const checks = createKeyChecks(options);
  while (!signal.aborted) {
    await checks.look(signal);
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns what looks whether the time of a key has come, and then asks. */
export function createKeyChecks(options: KeyCheckOptions): { look(signal: AbortSignal): Promise<void> } {
  /** When each application's key was asked about last, or first seen here. */
  const looked = new Map<number, { since: string; at: number }>();
  const isDue = ({ application_id, store_unchecked_since: since }: OpenApplication): boolean => {
    if (since === null) {
      looked.delete(application_id);
      return false;
    }
    const before = looked.get(application_id);
    // What came due while no process looked is made up for once.
    const last = before?.since === since ? before.at : Date.parse(since);
    const next = nextCheck(Date.parse(since), last);
    if (next === undefined || next > options.now()) return false;
    looked.set(application_id, { since, at: options.now() });
    return true;
  };
  return {
    look: async (signal) => {
      for (const application of [...options.directory.state.applications.values()]) {
        if (!isDue(application) || isIdle(options.directory, application.application_id)) continue;
        await askAgain(options, application.application_id, signal);
      }
    },
  };
}

async function askAgain(options: KeyCheckOptions, applicationId: number, signal: AbortSignal): Promise<void> {
  const { storeReports, logger } = options;
  try {
    const connection = await knowConnection(options, applicationId);
    if (connection === undefined) return;
    const outcome = await prove(storeReports, connection.key, signal);
    await recordCheck(options, applicationId, outcome);
    if (outcome !== 'accepted') logger.warn({ application_id: applicationId, outcome }, 'the store refuses a key');
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error, application_id: applicationId }, 'a key could not be checked again');
  }
}

const prove = (
  storeReports: KeyCheckOptions['storeReports'],
  key: StoreReportsKey,
  signal: AbortSignal,
): Promise<StoreKeyProof> => storeReports.probe(key, AbortSignal.any([signal, AbortSignal.timeout(proofMs)]));
