import type { Decider } from '../../shared/decider.ts';
import type { ApplicationEvent } from './application.events.ts';

type Reserved = Extract<ApplicationEvent, { type: 'TeamAppReserved' }>['data'];

/** Number of the team's application for the app; `null` before there is one. */
export type TeamAppState = number | null;

/** Fold of `teamApp-<teamId>.<adamId>`: the first reservation is the only one. */
export const teamAppDecider: Decider<TeamAppState, ApplicationEvent> = {
  initialState: () => null,
  evolve: (state, event) => (event.type === 'TeamAppReserved' ? (state ?? event.data.application_id) : state),
};

/** Reserves an app of the store for one application of a team. Where it is reserved already, nothing changes. */
export const reserveTeamApp = (state: TeamAppState, command: Reserved): ApplicationEvent[] =>
  state === null ? [{ type: 'TeamAppReserved', data: command }] : [];
