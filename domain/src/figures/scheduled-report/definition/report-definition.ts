import { z } from 'zod';
import { mostLabels } from '../../../campaigns/label/label.decider.ts';
import { isTimeZone } from '../../../shared/calendar/zones.ts';
import { isCountryCode } from '../../../shared/country-codes.ts';
import { forbiddenInNames } from '../../../shared/name-characters.ts';
import { metricOf, metricsOf } from '../../metrics/metric-catalogue.ts';

/** Report calls whose tables can be sent, with what their rows are about. */
export const reportLevels = {
  campaigns: 'campaign',
  adgroups: 'ad_group',
  keywords: 'keyword',
  basic_by_countries: 'country',
  all_campaigns_keywords: 'keyword',
} as const;
export type ScheduledCall = keyof typeof reportLevels;
const calls = Object.keys(reportLevels) as [ScheduledCall, ...ScheduledCall[]];

export const reportTabNames = [
  'short_report',
  'spend_details',
  'income_details',
  'in_apps_details',
  'full_report',
] as const;

export const reportRanges = [
  'yesterday',
  'last7',
  'last14',
  'last30',
  'last90',
  'lastWeek',
  'lastMonth',
  'thisMonth',
  'thisYear',
] as const;
export type ReportRange = (typeof reportRanges)[number];

const id = z.number({ error: 'Enter a number' }).int({ error: 'Enter a whole number' }).positive();
const columnName = z.string().refine((name) => metricNames.has(name), { error: 'This column is not known' });
const metricNames: ReadonlySet<string> = new Set(
  (['campaign', 'ad_group', 'keyword', 'country'] as const).flatMap((level) =>
    metricsOf(level).map(({ name }) => name),
  ),
);

const filtersField = z.strictObject({
  country: z
    .string()
    .max(1000)
    .refine((text) => text === 'all' || text.split(',').every(isCountryCode), { error: 'This country is not known.' })
    .default('all'),
  status: z.enum(['all', 'active', 'paused']).default('all'),
  /** Ids, as in addresses: only objects that have one of them, or are in one that has; all when absent. */
  labels: z
    .string()
    .regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, { error: 'Label not found' })
    .refine((text) => text.split(',').length <= mostLabels, { error: `At most ${mostLabels} labels` })
    .optional(),
});

const viewField = z.strictObject({
  call: z.enum(calls),
  level: z.enum(['campaign', 'ad_group', 'keyword', 'country']).optional(),
  tab: z.enum(reportTabNames).optional(),
  columns: z.array(columnName).min(1).max(60).optional(),
  /** Columns by which rows are ordered, the first decides; `-` before one: from the highest. Empty: by name. */
  sort: z
    .string()
    .regex(/^(?:-?[a-z0-9_]{1,40}(?:,-?[a-z0-9_]{1,40}){0,4})?$/, { error: 'This order is not known' })
    .refine((text) => sortKeys(text).every(({ column }) => metricNames.has(column)), {
      error: 'This order is not known',
    })
    .default(''),
  filters: filtersField.prefault({}),
  claim_type: z.enum(['click', 'view', 'total']).default('click'),
  predictions: z.boolean().default(true),
  compare: z.enum(['none', 'previous', 'year']).optional(),
});

const scopeField = z.strictObject({
  asa_organization_id: id,
  campaign_id: id.optional(),
  ad_group_id: id.optional(),
  campaign_ids: z.array(id).min(1, { error: 'Choose at least one campaign' }).max(1000).optional(),
});

const dayText = 'Choose a day from 1 to 28, or the last one';

const cadenceField = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  /** 1 is Monday. */
  weekdays: z.array(z.number().int().min(1).max(7)).min(1, { error: 'Choose at least one weekday' }).max(7).optional(),
  day: z
    .union([z.literal('last'), z.number()], { error: dayText })
    .refine((day) => day === 'last' || (Number.isInteger(day) && day >= 1 && day <= 28), { error: dayText })
    .optional(),
  time: z
    .string({ error: 'Choose a full or half hour' })
    .regex(/^([01]\d|2[0-3]):(00|30)$/, { error: 'Choose a full or half hour' }),
  zone: z.string().max(60).refine(isTimeZone, { error: 'This time zone is not known' }),
});

const formField = z.strictObject({
  mail_table: z.boolean().default(true),
  file: z.enum(['xlsx', 'csv', 'none']).default('xlsx'),
});

const nameText = 'Use at most 100 characters and no control characters';
const nameField = z
  .string({ error: 'Enter a name' })
  .trim()
  .min(1, { error: 'Enter a name' })
  .max(100, { error: nameText })
  .refine((name) => !forbiddenInNames.test(name), { error: nameText });

/** A report that is sent by a calendar: a table of a view, kept by value, and when, how and with which patience. */
export const reportDefinitionField = z.strictObject({
  name: nameField,
  view: viewField,
  scope: scopeField,
  range: z.enum(reportRanges),
  cadence: cadenceField,
  form: formField.prefault({}),
  /** Longest wait for figures that are complete. */
  wait_hours: z.number().int().min(0).max(12).default(3),
  if_late: z.enum(['send', 'skip']).default('send'),
  if_empty: z.enum(['send', 'skip']).default('send'),
  correct: z.boolean().default(false),
  status: z.enum(['active', 'paused']).default('active'),
});
export type ReportDefinition = z.output<typeof reportDefinitionField>;

const entered = reportDefinitionField.shape;

/** The same as it is kept: everything is filled in already. */
export const storedReportField = z.object({
  name: z.string(),
  view: z.object({
    ...viewField.shape,
    sort: viewField.shape.sort.unwrap(),
    filters: z.object({
      country: filtersField.shape.country.unwrap(),
      status: filtersField.shape.status.unwrap(),
      labels: filtersField.shape.labels,
    }),
    claim_type: viewField.shape.claim_type.unwrap(),
    predictions: z.boolean(),
  }),
  scope: z.object(scopeField.shape),
  range: entered.range,
  cadence: z.object(cadenceField.shape),
  form: z.object({ mail_table: z.boolean(), file: formField.shape.file.unwrap() }),
  wait_hours: entered.wait_hours.unwrap(),
  if_late: entered.if_late.unwrap(),
  if_empty: entered.if_empty.unwrap(),
  correct: z.boolean(),
  status: entered.status.unwrap(),
});
export type ReportCadence = ReportDefinition['cadence'];

/** Ids of the labels that choose the rows, ascending; `undefined`: all rows. */
export function labelsOfView({ filters }: Pick<ReportDefinition['view'], 'filters'>): number[] | undefined {
  const ids = filters.labels?.split(',').map(Number);
  return ids && [...new Set(ids)].sort((left, right) => left - right);
}

/** The columns an order names, the first decides. */
export function sortKeys(text: string): { readonly column: string; readonly descending: boolean }[] {
  if (text === '') return [];
  return text.split(',').map((key) => ({ column: key.replace(/^-/, ''), descending: key.startsWith('-') }));
}

/** What a column is called in files and mails. @throws RangeError for a name that is no column. */
export function columnLabel(name: string): string {
  const { label, mode } = metricOf(name);
  return mode === 'predicted' ? `Predicted ${label}` : label;
}
