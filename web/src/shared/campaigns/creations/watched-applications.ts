import { useQueries } from '@tanstack/react-query';
import type { Application, Creation } from '@tapwise/contract';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createPageStore } from '../../page/page-store.ts';
import { useSameList } from '../../page/use-with-previous.ts';
import { localSettings } from '../../storage/local-settings.ts';
import { creationsQueryOptions } from './creations-query.ts';

const begun = createPageStore<readonly number[]>(() => localSettings.creatingApplications());

function keep(next: readonly number[]): void {
  localSettings.setCreatingApplications(next);
  begun.setState(next, true);
}

/** Applications for which this browser began a creation that may be running still, kept over a reload. */
export const creatingApplications = {
  add(id: number): void {
    if (!begun.getState().includes(id)) keep([...begun.getState(), id]);
  },
  remove(id: number): void {
    if (begun.getState().includes(id)) keep(begun.getState().filter((other) => other !== id));
  },
};

/** A creation with the application it is for. */
export interface WatchedCreation extends Creation {
  application_id: number;
}

export interface WatchedCreations {
  readonly creations: readonly WatchedCreation[];
  /** Whether every list has come. */
  readonly state: 'known' | 'loading' | 'failed';
}

/**
 * Creations that every screen shows: of the application looked at last and of those this browser began one for. Others of
 * the team would cost a call each.
 */
export function useWatchedCreations(applications: readonly Application[], restricted: boolean): WatchedCreations {
  const started = useStore(begun);
  const current = localSettings.applicationId() ?? applications[0]?.id;
  const watched = restricted
    ? []
    : applications.filter(
        ({ id, asa_integration: ads }) => ads === 'integrated' && (id === current || started.includes(id)),
      );
  const queries = useQueries({ queries: watched.map(({ id }) => creationsQueryOptions(id)) });
  const ids = useSameList(watched.map(({ id }) => id));
  const lists = useSameList(queries.map(({ data }) => data));
  const creations = useMemo(
    () => lists.flatMap((list, index) => withApplication(list ?? [], ids[index] ?? 0)),
    [lists, ids],
  );
  const missing = queries.filter(({ data }) => data === undefined);
  const waits = missing.some(({ isPending }) => isPending);
  return { creations, state: missing.length === 0 ? 'known' : waits ? 'loading' : 'failed' };
}

const withApplication = (list: readonly Creation[], application_id: number): WatchedCreation[] =>
  list.map((creation) => ({ ...creation, application_id }));
