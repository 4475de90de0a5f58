import type { Alert } from '@tapwise/contract/alerts';
import type { AlertUpdates } from '../api/alerts-api.ts';
import { settingsMessages as words } from '../settings-messages.ts';

/** Settings of an alert as they are being entered. */
export interface AlertForm {
  readonly severity: Alert['severity'];
  readonly for: string;
  readonly clear: string;
  readonly channels: readonly string[];
  readonly mail: boolean;
  readonly numbers: Readonly<Record<string, string>>;
}

export const alertForm = (alert: Alert): AlertForm => ({
  severity: alert.severity,
  for: String(alert.for),
  clear: String(alert.clear),
  channels: alert.channels,
  mail: alert.mail,
  numbers: Object.fromEntries(
    Object.entries(alert.settings ?? {}).map(([name, value]) => [name, value === null ? '' : String(value)]),
  ),
});

/** The one number that may be left open. */
const optionalNumbers = new Set(['monthly_limit']);

/** What is wrong, by the name of the field; numbers by theirs. */
export function alertFaults(form: AlertForm): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const field of ['for', 'clear'] as const)
    if (!/^[1-7]$/.test(form[field].trim())) faults.set(field, words.badTimes);
  for (const [name, text] of Object.entries(form.numbers)) {
    if (text.trim() === '' ? !optionalNumbers.has(name) : !Number.isFinite(Number(text)))
      faults.set(name, words.badNumber);
  }
  return faults;
}

/** What is another than it was. */
export function alertUpdates(form: AlertForm, alert: Alert): AlertUpdates {
  const before = alertForm(alert);
  const updates: AlertUpdates = {};
  if (form.severity !== before.severity) updates.severity = form.severity;
  if (form.for.trim() !== before.for) updates.for = Number(form.for);
  if (form.clear.trim() !== before.clear) updates.clear = Number(form.clear);
  if (!sameSet(form.channels, before.channels)) updates.channels = [...form.channels];
  if (form.mail !== before.mail) updates.mail = form.mail;
  const numbers = Object.entries(form.numbers);
  if (numbers.some(([name, text]) => text.trim() !== before.numbers[name]))
    updates.settings = Object.fromEntries(
      numbers.map(([name, text]) => [name, text.trim() === '' ? null : Number(text)]),
    );
  return updates;
}

const sameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((value) => right.includes(value));
