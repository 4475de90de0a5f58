import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import {
  type ChangeActor,
  type ChangeRequest,
  type ChangeRow,
  changeDecider,
  changeRequestOf,
  changeStream,
  requestChange,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import type { ChangeTarget } from '../change-target.ts';
import type { PresentCampaign, SettingsContext } from '../settings-context.ts';

/** What a checked change consists of. */
export interface CheckedChange extends ChangeTarget {
  readonly actor: ChangeActor;
  readonly comment: string | undefined;
  readonly confirmed: boolean;
  readonly undoes: string | null;
  readonly rows: readonly ChangeRow[];
  readonly campaigns: ReadonlyMap<number, PresentCampaign>;
}

/** The id of the change that a request makes: the same for every attempt at a call with an `Idempotency-Key`. */
export const changeIdOf = (request: FastifyRequest): string => request.writeCall?.callId ?? randomUUID();

/** Whether an earlier attempt at this call has been accepted. */
export async function wasAccepted(
  { deps }: SettingsContext,
  request: FastifyRequest,
  changeId: string,
): Promise<boolean> {
  return request.writeCall !== null && (await deps.log.readLast(changeStream(changeId))) !== undefined;
}

/** Records the intent. From here on every row ends in exactly one outcome. */
export async function recordChange(
  { deps }: SettingsContext,
  request: FastifyRequest,
  changeId: string,
  checked: CheckedChange,
): Promise<void> {
  const { application, organization, actor, comment, confirmed, undoes, rows, campaigns } = checked;
  const at = deps.now().toISOString();
  const details = {
    changeId,
    applicationId: application.application_id,
    organization,
    actor,
    comment,
    confirmed,
    undoes,
  };
  await recordRequest(deps, request, changeRequestOf({ ...details, rows, campaigns, at }));
}

/** Records an intent that was made before. */
export async function recordRequest(
  deps: ApiDependencies,
  request: FastifyRequest,
  requested: ChangeRequest,
): Promise<void> {
  const { change_id } = requested;
  await handleCommand(deps.log, {
    stream: changeStream(change_id),
    decider: changeDecider,
    cause: `requested ${change_id}`,
    context: { ...personContext(request), correlationId: change_id },
    assume: 'new',
    decide: (state) => requestChange(state, requested),
  });
}
