import type { FoldFollower } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import { type StandingProcess, standingProcess } from '../../start/keep-standing.ts';
import { watchAlertsProcess } from './watch-alerts.contract.ts';

/** A process for each application with an ad organization, woken when something is reported that alerts are about. */
export function standingAlerts(
  directory: Pick<FoldFollower<Directory>, 'state'>,
  sources: ReadonlyMap<number, bigint>,
): StandingProcess[] {
  return [...directory.state.applications.values()].flatMap(({ application_id, organizations }) =>
    organizations.length === 0
      ? []
      : [standingProcess(watchAlertsProcess, { application_id }, sources.get(application_id) ?? null)],
  );
}
