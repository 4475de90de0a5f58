import { DomainError, type FoundedTeam } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** A team by the directory. @throws DomainError `not_found`. */
export function presentTeam(deps: ApiDependencies, teamId: number): FoundedTeam {
  const team = deps.directory.state.teams.get(teamId);
  if (team === undefined) throw new DomainError('not_found');
  return team;
}
