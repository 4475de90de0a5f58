import type { SeriesCall, SeriesResponse } from '@tapwise/contract';
import { adGroupSeries, campaignSeries, keywordSeries, type ReportScope } from '@tapwise/projections/queries';
import { withoutWithheld } from '../../access/restricted-view.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import type { ReportParameters } from '../report-parameters.ts';

/** The question behind each call that answers in buckets. */
const questions: Record<SeriesCall, typeof campaignSeries> = {
  campaigns: campaignSeries,
  adgroups: adGroupSeries,
  keywords: keywordSeries,
};

/** Asks for buckets instead of rows. Rights are checked before. @throws the tables' faults. */
export async function askSeries(
  deps: ApiDependencies,
  scope: ReportScope,
  parameters: ReportParameters & { call: SeriesCall; granularity: NonNullable<ReportParameters['granularity']> },
  signal?: AbortSignal,
): Promise<{ response: SeriesResponse; position: bigint }> {
  const { call, granularity, restricted, from, to, countries, claimType, status, labels, campaignId, adGroupId } =
    parameters;
  const filters = { from, to, countries, claimType, status, labels, campaignId, adGroupId };
  const question = { scope, ...filters, granularity, now: deps.now() };
  const { items, asOf, warning, gaps, position } = await questions[call](deps.tables, question, signal);
  const visibleItems = restricted
    ? items.map((item) => ({ ...item, granularity: item.granularity.map(withoutWithheld) }))
    : items;
  return {
    response: {
      status: 'ok',
      items: visibleItems as SeriesResponse['items'],
      currency: scope.currency,
      as_of: asOf,
      ...(warning === undefined ? {} : { warning }),
      ...(gaps === undefined ? {} : { gaps }),
    },
    position,
  };
}
