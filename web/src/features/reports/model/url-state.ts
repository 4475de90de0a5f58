import { isDay } from '../../../shared/calendar/days.ts';
import { defaultRange, isRangePreset, type RangeChoice } from './range.ts';
import { parseSort, type SortKey, serializeSort } from './sort-rows.ts';

export type ClaimFilter = 'click' | 'view' | 'total';
export type StatusFilter = 'all' | 'active' | 'paused';
export type ReportTab = 'short_report' | 'full_report';

export interface Filters {
  /** Upper-case codes; none means all countries. */
  countries: string[];
  claim: ClaimFilter;
  status: StatusFilter;
}

/** What Update sends: chosen first, applied by pressing it. */
export interface Scope {
  applicationId: number | null;
  organizationId: number | null;
  range: RangeChoice;
  filters: Filters;
}

/** Everything the address of Reports says. */
export interface ReportsUrl {
  scope: Scope;
  campaignId: number | null;
  adGroupId: number | null;
  tab: ReportTab;
  /** Empty: the report's own order. */
  sort: SortKey[];
}

export const defaultFilters: Filters = { countries: [], claim: 'click', status: 'all' };

const tabNames: Record<ReportTab, string> = { short_report: 'short', full_report: 'full' };

/** Reads an address; what it does not understand it takes as not said. */
export function parseReportsUrl(params: URLSearchParams): ReportsUrl {
  const campaignId = readId(params, 'campaign_id');
  return {
    scope: {
      applicationId: readId(params, 'app'),
      organizationId: readId(params, 'org'),
      range: readRange(params),
      filters: {
        countries: readCountries(params.get('country')),
        claim: oneOf(params.get('claim'), ['click', 'view', 'total']) ?? defaultFilters.claim,
        status: oneOf(params.get('status'), ['all', 'active', 'paused']) ?? defaultFilters.status,
      },
    },
    campaignId,
    adGroupId: campaignId === null ? null : readId(params, 'ad_group_id'),
    tab: params.get('tab') === tabNames.full_report ? 'full_report' : 'short_report',
    sort: parseSort(params.get('sort')),
  };
}

/** Writes an address; defaults but the scope's own are left out, so that links stay short. */
export function serializeReportsUrl(url: ReportsUrl): URLSearchParams {
  const { applicationId, organizationId, range, filters } = url.scope;
  const params = new URLSearchParams();
  const add = (name: string, value: string | number | null, fallback: string | null = null) => {
    if (value !== null && value !== fallback) params.set(name, String(value));
  };
  add('app', applicationId);
  add('org', organizationId);
  if ('preset' in range) add('range', range.preset);
  else {
    add('from', range.from);
    add('to', range.to);
  }
  add('country', filters.countries.join(','), '');
  add('claim', filters.claim, defaultFilters.claim);
  add('status', filters.status, defaultFilters.status);
  add('campaign_id', url.campaignId);
  add('ad_group_id', url.adGroupId);
  add('tab', tabNames[url.tab], tabNames.short_report);
  add('sort', serializeSort(url.sort), '');
  return params;
}

/** Filters that differ from the defaults: what the number beside "Filter" counts. */
export function activeFilterCount({ countries, claim, status }: Filters): number {
  return (
    Number(countries.length > 0) + Number(claim !== defaultFilters.claim) + Number(status !== defaultFilters.status)
  );
}

export function sameScope(first: Scope, second: Scope): boolean {
  const text = (scope: Scope) =>
    serializeReportsUrl({ scope, campaignId: null, adGroupId: null, tab: 'short_report', sort: [] }).toString();
  return text(first) === text(second);
}

function readId(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  const id = Number(text);
  return text !== null && /^\d+$/.test(text) && Number.isSafeInteger(id) ? id : null;
}

function readRange(params: URLSearchParams): RangeChoice {
  const [from, to, preset] = [params.get('from'), params.get('to'), params.get('range')];
  if (from !== null && to !== null && isDay(from) && isDay(to) && from <= to) return { from, to };
  return preset !== null && isRangePreset(preset) ? { preset } : defaultRange;
}

function readCountries(text: string | null): string[] {
  if (text === null || text === 'all') return [];
  return [...new Set(text.toUpperCase().split(','))].filter((code) => /^[A-Z]{2}$/.test(code)).sort();
}

function oneOf<const Choice extends string>(text: string | null, choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice === text) ?? null;
}
