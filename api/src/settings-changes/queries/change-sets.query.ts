import { changeSetsPath, changeSetsQuerySchema, changeSetsResponseSchema } from '@tapwise/contract';
import { ownApplication } from '../../access/own-application.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeSetResponse } from '../change-set-response.ts';
import { type OwnChangeSet, ownChangeSet } from '../own-change-set.ts';
import type { SettingsContext } from '../settings-context.ts';

/** `GET change_sets`: one set, or the newest of an application. */
export function changeSetsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.get(
    changeSetsPath,
    {
      schema: { querystring: changeSetsQuerySchema, response: { 200: changeSetsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const session = sessionOf(request);
      const { query } = request;
      const applicationId = readId(query, 'application_id');
      const sets =
        query.id === undefined
          ? await newestSets(settingsContext, session, applicationId)
          : [await ownChangeSet(settingsContext, session, applicationId, query.id)];
      const change_sets = [];
      for (const set of sets) change_sets.push(await changeSetResponse(settingsContext, session, set));
      return { status: 'ok' as const, change_sets };
    },
  );
}

/** Newest sets of an application in one answer. */
const mostSets = 100;

async function newestSets(
  settingsContext: SettingsContext,
  session: Session,
  applicationId: number,
): Promise<OwnChangeSet[]> {
  const application = ownApplication(settingsContext.deps, session, applicationId);
  const linked = new Set(application.organizations.map(({ org_id }) => org_id));
  const listed = [...settingsContext.deps.directory.state.changeSets.values()]
    .filter((set) => set.application_id === applicationId && linked.has(set.org_id))
    .sort((left, right) => (left.created_at < right.created_at ? 1 : -1))
    .slice(0, mostSets);
  return Promise.all(listed.map(({ change_set_id: id }) => ownChangeSet(settingsContext, session, applicationId, id)));
}
