import type { Alert, AlertDryRunResponse, ChangedAlertResponse } from '@tapwise/contract/alerts';
import { request } from '../../../../shared/server/http/request.ts';
import type { EnteredCampaigns, EnteredRule } from './entered-rule.ts';

const path = '/api/asa/alerts';

/** The rule of an alert, which may be about the application as a whole. */
export type EnteredAlertRule = Omit<EnteredRule, 'level'> & { readonly level: EnteredRule['level'] | 'application' };

/** What an alert asks, and in which campaigns. */
export interface AlertContent {
  readonly apply_to: EnteredCampaigns;
  readonly automation_params: EnteredAlertRule;
}

export interface AlertFields extends AlertContent {
  readonly name: string;
  readonly severity: Alert['severity'];
  readonly for: number;
  readonly clear: number;
  readonly channels: readonly string[];
}

/** Stores a new alert, or what was edited of one. @param edited `null`: a new one. */
export async function saveAlert(
  applicationId: number,
  edited: Pick<Alert, 'id' | 'version'> | null,
  fields: AlertFields,
): Promise<ChangedAlertResponse> {
  const of = { application_id: applicationId };
  const call =
    edited === null
      ? ({ method: 'POST', path, body: { ...of, ...fields } } as const)
      : ({ method: 'PUT', path, body: { ...of, id: edited.id, based_on: edited.version, updates: fields } } as const);
  return (await request<ChangedAlertResponse>(call)).body;
}

export interface AlertTrial extends AlertContent {
  readonly for: number;
  readonly clear: number;
}

/** What an alert would find now, and would have found; nothing is recorded or sent. */
export async function tryAlert(applicationId: number, trial: AlertTrial): Promise<AlertDryRunResponse> {
  const body = { application_id: applicationId, ...trial };
  return (await request<AlertDryRunResponse>({ method: 'POST', path: `${path}/dry_run`, body })).body;
}

/** Whether the asking person wants mails about an alert. */
export async function setAlertMail(applicationId: number, id: number, mail: boolean): Promise<void> {
  await request({ method: 'PUT', path, body: { application_id: applicationId, id, updates: { mail } } });
}
