import { useQuery } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { creativesOptions } from '../../../../shared/scope/creatives.ts';
import { campaignNamesQueryOptions } from '../../../../shared/scope/index.ts';
import { type PagesScope, placeOf } from '../use-pages-url.ts';

/** The campaign and the page of a scope: those it names, else the first. */
export function usePageChoices(scope: PagesScope, applications: readonly Application[], restricted: boolean) {
  const place = placeOf(scope, applications);
  const { application, organization, asked } = place;
  const names = useQuery({
    ...campaignNamesQueryOptions(application?.id ?? 0, organization?.organization_id ?? 0),
    enabled: organization !== null,
  });
  const creatives = useQuery(creativesOptions(restricted ? null : asked));
  const campaigns = names.data ?? [];
  const pages = (creatives.data ?? []).filter(({ id }) => id !== 0);
  return {
    ...{ ...place, campaigns, pages, loading: names.isPending },
    campaign: campaigns.find(({ id }) => id === scope.campaigns[0]) ?? campaigns[0] ?? null,
    page: pages.find(({ id }) => id === scope.creative) ?? pages[0] ?? null,
    noPages: creatives.data !== undefined && pages.length === 0,
  };
}

export type PageChoices = ReturnType<typeof usePageChoices>;
