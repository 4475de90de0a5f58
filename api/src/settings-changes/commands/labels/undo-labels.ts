import type { ChangeResponse } from '@tapwise/contract';
import {
  changeLabelObjects,
  type LabelChange,
  labelsStream,
  type OpenApplication,
  type UndoWish,
  undoLabelWishes,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { labelChangeResponse, type RecordedLabelChange } from '../../labels/label-change.ts';
import { labelledObjects } from '../../labels/labelled-objects.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { recordLabelChange, respondToLabelChange } from './record-label-change.ts';

/** How a change of labels is to be taken back. */
export interface LabelUndo {
  readonly application: OpenApplication;
  readonly undone: RecordedLabelChange;
  readonly changeId: string;
  readonly comment: string | undefined;
  readonly dryRun: boolean;
  readonly wish: UndoWish;
}

/** Takes a change of labels back, or says what that would come to. Labels are ours alone, so no one else is asked. */
export async function undoLabels(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { application, undone, changeId, comment, dryRun, wish }: LabelUndo,
): Promise<ChangeResponse> {
  const { application_id, label_id, name, change_id: undoes } = undone.data;
  const { account_id } = sessionOf(request).account;
  const change: LabelChange = {
    application_id,
    change_id: changeId,
    label: { label_id, name },
    actor: { kind: 'undo', account_id, source: undoes },
    comment: comment?.trim() || null,
    undoes,
    changed_at: new Date(wish.now).toISOString(),
    ...(await labelledObjects(settingsContext, application, undoLabelWishes(undone.data, wish))),
  };
  if (dryRun) return foresee(settingsContext, change);
  await recordLabelChange(settingsContext, request, change);
  return respondToLabelChange(settingsContext, request, reply, { applicationId: application_id, changeId });
}

async function foresee({ labels }: SettingsContext, change: LabelChange): Promise<ChangeResponse> {
  const { state } = await labels.current(labelsStream(change.application_id));
  const [event] = changeLabelObjects(state, change);
  if (event?.type !== 'LabelObjectsChanged') throw new Error('An undo of labels has no event');
  const { settings_currency, results, counts } = labelChangeResponse(event.data).response;
  return { status: 'ok', settings_currency, results, counts };
}
