import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { creativesOptions } from '../../../../../shared/scope/creatives.ts';
import { campaignNamesQueryOptions } from '../../../../../shared/scope/index.ts';
import { adGroupPagesOptions } from '../../api/product-pages-api.ts';
import { type PagesScope, resolveScope } from '../use-pages-url.ts';

/** As many campaigns as one call may name. */
const campaignsPerCall = 1000;

/** The campaign and the page of a scope: those it names, else the first page that an ad group shows, else the first of all. */
export function usePageChoices(scope: PagesScope, applications: readonly Application[], restricted: boolean) {
  const resolvedScope = resolveScope(scope, applications);
  const { application, organization } = resolvedScope;
  const pageScope = restricted ? null : resolvedScope.pageScope;
  const names = useQuery({
    ...campaignNamesQueryOptions(application?.id ?? 0, organization?.organization_id ?? 0),
    enabled: organization !== null,
  });
  const creatives = useQuery(creativesOptions(pageScope));
  const campaigns = names.data ?? [];
  const pages = (creatives.data ?? []).filter(({ id }) => id !== 0);
  const named = {
    campaign: campaigns.find(({ id }) => id === scope.campaigns[0]),
    page: pages.find(({ id }) => id === scope.creative),
  };
  const searched = named.campaign !== undefined && named.page !== undefined ? [] : campaigns.slice(0, campaignsPerCall);
  const adGroups = useQuery(
    adGroupPagesOptions(
      pageScope,
      searched.map(({ id }) => id),
    ),
  );
  const adGroup = adGroups.data?.find(
    ({ campaignId, creativeId }) =>
      campaignId === (named.campaign?.id ?? campaignId) &&
      (named.page === undefined ? pages.some(({ id }) => id === creativeId) : creativeId === named.page.id),
  );
  const searching = adGroups.isLoading || creatives.isLoading;
  const first = searching ? undefined : { campaign: campaigns[0], page: pages[0] };
  return {
    ...resolvedScope,
    campaigns,
    pages,
    loading: names.isPending || searching,
    failed: names.isError,
    fault: [names, creatives].find(({ isError }) => isError),
    campaign: named.campaign ?? campaigns.find(({ id }) => id === adGroup?.campaignId) ?? first?.campaign ?? null,
    page: named.page ?? pages.find(({ id }) => id === adGroup?.creativeId) ?? first?.page ?? null,
    noPages: creatives.data !== undefined && pages.length === 0,
  };
}

export type PageChoices = ReturnType<typeof usePageChoices>;
