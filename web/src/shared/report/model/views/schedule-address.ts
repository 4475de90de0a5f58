import { type ReportsUrl, serializeReportsUrl } from '../scope/url-state.ts';
import { partsOf, searchOf } from './saved-views.ts';

/** Address of all scheduled reports; a single one is below it. */
export const scheduledReportsPath = '/client/automation/reports';

/**
 * Address of the form of a new report: of what is looked at, or of what a saved view makes of it.
 * @param url what is looked at.
 * @param view a saved view; its name becomes the report's.
 */
export function scheduleAddress(url: ReportsUrl, view?: { readonly name: string; readonly search: string }): string {
  const { scope, campaignId, adGroupId } = url;
  const parts = partsOf(view?.search ?? searchOf(url));
  // Labels belong to one application, views to all.
  const filters = { ...parts.filters, labels: scope.filters.labels };
  const params = serializeReportsUrl({
    ...parts.view,
    campaignId,
    adGroupId,
    scope: { ...scope, filters, compare: parts.compare },
  });
  params.set('panel', 'new');
  if (view !== undefined) params.set('name', view.name);
  return `${scheduledReportsPath}?${params}`;
}
