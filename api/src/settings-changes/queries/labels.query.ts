import { labelPaths, labelsQuerySchema, labelsResponseSchema } from '@tapwise/contract/labels';
import { countLabelledObjects } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { ownLabels, sortedLabels } from '../labels/own-labels.ts';
import type { SettingsContext } from '../settings-context.ts';

/** `GET labels`: the labels of an application, and how many objects have each. */
export function labelsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    labelPaths.labels,
    { schema: { querystring: labelsQuerySchema, response: { 200: labelsResponseSchema } }, config: { right: 'act' } },
    async (request) => {
      const { state } = await ownLabels(settingsContext, sessionOf(request), readId(request.query, 'application_id'));
      const objects = countLabelledObjects(state);
      const labels = sortedLabels(state).map(({ label_id: id, name }) => ({ id, name, objects: objects.get(id) ?? 0 }));
      return { status: 'ok' as const, labels };
    },
  );
}
