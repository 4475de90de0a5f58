import { type CommandContext, handleCommand } from '@tapwise/adapters';
import { type Founding, foundTeam, teamDecider, teamStream, teamsToFound } from '@tapwise/domain';
import type { ApiDependencies } from '../../../http/dependencies.ts';

const atStart: CommandContext = { actor: { kind: 'system', id: 'api' } };

/** Founds the team that an account event says it founds. Doing it again changes nothing. @returns commit position. */
export async function foundTeamOf(
  deps: Pick<ApiDependencies, 'log'>,
  context: CommandContext,
  founding: Founding,
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: teamStream(founding.team_id),
    decider: teamDecider,
    cause: 'found',
    context,
    assume: 'new',
    decide: (state) => foundTeam(state, founding),
  });
  return position;
}

/**
 * Writes the streams of teams that only an account's event knows of: those from before teams had streams, and those whose
 * founding was cut short. @returns how many there were.
 */
export async function foundTeams(deps: ApiDependencies): Promise<number> {
  await deps.directory.caughtUp;
  const foundings = teamsToFound(deps.directory.state);
  for (const founding of foundings) await deps.directory.reached(await foundTeamOf(deps, atStart, founding));
  return foundings.length;
}
