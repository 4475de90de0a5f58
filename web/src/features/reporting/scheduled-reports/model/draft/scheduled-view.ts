import { metricsOf } from '@tapwise/contract';
import { defaultSort, serializeSort } from '../../../../../shared/report/model/rows/sort-rows.ts';
import { levelOf, levels } from '../../../../../shared/report/model/scope/report-level.ts';
import type { ReportsUrl } from '../../../../../shared/report/model/scope/url-state.ts';
import { partsOf, type SavedParts } from '../../../../../shared/report/model/views/saved-views.ts';
import { reportTabs } from '../../../../../shared/report/model/views/view-state.ts';
import type { ScheduledScope, ScheduledView } from '../../api/report-schedule-types.ts';

export type ScheduledCall = ScheduledView['call'];

/** Report calls by what their rows are. */
const levelOfCall = {
  campaigns: 'campaign',
  adgroups: 'ad_group',
  keywords: 'keyword',
  basic_by_countries: 'country',
  all_campaigns_keywords: 'keyword',
} as const satisfies Record<ScheduledCall, string>;

/** A way of looking at Reports as a report keeps it: columns that tables of this call do not have are left out. */
export function scheduledView(call: ScheduledCall, { view, filters, compare }: SavedParts): ScheduledView {
  const available = new Set<string>(metricsOf(levelOfCall[call]).map(({ name }) => name));
  const columns = view.columns?.filter((name) => available.has(name)) ?? [];
  const sort = (view.sort.length === 0 ? defaultSort.slice(0, 1) : view.sort).filter(({ column }) =>
    available.has(column),
  );
  return {
    call,
    ...(columns.length === 0 ? { tab: view.tab } : { columns }),
    sort: serializeSort(sort),
    filters: {
      country: filters.countries.length === 0 ? 'all' : filters.countries.join(','),
      status: filters.status,
      ...(filters.labels.length === 0 ? {} : { labels: filters.labels.join(',') }),
    },
    claim_type: filters.claim,
    predictions: view.predictions,
    ...(compare === 'none' ? {} : { compare }),
  };
}

/** The view and the scope of what is looked at in an organization. */
export function scheduledUrl(url: ReportsUrl, organizationId: number): { view: ScheduledView; scope: ScheduledScope } {
  const { campaignId, adGroupId, scope } = url;
  const call = callOf(levels[levelOf(campaignId, adGroupId)].call);
  return {
    view: scheduledView(call, { view: url, filters: scope.filters, compare: scope.compare }),
    scope: {
      asa_organization_id: organizationId,
      ...(campaignId === null ? {} : { campaign_id: campaignId }),
      ...(adGroupId === null ? {} : { ad_group_id: adGroupId }),
    },
  };
}

const callOf = (call: string): ScheduledCall => (call === 'adgroups' || call === 'keywords' ? call : 'campaigns');

/** The same table looked at as a saved view says. Labels stay: they belong to one application, saved views to all. */
export function updatedView({ call, filters: { labels } }: ScheduledView, search: string): ScheduledView {
  const updated = scheduledView(call, partsOf(search));
  return labels === undefined ? updated : { ...updated, filters: { ...updated.filters, labels } };
}

/** The same table of all rows, whatever labels they have. */
export function withoutLabels(view: ScheduledView): ScheduledView {
  const { labels: _labels, ...filters } = view.filters;
  return { ...view, filters };
}

/** What a column is called; its own name where it is none of the catalogue. */
export const labelOfColumn = (call: ScheduledCall, column: string): string =>
  metricsOf(levelOfCall[call]).find(({ name }) => name === column)?.label ?? column;

export const labelOfTab = (tab: string | undefined): string | undefined =>
  reportTabs.find((entry) => entry.tab === tab)?.label;
