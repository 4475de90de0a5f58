import { queryOptions, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import type { Change, ChangeKind, ChangesResponse } from '@tapwise/contract';
import { useCallback } from 'react';
import type { AsOfParams } from '../../../../shared/past-view/past-instant.ts';
import { requestAt } from '../../../../shared/past-view/request-at.ts';

const path = '/api/asa/changes';

/** What is added or removed beside settings is no mark. */
const isMarked = (field: ChangeKind): boolean => field !== 'keyword' && field !== 'negative';

/** What was changed in one ad organization, or in a campaign or ad group of it. */
export interface ChangesQuestion {
  params: {
    application_id: number;
    asa_organization_id: number;
    campaign_id?: number;
    ad_group_id?: number;
    level?: Change['level'];
    from: string;
    to: string;
  } & AsOfParams;
  /** Of the ad organization. */
  timeZone: string;
}

/** A change with the currency and zone of its ad organization. */
export interface LoadedChange extends Change {
  currency: string;
  timeZone: string;
}

export interface LoadedChanges {
  changes: readonly LoadedChange[];
  /** Settings whose changes the answer can have: a restricted view lacks some. */
  fields: readonly ChangeKind[];
  /** Older changes are left out. */
  more: boolean;
}

const changesQueryOptions = ({ params, timeZone }: ChangesQuestion) =>
  queryOptions({
    queryKey: ['changes', path, params],
    queryFn: async ({ signal }): Promise<LoadedChanges> => {
      const { body } = await requestAt<ChangesResponse>({ method: 'GET', path, query: params, signal });
      const { settings_currency: currency, more } = body;
      const changes = body.changes.filter(({ field }) => isMarked(field));
      const fields = body.fields.filter(isMarked);
      // A change that was not made is no mark.
      const made = changes.filter(({ outcome }) => outcome === 'changed');
      return { changes: made.map((change) => ({ ...change, currency, timeZone })), fields, more };
    },
  });

/**
 * Asks all questions; there is data once all have answered.
 * @param questions the same array for as long as the same is asked
 */
export function useChanges(questions: readonly ChangesQuestion[]) {
  const client = useQueryClient();
  const combine = useCallback(
    (results: readonly UseQueryResult<LoadedChanges>[]) => {
      const responses = results.flatMap(({ data }) => data ?? []);
      return {
        /** Newest first; `null` until all are there. */
        loaded: responses.length === questions.length ? joined(responses) : null,
        error: results.find((result) => result.isError)?.error ?? null,
        retry: () => {
          for (const question of questions) {
            void client.refetchQueries({ queryKey: changesQueryOptions(question).queryKey, exact: true });
          }
        },
      };
    },
    [questions, client],
  );
  return useQueries({ queries: questions.map(changesQueryOptions), combine });
}

function joined(responses: readonly LoadedChanges[]): LoadedChanges {
  const changes = responses.flatMap((response) => response.changes);
  return {
    changes: responses.length === 1 ? changes : changes.sort((first, second) => second.at.localeCompare(first.at)),
    fields: [...new Set(responses.flatMap(({ fields }) => fields))],
    more: responses.some(({ more }) => more),
  };
}
