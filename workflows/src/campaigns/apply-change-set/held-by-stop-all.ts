import type { FoldFollower } from '@tapwise/adapters';
import { type ChangeRequest, type Directory, findApplication, stopOf } from '@tapwise/domain';

/** What is asked to find out whether a change is held back. */
export type HeldBack = (request: Pick<ChangeRequest, 'application_id' | 'actor'>) => boolean;

/** Whether Stop all holds a change back now: that of a scheduled set. What a person asked for goes on. */
export const heldByStopAll =
  ({ state }: Pick<FoldFollower<Directory>, 'state'>): HeldBack =>
  ({ application_id, actor: { kind, account_id } }) => {
    if (kind !== 'change_set' || account_id !== null) return false;
    const application = findApplication(state, application_id);
    return stopOf(state.teams.get(application?.team_id ?? 0) ?? {}, application_id) !== undefined;
  };
