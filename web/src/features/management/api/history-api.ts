import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Change, ChangesAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';

export const actorKinds = ['person', 'rule', 'creation', 'change_set', 'undo', 'apple'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** A row of the history: what changed in one object, by whom, why, and what became of it. */
export interface HistoryChange extends Omit<Change, 'actor_kind' | 'field'> {
  actor_kind: ActorKind;
  field: string;
  change_id?: string | null;
  actor?: string | null;
  outcome?: string | null;
  reason?: string | null;
  undoes?: string | null;
  undone_by?: string | null;
}

interface HistoryAnswer extends Omit<ChangesAnswer, 'changes'> {
  changes: HistoryChange[];
}

export interface HistoryQuestion {
  application_id: number;
  asa_organization_id: number;
  from: string;
  to: string;
  actor_kind?: ActorKind;
  key?: string;
}

const historyOptions = (question: HistoryQuestion | null) =>
  queryOptions({
    queryKey: ['changes', 'history', question],
    enabled: question !== null,
    queryFn: async ({ signal }): Promise<HistoryAnswer> => {
      const query = { ...question };
      return (await request<HistoryAnswer>({ method: 'GET', path: '/api/asa/changes', query, signal })).body;
    },
    placeholderData: (before) => before,
  });

export const useHistory = (question: HistoryQuestion | null) => useQuery(historyOptions(question));
