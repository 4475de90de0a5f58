import {
  claimTypeSchema,
  type Granularity,
  granularitySchema,
  keywordGroupSchema,
  type ReportCall,
  statusFilterSchema,
} from '@tapwise/contract';
import { DomainError, daysBetween, isCountryCode, isDay, mostLabels } from '@tapwise/domain';
import type { RowWindow } from '@tapwise/projections/queries';
import type { z } from 'zod';
import { readId, readIdText } from '../http/read-id.ts';
import { readWindow } from './row-window.ts';

/** Longest range of a report, both ends included. */
export const longestRangeDays = 1100;
/** The service that is reported on opened to the world's publishers then; older days cannot have data. */
export const earliestDay = '2017-01-01';
/** Campaigns that one comparison may hold. */
const mostCampaigns = 1000;
const seriesCalls: ReadonlySet<ReportCall> = new Set(['campaigns', 'adgroups', 'keywords']);

/** What a report is asked for, checked as far as that is possible without knowing whose it is. */
export interface ReportParameters {
  call: ReportCall;
  applicationId: number;
  orgId: number;
  from: string;
  to: string;
  /** Sorted, each once; `null` is every country. */
  countries: readonly string[] | null;
  claimType: z.infer<typeof claimTypeSchema>;
  status: z.infer<typeof statusFilterSchema>;
  /** Ids of labels, sorted, each once; `undefined` is every object. */
  labels?: readonly number[] | undefined;
  campaignId: number | undefined;
  adGroupId: number | undefined;
  /** Of a comparison: sorted, each once. */
  campaignIds: readonly number[] | undefined;
  /** Of a comparison: rows that add up keywords of one text. */
  group?: 'keyword' | undefined;
  /** Of a comparison: some of its rows, in an order of their own. */
  window?: RowWindow | undefined;
  /** Buckets instead of rows. */
  granularity: Granularity | undefined;
  /** Asked by a caller who may not see spend and traffic. */
  restricted: boolean;
}

type Raw = Readonly<Record<string, string | undefined>>;

/**
 * Reads the parameters of a report call.
 * @throws DomainError `invalid_request`, `invalid_date_range`, `unknown_country`, `unknown_claim_type`, `unknown_status`,
 * `unknown_granularity`, `unsupported`, `read_only`.
 */
export function readReportParameters(call: ReportCall, raw: Raw, restricted = false): ReportParameters {
  const { from, to } = readRange(raw.from, raw.to);
  return {
    call,
    applicationId: readId(raw, 'application_id'),
    orgId: readId(raw, 'asa_organization_id'),
    from,
    to,
    countries: readCountries(raw.country ?? 'all'),
    claimType: readChoice(claimTypeSchema, raw.claim_type ?? 'click', 'unknown_claim_type'),
    status: readChoice(statusFilterSchema, raw.status ?? 'all', 'unknown_status'),
    labels: readLabels(call, raw.labels, restricted),
    campaignId: call === 'adgroups' || call === 'keywords' ? readId(raw, 'campaign_id') : undefined,
    adGroupId: call === 'keywords' ? readId(raw, 'ad_group_id') : undefined,
    campaignIds: call === 'all_campaigns_keywords' ? readCampaignIds(raw.campaign_ids) : undefined,
    group: readGroup(call, raw.group),
    window: readWindow(call, raw, restricted),
    granularity: readGranularity(call, raw.granularity),
    restricted,
  };
}

/** Two askers with the same key want the same rows. */
export function reportKey(parameters: ReportParameters): string {
  const { call, restricted, applicationId, orgId, campaignId, adGroupId, campaignIds } = parameters;
  const { from, to, countries, claimType, status, labels, group, window } = parameters;
  return JSON.stringify([
    call,
    restricted,
    applicationId,
    orgId,
    campaignId ?? null,
    adGroupId ?? null,
    campaignIds ?? null,
    from,
    to,
    countries,
    claimType,
    status,
    labels ?? null,
    group ?? null,
    window ?? null,
  ]);
}

function readCampaignIds(text: string | undefined): number[] {
  const field = 'campaign_ids';
  if (text === undefined || text === '') {
    throw new DomainError('invalid_request', { message: `The parameter ${field} is required.`, details: { field } });
  }
  const ids = [...new Set(text.split(',').map((id) => readIdText(id, field)))].sort((a, b) => a - b);
  if (ids.length <= mostCampaigns) return ids;
  const message = `A comparison takes at most ${mostCampaigns} campaigns.`;
  throw new DomainError('invalid_request', { message, details: { field } });
}

/** Restricted members see no labels. */
function readLabels(call: ReportCall, text: string | undefined, restricted: boolean): number[] | undefined {
  if (text === undefined || text === '') return undefined;
  const details = { field: 'labels' };
  if (call === 'basic_by_countries') throw new DomainError('unsupported', { details });
  if (restricted) throw new DomainError('read_only');
  const ids = [...new Set(text.split(',').map((id) => readIdText(id, 'labels')))].sort((a, b) => a - b);
  if (ids.length <= mostLabels) return ids;
  throw new DomainError('invalid_request', { message: `A report takes at most ${mostLabels} labels.`, details });
}

function readGroup(call: ReportCall, text: string | undefined): 'keyword' | undefined {
  if (text === undefined) return undefined;
  const details = { field: 'group' };
  if (call !== 'all_campaigns_keywords') throw new DomainError('unsupported', { details });
  const parsed = keywordGroupSchema.safeParse(text);
  if (!parsed.success) throw new DomainError('invalid_request', { message: 'group must be keyword.', details });
  return parsed.data;
}

function readGranularity(call: ReportCall, text: string | undefined): Granularity | undefined {
  if (text === undefined) return undefined;
  if (!seriesCalls.has(call)) throw new DomainError('unsupported', { details: { field: 'granularity' } });
  return readChoice(granularitySchema, text, 'unknown_granularity');
}

/** @throws DomainError `invalid_date_range`. */
export function readRange(from: string | undefined, to: string | undefined): { from: string; to: string } {
  if (from === undefined || !isDay(from)) throw badRange('from must be a day, YYYY-MM-DD.', 'from');
  if (to === undefined || !isDay(to)) throw badRange('to must be a day, YYYY-MM-DD.', 'to');
  if (from > to) throw badRange('from must not be later than to.', 'from');
  if (from < earliestDay) throw badRange(`from must not be earlier than ${earliestDay}.`, 'from');
  if (daysBetween(from, to) + 1 > longestRangeDays) {
    throw badRange(`A report covers at most ${longestRangeDays} days.`, 'to');
  }
  return { from, to };
}

/** A refusal of a range. @param field the parameter that is wrong. */
export function badRange(message: string, field: string): DomainError {
  return new DomainError('invalid_date_range', { message, details: { field } });
}

/** `null` is every country. @throws DomainError `unknown_country`. */
export function readCountries(text: string): string[] | null {
  if (text === 'all') return null;
  const codes = [...new Set(text.split(','))].sort();
  if (!codes.every(isCountryCode)) throw new DomainError('unknown_country', { details: { field: 'country' } });
  return codes;
}

/** @throws DomainError of the code for a value that is not one of the choices. */
export function readChoice<T>(
  schema: z.ZodType<T>,
  text: string,
  code: 'unknown_claim_type' | 'unknown_status' | 'unknown_granularity',
): T {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new DomainError(code);
  return parsed.data;
}
