import { useQueries } from '@tanstack/react-query';
import type { Application, Creation } from '@tapwise/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { useSameList } from '../../page/use-with-previous.ts';
import { localSettings } from '../../storage/local-settings.ts';
import { creationsQueryOptions } from './creations-query.ts';

let begun: readonly number[] = localSettings.creatingApplications();
const listeners = new Set<() => void>();

function set(next: readonly number[]): void {
  begun = next;
  localSettings.setCreatingApplications(next);
  for (const listener of listeners) listener();
}

/** Applications for which this browser began a creation that may be running still, kept over a reload. */
export const creatingApplications = {
  get: () => begun,
  add: (id: number): void => (begun.includes(id) ? undefined : set([...begun, id])),
  remove: (id: number): void => (begun.includes(id) ? set(begun.filter((other) => other !== id)) : undefined),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
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
  const started = useSyncExternalStore(creatingApplications.subscribe, creatingApplications.get);
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
