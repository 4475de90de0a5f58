import { isDay } from '@tapwise/contract/calendar';
import { defaultView, parseView, type ReportView, writeView } from '../views/view-state.ts';
import type { CompareChoice } from './compare-periods.ts';
import { defaultRange, isRangePreset, type RangeChoice } from './range.ts';

export type ClaimFilter = 'click' | 'view' | 'total';
export type StatusFilter = 'all' | 'active' | 'paused';

export interface Filters {
  /** Upper-case codes; none means all countries. */
  countries: string[];
  claim: ClaimFilter;
  status: StatusFilter;
  /** Ids, ascending; none means all objects. */
  labels: number[];
}

/** What Update sends: chosen first, applied by pressing it. */
export interface Scope {
  applicationId: number | null;
  organizationId: number | null;
  range: RangeChoice;
  /** The earlier period shown beside each figure. */
  compare: CompareChoice;
  filters: Filters;
}

/** Everything the address of Reports says. */
export interface ReportsUrl extends ReportView {
  scope: Scope;
  campaignId: number | null;
  adGroupId: number | null;
}

export const defaultFilters: Filters = { countries: [], claim: 'click', status: 'all', labels: [] };

/** Reads an address; what it does not understand it takes as not said. */
export function parseReportsUrl(params: URLSearchParams): ReportsUrl {
  const campaignId = readId(params, 'campaign_id');
  return {
    scope: {
      applicationId: readId(params, 'app'),
      organizationId: readId(params, 'org'),
      range: readRange(params),
      compare: readCompare(params),
      filters: readFilters(params),
    },
    campaignId,
    adGroupId: campaignId === null ? null : readId(params, 'ad_group_id'),
    ...parseView(params),
  };
}

/** Writes an address; defaults but the scope's own are left out, so that links stay short. */
export function serializeReportsUrl(url: ReportsUrl): URLSearchParams {
  const { applicationId, organizationId, range, compare, filters } = url.scope;
  const params = new URLSearchParams();
  const add = (name: string, value: string | number | null, fallback: string | null = null) => {
    if (value !== null && value !== fallback) params.set(name, String(value));
  };
  add('app', applicationId);
  add('org', organizationId);
  writeRange(params, range);
  add('compare', compare, 'none');
  writeFilters(params, filters);
  add('campaign_id', url.campaignId);
  add('ad_group_id', url.adGroupId);
  writeView(params, url);
  return params;
}

/** Writes a range: presets by name, so that links move with the calendar. */
export function writeRange(params: URLSearchParams, range: RangeChoice): void {
  if ('preset' in range) params.set('range', range.preset);
  else {
    params.set('from', range.from);
    params.set('to', range.to);
  }
}

/** Writes the filters that differ from the defaults. */
export function writeFilters(params: URLSearchParams, { countries, claim, status, labels }: Filters): void {
  if (countries.length > 0) params.set('country', countries.join(','));
  if (claim !== defaultFilters.claim) params.set('claim', claim);
  if (status !== defaultFilters.status) params.set('status', status);
  if (labels.length > 0) params.set('labels', labels.join(','));
}

/** Filters that differ from the defaults: what the number beside "Filter" counts. */
export function activeFilterCount({ countries, claim, status, labels }: Filters): number {
  const chosen = [
    countries.length > 0,
    claim !== defaultFilters.claim,
    status !== defaultFilters.status,
    labels.length > 0,
  ];
  return chosen.filter((isChosen) => isChosen).length;
}

export function sameScope(first: Scope, second: Scope): boolean {
  const text = (scope: Scope) =>
    serializeReportsUrl({ scope, campaignId: null, adGroupId: null, ...defaultView }).toString();
  return text(first) === text(second);
}

/** The earlier period an address names. */
export function readCompare(params: URLSearchParams): CompareChoice {
  return oneOf(params.get('compare'), ['previous', 'year']) ?? 'none';
}

/** Reads an id; anything else counts as not said. */
export function readId(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  const id = Number(text);
  return text !== null && /^\d+$/.test(text) && Number.isSafeInteger(id) ? id : null;
}

/** Reads a range; a wrong or reversed one counts as not said. */
export function readRange(params: URLSearchParams, fallback: RangeChoice = defaultRange): RangeChoice {
  const from = params.get('from');
  const to = params.get('to');
  const preset = params.get('range');
  if (from !== null && to !== null && isDay(from) && isDay(to) && from <= to) return { from, to };
  return preset !== null && isRangePreset(preset) ? { preset } : fallback;
}

/** Reads countries, claim type, status and labels. */
export function readFilters(params: URLSearchParams): Filters {
  return {
    countries: readCountries(params.get('country')),
    claim: oneOf(params.get('claim'), ['click', 'view', 'total']) ?? defaultFilters.claim,
    status: oneOf(params.get('status'), ['all', 'active', 'paused']) ?? defaultFilters.status,
    labels: readLabels(params.get('labels')),
  };
}

function readCountries(text: string | null): string[] {
  if (text === null || text === 'all') return [];
  return [...new Set(text.toUpperCase().split(','))].filter((code) => /^[A-Z]{2}$/.test(code)).sort();
}

function readLabels(text: string | null): number[] {
  const ids = (text ?? '').split(',').filter((id) => /^[1-9]\d{0,15}$/.test(id));
  return [...new Set(ids.map(Number))].sort((a, b) => a - b);
}

function oneOf<const Choice extends string>(text: string | null, choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice === text) ?? null;
}
