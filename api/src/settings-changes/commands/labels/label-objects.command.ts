import { changeResponseSchema } from '@tapwise/contract';
import { labelObjectsBodySchema, labelPaths } from '@tapwise/contract/labels';
import { existingLabel, labelWishes } from '@tapwise/domain';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { labelledObjects } from '../../labels/labelled-objects.ts';
import { ownLabels } from '../../labels/own-labels.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { changeIdOf } from '../accept-change.ts';
import { recordLabelChange, respondToLabelChange } from './record-label-change.ts';

/** `PUT labels/objects`: adds a label to objects and removes it from others, all at once. */
export function labelObjectsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.put(
    labelPaths.objects,
    {
      schema: { body: labelObjectsBodySchema, response: { 200: changeResponseSchema } },
      config: { right: 'act' },
      bodyLimit: 4 * 1024 * 1024,
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const change_id = changeIdOf(request);
      const applicationId = Number(body.application_id);
      const { application, state } = await ownLabels(settingsContext, session, applicationId);
      const response = () =>
        respondToLabelChange(settingsContext, request, reply, { applicationId, changeId: change_id });
      if (state.changes.has(change_id)) return response();
      const label = existingLabel(state, Number(body.id));
      const objects = await labelledObjects(
        settingsContext,
        application,
        labelWishes(body.add ?? [], body.remove ?? []),
      );
      await recordLabelChange(settingsContext, request, {
        application_id: applicationId,
        change_id,
        label,
        actor: { kind: 'person', account_id: session.account.account_id, source: null },
        comment: body.comment?.trim() || null,
        undoes: null,
        changed_at: settingsContext.deps.now().toISOString(),
        ...objects,
      });
      return response();
    },
  );
}
