import { ApiError } from '../../../../../shared/server/http/api-error.ts';
import { scheduledReportMessages } from '../../messages.ts';
import type { ReportDraft } from './report-draft.ts';

const { faults: words } = scheduledReportMessages;

/** A field of the form, by the path of what it enters. */
const fieldNames = [
  'name',
  'scope',
  'view',
  'range',
  'cadence.every',
  'cadence.weekdays',
  'cadence.day',
  'cadence.time',
  'cadence.zone',
  'form',
  'recipients',
  'wait_hours',
  'if_late',
  'if_empty',
  'correct',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** What is wrong, by field. */
export type DraftFaults = Partial<Record<FieldName, string>>;

/** What needs no server to be seen. */
export function checkDraft({ name, every, weekdays, recipients }: ReportDraft): DraftFaults {
  return {
    ...(name.trim() === '' ? { name: words.name } : {}),
    ...(every === 'week' && weekdays.length === 0 ? { 'cadence.weekdays': words.weekdays } : {}),
    ...(recipients.length === 0 ? { recipients: words.recipients } : {}),
  };
}

/** What the server says of fields, the first of each; `null` when it refuses for another reason. */
export function faultsOf(error: unknown): DraftFaults | null {
  if (!(error instanceof ApiError) || error.code !== 'bad_rule') return null;
  const { errors } = error.response;
  const entries = (Array.isArray(errors) ? errors : []).flatMap((fault: unknown) => {
    const field = isFault(fault) ? fieldOf(fault.path) : undefined;
    return isFault(fault) && field !== undefined ? [{ field, message: fault.message }] : [];
  });
  const faults: DraftFaults = {};
  for (const { field, message } of entries) faults[field] ??= message;
  return entries.length === 0 ? null : faults;
}

const isFault = (fault: unknown): fault is { path: string; message: string } =>
  typeof fault === 'object' &&
  fault !== null &&
  'path' in fault &&
  'message' in fault &&
  typeof fault.path === 'string' &&
  typeof fault.message === 'string';

const fieldOf = (path: string): FieldName | undefined =>
  fieldNames.find((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`));
