import { queryOptions } from '@tanstack/react-query';
import type { Alert, AlertsResponse } from '@tapwise/contract/alerts';
import { request } from '../../server/http/request.ts';

/** What all answers about the alerts of an application are kept under. */
export const alertsKey = (applicationId: number) => ['alerts', applicationId];

/** Alerts of an application, built-in ones and those people wrote. */
export const alertsOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: [...alertsKey(applicationId ?? 0), 'list'],
    enabled: applicationId !== null,
    queryFn: async ({ signal }): Promise<Alert[]> => {
      const query = { application_id: applicationId ?? 0 };
      return (await request<AlertsResponse>({ method: 'GET', path: '/api/asa/alerts', query, signal })).body.alerts;
    },
  });
