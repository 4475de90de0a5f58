import type { Application, SeriesItem } from '@tapwise/contract';
import { useMemo } from 'react';
import { type ChartData, datesOf, type EarlierData } from '../model/chart-lines.ts';
import type { LoadedSeries } from './series-api.ts';

/** The answers to all questions as one; `null` until they are there. */
export function useJoinedResponses(
  loaded: readonly LoadedSeries[] | null,
  earlier: readonly LoadedSeries[] | null,
  applications: readonly Application[],
): ChartData | null {
  return useMemo(
    () => (loaded === null ? null : joinResponses(loaded, earlier, applications)),
    [loaded, earlier, applications],
  );
}

function joinResponses(
  loaded: readonly LoadedSeries[],
  earlier: readonly LoadedSeries[] | null,
  applications: readonly Application[],
): ChartData {
  const several = new Set(loaded.map(({ question }) => question.params.application_id)).size > 1;
  const items = loaded.flatMap(({ question, response }): SeriesItem[] => {
    const application = applications.find(({ id }) => id === question.params.application_id);
    if (!several || application === undefined) return response.items;
    return response.items.map((item) => ({ ...item, name: `${application.name} · ${item.name}` }));
  });
  return {
    items,
    dates: datesOf(items),
    currency: loaded[0]?.response.currency ?? '',
    ...(earlier === null ? {} : { before: earlierOf(earlier) }),
  };
}

function earlierOf(loaded: readonly LoadedSeries[]): EarlierData {
  const items = loaded.flatMap(({ response }) => response.items);
  return { items: new Map(items.map((item) => [item.id, item])), dates: datesOf(items) };
}
