import { useQueries } from '@tanstack/react-query';
import { type AccountTarget, campaignNamesQueryOptions } from '../../../../shared/scope/index.ts';
import { campaignEntries, type PaletteEntry } from '../model/palette/palette-entries.ts';

/** Campaigns of the ad organizations that are looked at, as lines of the palette; asks nothing until `wanted`. */
export function usePaletteCampaigns(targets: readonly AccountTarget[], wanted: boolean) {
  return useQueries({
    queries: targets.map(({ application, organization }) => ({
      ...campaignNamesQueryOptions(application.id, organization.organization_id),
      enabled: wanted,
    })),
    combine: (results) => ({
      entries: results.flatMap(({ data }, index): PaletteEntry[] => {
        const target = targets[index];
        return data === undefined || target === undefined ? [] : campaignEntries(target, data);
      }),
      loading: wanted && results.some(({ isFetching }) => isFetching),
      error: results.find(({ isError }) => isError)?.error ?? null,
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch();
      },
    }),
  });
}
