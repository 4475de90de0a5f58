import {
  defaultView,
  parseView,
  type RangeChoice,
  type ReportView,
  readId,
  readRange,
  writeRange,
  writeView,
} from '../../../../shared/report/index.ts';

/** What Update sends. */
export interface ComparisonScope {
  applicationId: number | null;
  organizationId: number | null;
  range: RangeChoice;
  /** Campaigns whose keywords are shown, in no particular order. */
  campaignIds: number[];
}

/** Everything the address of Keywords Comparison says. */
export interface ComparisonUrl {
  scope: ComparisonScope;
  /** Keywords of one text share one row. */
  grouped: boolean;
  view: ReportView;
}

const defaultRange: RangeChoice = { preset: 'last7' };
/** The server's own limit for one question. */
export const mostCampaigns = 1_000;

/** Reads an address; what it does not understand it takes as not said. */
export function parseComparisonUrl(params: URLSearchParams): ComparisonUrl {
  const ids = (params.get('campaign_ids') ?? '').split(',').filter((id) => /^\d{1,15}$/.test(id));
  return {
    scope: {
      applicationId: readId(params, 'app'),
      organizationId: readId(params, 'org'),
      range: readRange(params, defaultRange),
      campaignIds: [...new Set(ids.map(Number))].slice(0, mostCampaigns),
    },
    grouped: params.get('group') === 'keyword',
    view: parseView(params),
  };
}

/** Writes an address. */
export function serializeComparisonUrl({ scope, grouped, view }: ComparisonUrl): URLSearchParams {
  const params = new URLSearchParams();
  if (scope.applicationId !== null) params.set('app', String(scope.applicationId));
  if (scope.organizationId !== null) params.set('org', String(scope.organizationId));
  writeRange(params, scope.range);
  if (scope.campaignIds.length > 0) params.set('campaign_ids', scope.campaignIds.join(','));
  if (grouped) params.set('group', 'keyword');
  writeView(params, view);
  return params;
}

export function sameComparison(first: ComparisonScope, second: ComparisonScope): boolean {
  const text = (scope: ComparisonScope) => {
    const campaignIds = [...scope.campaignIds].sort((first, other) => first - other);
    return serializeComparisonUrl({ scope: { ...scope, campaignIds }, grouped: false, view: defaultView }).toString();
  };
  return text(first) === text(second);
}

/** Why a choice cannot be sent; `null` when it can. */
export function comparisonRefusal(scope: ComparisonScope): string | null {
  if (scope.applicationId === null || scope.organizationId === null) return 'Select Application and Organization first';
  if (scope.campaignIds.length === 0) return 'Choose at least one campaign';
  return scope.campaignIds.length > mostCampaigns ? `Choose at most ${mostCampaigns} campaigns` : null;
}
