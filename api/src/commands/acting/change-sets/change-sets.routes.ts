import { randomUUID } from 'node:crypto';
import {
  appliedChangeSetAnswerSchema,
  changeSetAnswerSchema,
  changeSetBodySchema,
  changeSetsAnswerSchema,
  changeSetsPath,
  changeSetsQuerySchema,
  createChangeSetBodySchema,
} from '@tapwise/contract';
import {
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
import { ownApplication } from '../../../access/own-application.ts';
import type { Session } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../plugins/api-server.ts';
import { holdsUpTo } from '../../../plugins/log-position.ts';
import { sessionOf } from '../../../plugins/rights.plugin.ts';
import { readId } from '../../../queries/reports/report-parameters.ts';
import { type ChangeTarget, changeTarget } from '../accept-change.ts';
import { type Acting, presentCampaigns } from '../acting.ts';
import { applySet } from './apply-set.ts';
import { changeSetAnswer } from './change-set-answer.ts';
import { editSet, hasEdits } from './edit-set.ts';
import { type OwnChangeSet, ownChangeSet } from './own-change-set.ts';
import { takeStep } from './take-step.ts';
import { writeSet } from './write-set.ts';

const bodyLimit = 4 * 1024 * 1024;
const config = { right: 'act' } as const;
/** Newest sets of an application in one answer. */
const mostSets = 100;

/** Changes of settings that are collected, approved and made together. */
export function changeSetRoutes(app: ApiServer, acting: Acting): void {
  const { deps } = acting;
  const answerWith = async (session: Session, applicationId: number, id: string) => ({
    status: 'ok' as const,
    change_set: await changeSetAnswer(acting, session, await ownChangeSet(acting, session, applicationId, id)),
  });
  app.post(
    changeSetsPath,
    { schema: { body: createChangeSetBodySchema, response: { 200: changeSetAnswerSchema } }, config, bodyLimit },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const target = changeTarget(deps, session, body);
      const created = { ...(await readSet(acting, target, body)), ...authorOf(acting, session) };
      requireWritable(target.application, target.organization.org_id);
      const id = request.writeCall?.callId ?? randomUUID();
      const decide = (state: Parameters<typeof createChangeSet>[0]) =>
        createChangeSet(state, { change_set_id: id, ...created });
      holdsUpTo(reply, await writeSet(acting, request, { id, cause: 'created', decide }));
      return answerWith(session, target.application.application_id, id);
    },
  );
  app.put(
    changeSetsPath,
    {
      schema: {
        body: changeSetBodySchema,
        response: { 200: z.union([appliedChangeSetAnswerSchema, changeSetAnswerSchema]) },
      },
      config,
      bodyLimit,
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { body } = request;
      const { action } = body;
      const own = await ownChangeSet(acting, session, Number(body.application_id), body.id);
      if ((action === undefined) !== hasEdits(body)) throw eitherOr(action === undefined);
      if (action === 'apply') return applySet(acting, session, own, { body, request, reply });
      const position =
        action === undefined
          ? await editSet(acting, own, body, request)
          : await takeStep(acting, own, { ...body, action }, request);
      holdsUpTo(reply, position);
      return answerWith(session, own.set.application_id, own.set.change_set_id);
    },
  );
  listRoute(app, acting);
}

function listRoute(app: ApiServer, acting: Acting): void {
  app.get(
    changeSetsPath,
    { schema: { querystring: changeSetsQuerySchema, response: { 200: changeSetsAnswerSchema } }, config },
    async (request) => {
      const session = sessionOf(request);
      const { query } = request;
      const applicationId = readId(query, 'application_id');
      const sets =
        query.id === undefined
          ? await newestSets(acting, session, applicationId)
          : [await ownChangeSet(acting, session, applicationId, query.id)];
      const change_sets = [];
      for (const own of sets) change_sets.push(await changeSetAnswer(acting, session, own));
      return { status: 'ok' as const, change_sets };
    },
  );
}

async function newestSets(acting: Acting, session: Session, applicationId: number): Promise<OwnChangeSet[]> {
  const application = ownApplication(acting.deps, session, applicationId);
  const linked = new Set(application.organizations.map(({ org_id }) => org_id));
  const listed = [...acting.deps.directory.state.changeSets.values()]
    .filter((set) => set.application_id === applicationId && linked.has(set.org_id))
    .sort((left, right) => (left.created_at < right.created_at ? 1 : -1))
    .slice(0, mostSets);
  return Promise.all(listed.map(({ change_set_id: id }) => ownChangeSet(acting, session, applicationId, id)));
}

/** What a new set consists of. */
async function readSet(acting: Acting, { application, organization }: ChangeTarget, body: NewSet) {
  const { org_id, currency, time_zone } = organization;
  const { rows: given = [], schedule = null } = body;
  if (given.length > mostRows) throw new DomainError('too_many_rows');
  const campaigns = await presentCampaigns(acting, campaignsOf(given.map(({ key }) => key)));
  const states = new Map([...campaigns].map(([id, { state }]) => [id, state]));
  const scope = { orgId: org_id, adamId: application.adam_id, currency, campaigns: states };
  return {
    application_id: application.application_id,
    org_id,
    currency,
    rows: readSetRows(given, new Map(), scope),
    name: changeSetName(body.name),
    schedule: schedule === null ? null : readSchedule(schedule, time_zone, acting.deps.now().getTime()),
  };
}
type NewSet = z.infer<typeof createChangeSetBodySchema>;

const authorOf = ({ deps }: Acting, { account }: Session) => ({
  by: account.account_id,
  at: deps.now().toISOString(),
});

const eitherOr = (nothing: boolean): DomainError =>
  new DomainError('invalid_request', {
    message: nothing ? 'Nothing to change' : 'Give either an action or what is to be changed.',
    ...(nothing ? {} : { details: { field: 'action' } }),
  });
