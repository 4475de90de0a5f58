import { writtenAlerts } from '@tapwise/domain';
import { type StandingProcess, standingProcess } from '../../start/keep-standing.ts';
import { ownAlertScope } from './own-alert-context.ts';
import { watchOwnAlertProcess } from './watch-own-alert.contract.ts';

/** A process for each alert that a person wrote and that is on, woken when it is another than before. */
export const standingOwnAlerts = (sources: Parameters<typeof ownAlertScope>[0]): StandingProcess[] =>
  writtenAlerts(sources.alerts.state).flatMap(({ alertId }) => {
    const scope = ownAlertScope(sources, alertId);
    if (scope === undefined) return [];
    const zones = scope.organizations.map(({ org_id, time_zone }) => `${org_id} ${time_zone}`);
    const renewal = [scope.alert.evaluatedVersion, ...zones].join(', ');
    return standingProcess(watchOwnAlertProcess, { alert_id: alertId }, renewal);
  });
