import { type EventLog, type KeyVault, startFoldFollower } from '@tapwise/adapters';
import { createReportSchedules, evolveReportSchedules, reportScheduleStreamPrefixes } from '@tapwise/domain';
import { createEraseAccountActivities } from '../../../../workflows/src/accounts/erase-account/erase-account.activities.ts';
import { erasureRequests } from '../../../../workflows/src/accounts/erase-account/erase-account.requests.ts';
import { followDirectory } from '../../../support/facts/linked-application.ts';

interface ErasureAccess {
  readonly log: EventLog;
  readonly vault: KeyVault;
  readonly signal: AbortSignal;
}

/** What a process of `workflows` erases accounts with, and the events that have it do so. */
export function openErasure({ log, vault, signal }: ErasureAccess) {
  const directory = followDirectory(log, signal);
  const schedules = startFoldFollower(log, {
    state: createReportSchedules(),
    evolve: (state, { event, position }) => void evolveReportSchedules(state, event, position),
    streamPrefixes: reportScheduleStreamPrefixes,
    signal,
  });
  return {
    directory,
    activities: createEraseAccountActivities({ log, vault, directory, schedules, now: () => new Date() }),
    requests: erasureRequests,
  };
}
