import { randomUUID } from 'node:crypto';
import {
  appliedChangeSetResponseSchema,
  changeSetBodySchema,
  changeSetResponseSchema,
  changeSetsPath,
  createChangeSetBodySchema,
} from '@tapwise/contract';
import {
  type ChangeSetFold,
  campaignsOf,
  changeSetName,
  createChangeSet,
  DomainError,
  mostRows,
  readSchedule,
  readSetRows,
  requireWritable,
} from '@tapwise/domain';
import { z } from 'zod';
import type { Session } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { changeSetResponse } from '../../change-set-response.ts';
import { type ChangeTarget, changeTarget } from '../../change-target.ts';
import { entryLimits } from '../../entry-limits.ts';
import { ownChangeSet } from '../../own-change-set.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-context.ts';
import { applySet } from './apply-set.ts';
import { editSet, hasEdits } from './edit-set.ts';
import { applyStep } from './take-step.ts';
import { writeSet } from './write-set.ts';

const bodyLimit = 4 * 1024 * 1024;
const config = { right: 'act' } as const;

/** Changes of settings that are collected, approved and made together. */
export function changeSetRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  const responseFor = async (session: Session, applicationId: number, id: string) => ({
    status: 'ok' as const,
    change_set: await changeSetResponse(
      settingsContext,
      session,
      await ownChangeSet(settingsContext, session, applicationId, id),
    ),
  });
  app.post(
    changeSetsPath,
    { schema: { body: createChangeSetBodySchema, response: { 200: changeSetResponseSchema } }, config, bodyLimit },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const target = changeTarget(deps, session, body);
      const created = { ...(await readSet(settingsContext, target, body)), ...authorOf(settingsContext, session) };
      requireWritable(target.application, target.organization.org_id, deps.appleAds.version);
      const id = request.writeCall?.callId ?? randomUUID();
      const decide = (state: ChangeSetFold) => createChangeSet(state, { change_set_id: id, ...created });
      holdsUpTo(reply, await writeSet(settingsContext, request, { id, cause: 'created', decide }));
      return responseFor(session, target.application.application_id, id);
    },
  );
  app.put(
    changeSetsPath,
    {
      schema: {
        body: changeSetBodySchema,
        response: { 200: z.union([appliedChangeSetResponseSchema, changeSetResponseSchema]) },
      },
      config,
      bodyLimit,
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const { action } = body;
      const changeSetTarget = await ownChangeSet(settingsContext, session, Number(body.application_id), body.id);
      if ((action === undefined) !== hasEdits(body)) throw eitherOr(action === undefined);
      if (action === 'apply') return applySet(settingsContext, session, changeSetTarget, { body, request, reply });
      const position =
        action === undefined
          ? await editSet(settingsContext, changeSetTarget, body, request)
          : await applyStep(settingsContext, changeSetTarget, { ...body, action }, request);
      holdsUpTo(reply, position);
      return responseFor(session, changeSetTarget.set.application_id, changeSetTarget.set.change_set_id);
    },
  );
}

/** What a new set consists of. */
async function readSet(settingsContext: SettingsContext, { application, organization }: ChangeTarget, body: NewSet) {
  const { org_id, currency, time_zone } = organization;
  const { rows: enteredRows = [], schedule = null } = body;
  if (enteredRows.length > mostRows) throw new DomainError('too_many_rows');
  const campaigns = await presentCampaigns(settingsContext, campaignsOf(enteredRows.map(({ key }) => key)));
  const states = new Map([...campaigns].map(([id, { state }]) => [id, state]));
  const limits = entryLimits(settingsContext.deps);
  const scope = { orgId: org_id, adamId: application.adam_id, currency, limits, campaigns: states };
  return {
    application_id: application.application_id,
    org_id,
    currency,
    rows: readSetRows(enteredRows, new Map(), scope),
    name: changeSetName(body.name),
    schedule: schedule === null ? null : readSchedule(schedule, time_zone, settingsContext.deps.now().getTime()),
  };
}
type NewSet = z.infer<typeof createChangeSetBodySchema>;

const authorOf = ({ deps }: SettingsContext, { account }: Session) => ({
  by: account.account_id,
  at: deps.now().toISOString(),
});

const eitherOr = (nothing: boolean): DomainError =>
  new DomainError('invalid_request', {
    message: nothing ? 'Nothing to change' : 'Give either an action or what is to be changed.',
    ...(nothing ? {} : { details: { field: 'action' } }),
  });
