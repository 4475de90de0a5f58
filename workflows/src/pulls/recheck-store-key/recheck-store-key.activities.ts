import { type StoreKeyProof, type StoreReportsClient, type StoreReportsKey, withSignal } from '@tapwise/adapters';
import { findApplication } from '@tapwise/domain';
import { currentAttempt } from '../../activity/attempt.ts';
import { isIdle } from '../../activity/idle-teams.ts';
import { knowConnection, recordCheck, type StoreConnectionSource } from '../pull-store-reports/store-connection.ts';
import type { RecheckStoreKeyActivities } from './recheck-store-key.contract.ts';

export interface KeyCheckOptions extends StoreConnectionSource {
  readonly storeReports: Pick<StoreReportsClient, 'probe'>;
}

/** Longest wait for the store's opinion of a key. */
const proofMs = 8000;

export const createRecheckStoreKeyActivities = (options: KeyCheckOptions): RecheckStoreKeyActivities => ({
  recheckKey: async (key) => {
    const { directory } = options;
    await directory.caughtUp;
    const isOpen = () => {
      const since = findApplication(directory.state, key.application_id)?.store_unchecked_since ?? null;
      return since !== null && Date.parse(since) === key.since;
    };
    if (isOpen() && !isIdle(directory, key.application_id))
      await askAgain(options, key.application_id, currentAttempt().signal);
    return { is_open: isOpen() };
  },
});

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
): Promise<StoreKeyProof> =>
  withSignal({ signals: [signal], withinMs: proofMs }, (timed) => storeReports.probe(key, timed));
