import { z } from 'zod';
import { normalizeEmail } from '../../../accounts/account/sign-up.ts';
import { refuseFaults } from '../../../campaigns/custom-rule/definition/reading/read-custom-rule.ts';
import {
  fieldsOf,
  type RuleFault,
  type RulePath,
  readPart,
  unknownFields,
} from '../../../campaigns/custom-rule/definition/reading/rule-fault.ts';
import { metricsOf } from '../../metrics/metric-catalogue.ts';
import { type ReportDefinition, reportDefinitionField, reportLevels, sortKeys } from './report-definition.ts';

/** A person of the team, or an address of another person as it was entered. */
export type EnteredRecipient = { readonly account_id: number } | { readonly email: string };

export interface EnteredReport {
  readonly report: ReportDefinition;
  readonly recipients: readonly EnteredRecipient[];
}

const mostRecipients = 20;

/**
 * Reads a report as it was entered: defaults are filled in, the zone is the organization's where none is named.
 * @throws DomainError `bad_rule` with every fault as `errors: [{path, message}]`.
 */
export function readReportDefinition(entered: unknown, zoneOf: (orgId: number) => string | undefined): EnteredReport {
  const fields = fieldsOf(entered);
  if (fields === undefined) {
    refuseFaults([{ path: [], message: 'Enter the report as fields' }], entered);
  }
  const { recipients: enteredRecipients, ...otherFields } = fields ?? {};
  const enteredFields =
    'scope' in otherFields ? { ...otherFields, scope: withNumbers(otherFields.scope) } : otherFields;
  const completed = withZone(enteredFields, zoneOf);
  const { shape } = reportDefinitionField;
  const names = Object.keys(shape) as (keyof typeof shape)[];
  const recipients = readRecipients(enteredRecipients);
  const faults = [
    ...unknownFields(enteredFields, names, []),
    ...names.flatMap((name) => readPart<unknown>(shape[name], completed[name], [name]).faults),
    ...recipients.faults,
  ];
  const read = reportDefinitionField.safeParse(completed);
  refuseFaults([...faults, ...(read.success ? checkTogether(read.data) : [])], entered);
  return { report: withLevel(reportDefinitionField.parse(completed)), recipients: recipients.part ?? [] };
}

/** Fields with numbers for ids that were entered as decimal texts. */
function withNumbers(entered: unknown): unknown {
  const fields = fieldsOf(entered);
  if (fields === undefined) return entered;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!/_ids?$/.test(name)) return [name, value];
      return [name, Array.isArray(value) ? value.map(plainId) : plainId(value)];
    }),
  );
}

const plainId = (entered: unknown): unknown =>
  typeof entered === 'string' && /^[1-9]\d{0,15}$/.test(entered) ? Number(entered) : entered;

function withZone(
  fields: Readonly<Record<string, unknown>>,
  zoneOf: (orgId: number) => string | undefined,
): Readonly<Record<string, unknown>> {
  const cadence = fieldsOf(fields.cadence);
  if (cadence === undefined || cadence.zone !== undefined) return fields;
  const zone = zoneOf(Number(fieldsOf(fields.scope)?.asa_organization_id));
  return { ...fields, cadence: { ...cadence, zone: zone ?? 'UTC' } };
}

const withLevel = (report: ReportDefinition): ReportDefinition => ({
  ...report,
  view: { ...report.view, level: reportLevels[report.view.call] },
});

/** What single fields do not show: that parts do not fit each other. */
function checkTogether({ view, scope, cadence }: ReportDefinition): RuleFault[] {
  return [...checkView(view), ...checkParents(view.call, scope), ...checkCadence(cadence)];
}

function checkView({ call, level, tab, columns, sort, filters }: ReportDefinition['view']): RuleFault[] {
  const expected = reportLevels[call];
  const faults: RuleFault[] = [];
  if (level !== undefined && level !== expected) {
    faults.push({ path: ['view', 'level'], message: `The rows of this report are of the level ${expected}` });
  }
  if ((tab === undefined) === (columns === undefined)) {
    faults.push({ path: ['view', 'tab'], message: 'Choose a tab or columns' });
  }
  if (call === 'basic_by_countries' && filters.labels !== undefined) {
    faults.push({ path: ['view', 'filters', 'labels'], message: 'This report takes no labels' });
  }
  const available: ReadonlySet<string> = new Set(metricsOf(expected).map(({ name }) => name));
  (columns ?? []).forEach((name, index) => {
    const path: RulePath = ['view', 'columns', index];
    if (!available.has(name)) faults.push({ path, message: `${name} is not available for ${expected}` });
    else if (columns?.indexOf(name) !== index) faults.push({ path, message: 'This column is named twice' });
  });
  if (sortKeys(sort).some(({ column }) => !available.has(column))) {
    faults.push({ path: ['view', 'sort'], message: 'This order is not known' });
  }
  return faults;
}

function checkParents(call: ReportDefinition['view']['call'], scope: ReportDefinition['scope']): RuleFault[] {
  const needed = {
    campaigns: [],
    basic_by_countries: [],
    adgroups: ['campaign_id'],
    keywords: ['campaign_id', 'ad_group_id'],
    all_campaigns_keywords: ['campaign_ids'],
  } as const satisfies Record<typeof call, readonly (keyof typeof scope)[]>;
  const names: readonly string[] = needed[call];
  return (['campaign_id', 'ad_group_id', 'campaign_ids'] as const).flatMap((name): RuleFault[] => {
    const path = ['scope', name];
    if (names.includes(name) === (scope[name] !== undefined)) return [];
    if (!names.includes(name)) return [{ path, message: 'This report takes no such choice' }];
    const message = name === 'ad_group_id' ? 'Choose an ad group' : 'Choose at least one campaign';
    return [{ path, message }];
  });
}

function checkCadence({ every, weekdays, day }: ReportDefinition['cadence']): RuleFault[] {
  const faults: RuleFault[] = [];
  if (every === 'week' && weekdays === undefined) {
    faults.push({ path: ['cadence', 'weekdays'], message: 'Choose at least one weekday' });
  }
  if (every === 'month' && day === undefined) {
    faults.push({ path: ['cadence', 'day'], message: 'Choose a day from 1 to 28, or the last one' });
  }
  if (every === 'month' && weekdays !== undefined) {
    faults.push({ path: ['cadence', 'weekdays'], message: 'A monthly report takes no weekdays' });
  }
  if (every !== 'month' && day !== undefined) {
    faults.push({ path: ['cadence', 'day'], message: 'Only a monthly report takes a day' });
  }
  return faults;
}

const emailText = 'Please enter a valid email';
const recipientField = z.union([
  z.strictObject({ account_id: z.number().int().positive() }),
  z.strictObject({ email: z.string().max(320) }),
]);

function readRecipients(entered: unknown): { part?: EnteredRecipient[]; faults: readonly RuleFault[] } {
  const field = z
    .array(recipientField, { error: 'Add at least one recipient' })
    .min(1, { error: 'Add at least one recipient' })
    .max(mostRecipients, { error: `At most ${mostRecipients} recipients` });
  const plain = Array.isArray(entered) ? entered.map(withNumbers) : entered;
  const { part, faults } = readPart(field, plain, ['recipients']);
  if (part === undefined) return { faults };
  const seen = new Set<string>();
  const more = part.flatMap((recipient, index): RuleFault[] => {
    const path: RulePath = ['recipients', index];
    const key = 'email' in recipient ? addressKey(recipient.email) : `${recipient.account_id}`;
    if (key === undefined) return [{ path: [...path, 'email'], message: emailText }];
    if (seen.has(key)) return [{ path, message: 'This recipient is named twice' }];
    seen.add(key);
    return [];
  });
  return { part, faults: more };
}

/** The form in which addresses are compared; `undefined` for what is no single address. */
export function addressKey(email: string): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(email)) return undefined;
  try {
    return normalizeEmail(email);
  } catch {
    return undefined;
  }
}
