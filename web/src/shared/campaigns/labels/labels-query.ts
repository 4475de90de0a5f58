import { queryOptions } from '@tanstack/react-query';
import type { LabelOfApplication, LabelsResponse } from '@tapwise/contract/labels';
import { request } from '../../server/http/request.ts';

export const labelsPath = '/api/asa/labels';
export const labelsKey = 'labels';

/** Labels of an application, by name; `null` asks for none. */
export const labelsOptions = (applicationId: number | null) =>
  queryOptions({
    queryKey: [labelsKey, applicationId],
    enabled: applicationId !== null,
    queryFn: async ({ signal }): Promise<readonly LabelOfApplication[]> => {
      const query = { application_id: applicationId ?? 0 };
      return (await request<LabelsResponse>({ method: 'GET', path: labelsPath, query, signal })).body.labels;
    },
  });
