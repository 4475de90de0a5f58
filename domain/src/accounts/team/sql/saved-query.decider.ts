import type { Decider } from '../../../shared/decider.ts';
import type { EventOf } from '../../../shared/define-event.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import type { Access } from '../../../shared/fields.ts';
import type { savedQueryEvents } from './saved-query.events.ts';

export type SavedQueryEvent = EventOf<(typeof savedQueryEvents)[number]>;
type Saved = Extract<SavedQueryEvent, { type: 'SqlQuerySaved' }>['data'];

/** A saved statement as it is now; name and text are encrypted. */
export type SavedQuery = Omit<Saved, 'team_id'>;

/** Saved statements that a team may have at once. */
export const mostSavedQueries = 200;

export const savedQueriesStream = (team: number): string => `sqlSavedQueries-${team}`;

/** All saved statements of a team, in the order they were first saved. */
export const savedQueryDecider: Decider<readonly SavedQuery[], SavedQueryEvent> = {
  initialState: () => [],
  evolve(queries, event) {
    const { id } = event.data;
    if (event.type === 'SqlSavedQueryDeleted') return queries.filter((query) => query.id !== id);
    const { team_id: _team, ...saved } = event.data;
    return queries.some((query) => query.id === id)
      ? queries.map((query) => (query.id === id ? saved : query))
      : [...queries, saved];
  },
};

/** Who asks: a member of the team and their access to it. */
export interface SavedQueryAsker {
  readonly team_id: number;
  readonly by: number;
  readonly access: Access;
}

export const maySeeSaved = (query: SavedQuery, by: number): boolean => query.is_shared || query.owner === by;

/** Owners change their own; admins also what is shared. */
export const mayChangeSaved = (query: SavedQuery, { by, access }: Pick<SavedQueryAsker, 'by' | 'access'>): boolean =>
  query.owner === by || (access === 'admin' && query.is_shared);

/**
 * Saves a statement; under an id that is known it replaces that one.
 * @throws DomainError `saved_queries_full`, `not_found` for one that the asker may not see, `forbidden` for one that they may see alone.
 */
export function saveQuery(
  queries: readonly SavedQuery[],
  asker: SavedQueryAsker,
  command: Pick<Saved, 'id' | 'name' | 'text' | 'is_shared'> & { readonly replaces: boolean; readonly at: string },
): SavedQueryEvent[] {
  const { replaces, at, ...fields } = command;
  const existing = replaces ? changeable(queries, asker, command.id) : undefined;
  if (existing === undefined && queries.length >= mostSavedQueries) throw new DomainError('saved_queries_full');
  const owner = existing?.owner ?? asker.by;
  const data = { team_id: asker.team_id, ...fields, owner, saved_by: asker.by, saved_at: at };
  return [{ type: 'SqlQuerySaved', data }];
}

/** @throws DomainError `not_found`, `forbidden`. */
export function deleteSavedQuery(
  queries: readonly SavedQuery[],
  asker: SavedQueryAsker,
  command: { readonly id: string; readonly at: string },
): SavedQueryEvent[] {
  changeable(queries, asker, command.id);
  const data = { team_id: asker.team_id, id: command.id, deleted_by: asker.by, deleted_at: command.at };
  return [{ type: 'SqlSavedQueryDeleted', data }];
}

function changeable(queries: readonly SavedQuery[], asker: SavedQueryAsker, id: string): SavedQuery {
  const existing = queries.find((query) => query.id === id);
  if (existing === undefined || !maySeeSaved(existing, asker.by)) throw new DomainError('not_found');
  if (!mayChangeSaved(existing, asker)) throw new DomainError('forbidden');
  return existing;
}
