import { uuidV5 } from '@tapwise/adapters';
import { type ExistingAlert, episodeSpace } from '@tapwise/domain';

/** What an evaluation of an alert is recorded with, built in or written by people. Incidents of a slot have the same ids when it is repeated. */
export function alertEvaluation(alert: ExistingAlert, slot: { readonly id: string; readonly at: number }) {
  const { alertId: alert_id, applicationId: application_id, name: alert_name, severity } = alert;
  return {
    alert_id,
    application_id,
    alert_name,
    severity,
    version: alert.evaluatedVersion,
    patience: { for: alert.for, clear: alert.clear },
    slot: slot.id,
    at: slot.at,
    episodeId: (key: string) => uuidV5(episodeSpace, `${alert_id} ${key} ${slot.id}`),
  };
}
