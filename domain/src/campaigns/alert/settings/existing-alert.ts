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
export interface ExistingAlert extends Omit<AlertRecord, 'content' | 'applicationId' | 'isDeleted'>, AlertContent {
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
  const { content, isDeleted: _, applicationId: __, ...record } = records.get(alertId) ?? unchangedAlert;
  const current = content ?? defaultContent(kind);
  const applicationId = application.application_id;
  return { ...record, ...current, alertId, applicationId, kind, numbers: numbersOf(application, kind, current) };
}

/** All built-in alerts of an application. */
export const builtInAlerts = (all: Pick<Alerts, 'records'>, application: AlertedApplication): ExistingAlert[] =>
  builtInKinds.map((kind) => builtInAlert(all.records, application, kind));

/** The alerts that people wrote for an application, oldest first. */
export function ownAlerts(all: Pick<Alerts, 'records'>, application: AlertedApplication): ExistingAlert[] {
  return [...all.records.keys()].flatMap((alertId) => {
    const alert = builtInOfId(alertId) === undefined ? findAlert(all, application, alertId) : undefined;
    return alert ?? [];
  });
}

/** @returns `undefined` for an alert that does not exist, a deleted one, and one of another application. */
export function findAlert(
  all: Pick<Alerts, 'records'>,
  application: AlertedApplication,
  alertId: number,
): ExistingAlert | undefined {
  const builtIn = builtInOfId(alertId);
  if (builtIn !== undefined) {
    const { applicationId, kind } = builtIn;
    return applicationId === application.application_id ? builtInAlert(all.records, application, kind) : undefined;
  }
  const { content, isDeleted, applicationId, ...record } = all.records.get(alertId) ?? unchangedAlert;
  if (content === null || isDeleted || applicationId !== application.application_id) return undefined;
  // A written alert has no numbers of its own; these are never asked for.
  const numbers = defaultSettings(defaultGuardrails('').spend_spike);
  return { ...record, ...content, alertId, applicationId, kind: 'own', numbers };
}
