import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { type ChangeSetEvent, type ChangeSetFold, changeSetDecider, changeSetStream } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { SettingsContext } from '../../settings-context.ts';

/**
 * Appends to a set what is decided on its present state, and waits until it is listed.
 * @returns commit position. @throws what `decide` throws.
 */
export async function writeSet(
  { deps }: SettingsContext,
  request: FastifyRequest,
  { id, cause, decide }: { id: string; cause: string; decide: (state: ChangeSetFold) => readonly ChangeSetEvent[] },
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: changeSetStream(id),
    decider: changeSetDecider,
    cause: `${cause} ${id} ${request.writeCall?.callId ?? randomUUID()}`,
    context: personContext(request),
    decide,
  });
  await deps.directory.reached(position);
  return position;
}
