import { guardrailsOf, type OpenApplication, stopOf } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** The guardrails of an application and the switch that stops automatic writes, as calls name them. */
export function guardrailsResponse(deps: ApiDependencies, application: OpenApplication) {
  const { team_id, application_id } = application;
  return {
    status: 'ok' as const,
    guardrails: guardrailsOf(application),
    stop_all: stopAll(deps, team_id, application_id),
  };
}

/** Whether automatic writes are stopped, for the application or (`null`) the team. */
export function stopAll(deps: ApiDependencies, teamId: number, applicationId: number | null) {
  const stop = stopOf(deps.directory.state.teams.get(teamId) ?? {}, applicationId ?? 0);
  return { active: stop !== undefined, scope: stop?.scope ?? null, since: stop?.since ?? null };
}
