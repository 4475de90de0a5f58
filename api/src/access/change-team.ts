import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import { type TeamEvent, type TeamState, teamDecider, teamStream } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Changes one team and waits until the change can be read back. @returns commit position. */
export async function changeTeam(
  deps: ApiDependencies,
  context: CommandContext,
  teamId: number,
  decide: (state: TeamState) => readonly TeamEvent[],
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: teamStream(teamId),
    decider: teamDecider,
    cause: randomUUID(),
    context,
    decide,
  });
  await deps.directory.reached(position);
  return position;
}
