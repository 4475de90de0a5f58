import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Change, ChangesResponse } from '@tapwise/contract';
import { request } from '../../../../shared/server/http/request.ts';

/** Who changes settings, as the history is filtered. */
export const actorKinds = [
  'person',
  'rule',
  'creation',
  'change_set',
  'undo',
  'apple',
] satisfies Change['actor_kind'][];
export type ActorKind = Change['actor_kind'];

export interface HistoryQuestion {
  application_id: number;
  asa_organization_id: number;
  from: string;
  to: string;
  actor_kind?: ActorKind;
  key?: string;
}

/** What all answers of the history are kept under. */
export const historyKey = ['changes', 'history'];

const historyOptions = (question: HistoryQuestion | null) =>
  queryOptions({
    queryKey: [...historyKey, question],
    enabled: question !== null,
    queryFn: async ({ signal }): Promise<ChangesResponse> => {
      const query = { ...question };
      return (await request<ChangesResponse>({ method: 'GET', path: '/api/asa/changes', query, signal })).body;
    },
    placeholderData: (before) => before,
  });

export const useHistory = (question: HistoryQuestion | null) => useQuery(historyOptions(question));
