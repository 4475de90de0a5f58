import { useQueries } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import { dayInZone } from '@tapwise/contract/calendar';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useClock } from '../../../../shared/page/browser-state.ts';
import { useWithPrevious } from '../../../../shared/page/use-with-previous.ts';
import { reportQueryOptions } from '../../../../shared/report/api/report-api.ts';
import { scheduleCommit } from '../../../../shared/server/live/commit-scheduler.ts';
import { followToday } from '../../../../shared/server/live/live-connection.ts';
import { createTodayStore, oldestAges, sumToday, type Today } from '../model/scope/today.ts';

/**
 * Today's figures of one application over all its ad organizations: asked once, then as they are pushed.
 * @param flowing whether pushed figures are shown; while not, the newest waits
 * @returns `undefined` until the first answer, `null` when there was none
 */
export function useToday(application: Application, flowing: boolean): Today | null | undefined {
  const requestedToday = useRequestedToday(application);
  // Another application begins with a store of its own.
  const store = useWithPrevious([application.id], () => createTodayStore());
  useEffect(
    () =>
      followToday(application.id, (message) => {
        const today = { figures: sumToday([message.today]), asOf: message.as_of };
        scheduleCommit('today', () => store.push(today));
      }),
    [application.id, store],
  );
  useEffect(() => store.hold(!flowing), [store, flowing]);
  return useStore(store.displayed) ?? requestedToday;
}

function useRequestedToday(application: Application): Today | null | undefined {
  const zones = application.asaOrganizations.map((organization) => organization.time_zone);
  const days = useClock((now) => zones.map((zone) => dayInZone(now, zone)).join(',')).split(',');
  return useQueries({
    queries: application.asaOrganizations.map(({ organization_id }, index) =>
      reportQueryOptions({
        call: 'campaigns',
        params: {
          application_id: application.id,
          asa_organization_id: organization_id,
          from: days[index] ?? '',
          to: days[index] ?? '',
          country: 'all',
          claim_type: 'total',
          status: 'all',
        },
      }),
    ),
    combine: (results) => {
      if (results.some(({ isPending }) => isPending)) return undefined;
      const responses = results.flatMap(({ data }) => data?.response ?? []);
      if (responses.length === 0 || responses.length < results.length) return null;
      return {
        figures: sumToday(responses.map((response) => response.totals)),
        asOf: oldestAges(responses.map((response) => response.as_of)),
      };
    },
  });
}
