import { defaultGuardrails, type GuardedApplication, guardrailsOf } from '../../guardrail/guardrails.ts';
import type { Alerts } from '../alerts.ts';
import { type AlertContent, type AlertRecord, unchangedAlert } from './alert.decider.ts';
import {
  type BuiltInKind,
  type BuiltInSettings,
  builtInAlertId,
  builtInFacts,
  builtInKinds,
  builtInOfId,
  defaultSettings,
} from './built-in-kinds.ts';

/** An alert as it is now, written or built in. */
export interface ExistingAlert
  extends Omit<AlertRecord, 'content' | 'applicationId' | 'madeBy' | 'isDeleted'>,
    AlertContent {
  readonly alertId: number;
  readonly applicationId: number;
  readonly kind: 'own' | BuiltInKind;
  /** Of built-in ones, the numbers of its kind among all. */
  readonly numbers: BuiltInSettings;
}

type AlertedApplication = GuardedApplication & { readonly application_id: number };

/** What a built-in alert is until someone changes it. */
export function defaultContent(kind: BuiltInKind): AlertContent {
  const { name, severity, patience } = builtInFacts[kind];
  const none = { channels: [], apply_to: null, automation_params: null, settings: null };
  return { name, on: true, severity, for: patience, clear: patience, ...none };
}

/** The numbers of all kinds: those that were set, else those they start with. */
function numbersOf(application: AlertedApplication, kind: BuiltInKind, content: AlertContent): BuiltInSettings {
  const currency = application.organizations[0]?.currency ?? '';
  const spike = application.guardrails === null ? defaultGuardrails(currency) : guardrailsOf(application);
  const defaults = defaultSettings(spike.spend_spike);
  return content.settings === null ? defaults : { ...defaults, [kind]: { ...defaults[kind], ...content.settings } };
}

export function builtInAlert(
  records: Alerts['records'],
  application: AlertedApplication,
  kind: BuiltInKind,
): ExistingAlert {
  const alertId = builtInAlertId(application.application_id, kind);
  const { content, isDeleted: _, applicationId: __, madeBy: ___, ...record } = records.get(alertId) ?? unchangedAlert;
  const current = content ?? defaultContent(kind);
  const applicationId = application.application_id;
  return { ...record, ...current, alertId, applicationId, kind, numbers: numbersOf(application, kind, current) };
}

/** All built-in alerts of an application. */
export const builtInAlerts = (all: Pick<Alerts, 'records'>, application: AlertedApplication): ExistingAlert[] =>
  builtInKinds.map((kind) => builtInAlert(all.records, application, kind));

/** The alerts that people wrote, of all applications, oldest first. */
export const writtenAlerts = (all: Pick<Alerts, 'records'>): ExistingAlert[] =>
  [...all.records.keys()].flatMap((alertId) => writtenAlert(all, alertId) ?? []);

/** Those of one application. */
export const ownAlerts = (
  all: Pick<Alerts, 'records'>,
  { application_id }: Pick<AlertedApplication, 'application_id'>,
): ExistingAlert[] => writtenAlerts(all).filter(({ applicationId }) => applicationId === application_id);

/** @returns `undefined` for an alert that does not exist, a deleted one, and a built-in one. */
export function writtenAlert(all: Pick<Alerts, 'records'>, alertId: number): ExistingAlert | undefined {
  const { content, isDeleted, applicationId, madeBy: _, ...record } = all.records.get(alertId) ?? unchangedAlert;
  if (content === null || isDeleted || applicationId === null || builtInOfId(alertId) !== undefined) return undefined;
  // A written alert has no numbers of its own; these are never asked for.
  const numbers = defaultSettings(defaultGuardrails('').spend_spike);
  return { ...record, ...content, alertId, applicationId, kind: 'own', numbers };
}

/** @returns `undefined` for an alert that does not exist, a deleted one, and one of another application. */
export function findAlert(
  all: Pick<Alerts, 'records'>,
  application: AlertedApplication,
  alertId: number,
): ExistingAlert | undefined {
  const { application_id } = application;
  const builtIn = builtInOfId(alertId);
  if (builtIn !== undefined)
    return builtIn.applicationId === application_id ? builtInAlert(all.records, application, builtIn.kind) : undefined;
  const written = writtenAlert(all, alertId);
  return written?.applicationId === application_id ? written : undefined;
}

/** The alert that a call made; repeated, it makes no other. */
export function alertMadeBy({ records }: Pick<Alerts, 'records'>, changeId: string): number | undefined {
  for (const [alertId, { madeBy }] of records) if (madeBy === changeId) return alertId;
  return undefined;
}
