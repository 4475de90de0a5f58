import { claimTypeSchema, type ReportCall, statusFilterSchema } from '@tapwise/contract';
import { DomainError, daysBetween, isDay } from '@tapwise/domain';
import type { z } from 'zod';
import { isCountryCode } from './country-codes.ts';

/** Longest range of a report, both ends included. */
export const longestRangeDays = 1100;
/** The service that is reported on opened to the world's publishers then; older days cannot have data. */
export const earliestDay = '2017-01-01';

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
  campaignId: number | undefined;
  adGroupId: number | undefined;
}

type Raw = Readonly<Record<string, string | undefined>>;

/**
 * Reads the parameters of a report call.
 * @throws DomainError `invalid_request`, `invalid_date_range`, `unknown_country`, `unknown_claim_type`, `unknown_status`,
 * `unsupported`.
 */
export function readReportParameters(call: ReportCall, raw: Raw): ReportParameters {
  if (raw.granularity !== undefined) {
    throw new DomainError('unsupported', { details: { field: 'granularity' } });
  }
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
    campaignId: call === 'campaigns' ? undefined : readId(raw, 'campaign_id'),
    adGroupId: call === 'keywords' ? readId(raw, 'ad_group_id') : undefined,
  };
}

/** Two askers with the same key want the same rows. */
export function reportKey(parameters: ReportParameters): string {
  const { call, applicationId, orgId, campaignId, adGroupId, from, to, countries, claimType, status } = parameters;
  return JSON.stringify([
    ...[call, applicationId, orgId, campaignId ?? null, adGroupId ?? null],
    ...[from, to, countries, claimType, status],
  ]);
}

function readId(raw: Raw, field: string): number {
  const text = raw[field];
  if (text === undefined || text === '') {
    throw new DomainError('invalid_request', { message: `The parameter ${field} is required.`, details: { field } });
  }
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (id < 1 || !Number.isSafeInteger(id)) {
    throw new DomainError('invalid_request', { message: `The parameter ${field} is not an id.`, details: { field } });
  }
  return id;
}

function readRange(from: string | undefined, to: string | undefined): { from: string; to: string } {
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

function readCountries(text: string): string[] | null {
  if (text === 'all') return null;
  const codes = [...new Set(text.split(','))].sort();
  if (!codes.every(isCountryCode)) throw new DomainError('unknown_country', { details: { field: 'country' } });
  return codes;
}

function readChoice<T>(schema: z.ZodType<T>, text: string, code: 'unknown_claim_type' | 'unknown_status'): T {
  const parsed = schema.safeParse(text);
  if (!parsed.success) throw new DomainError(code);
  return parsed.data;
}
