import { handleCommand } from '@tapwise/adapters';
import { changeLabelObjects, type LabelChange, labelsDecider, labelsStream } from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { labelChangeResponse, readLabelChange } from '../../labels/label-change.ts';
import type { SettingsContext } from '../../settings-context.ts';

/** Records a change of labels, once. */
export async function recordLabelChange(
  { deps }: SettingsContext,
  request: FastifyRequest,
  change: LabelChange,
): Promise<void> {
  await handleCommand(deps.log, {
    stream: labelsStream(change.application_id),
    decider: labelsDecider,
    cause: `labelled ${change.change_id}`,
    context: { ...personContext(request), correlationId: change.change_id },
    decide: (state) => changeLabelObjects(state, change),
  });
}

/** Answers with a change of labels that was recorded by this call or an earlier attempt at it. */
export async function respondToLabelChange(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { applicationId, changeId }: { readonly applicationId: number; readonly changeId: string },
) {
  // From here on the same call must be given this answer, whatever it is.
  request.changed = true;
  const recorded = await readLabelChange(settingsContext, applicationId, changeId);
  if (recorded === undefined) throw new Error(`The change ${changeId} is not in the log`);
  holdsUpTo(reply, recorded.position);
  const { http, response } = labelChangeResponse(recorded.data);
  void reply.code(http);
  return response;
}
