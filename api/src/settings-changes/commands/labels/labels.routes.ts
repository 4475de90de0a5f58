import { claimNumber, handleCommand } from '@tapwise/adapters';
import { okSchema } from '@tapwise/contract';
import {
  createdLabelResponseSchema,
  createLabelBodySchema,
  deleteLabelBodySchema,
  deleteLabelQuerySchema,
  labelPaths,
  renameLabelBodySchema,
} from '@tapwise/contract/labels';
import {
  createLabel,
  deleteLabel,
  existingLabel,
  type LabelEvent,
  type Labels,
  labelName,
  labelsDecider,
  labelsStream,
  renameLabel,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { ownLabels } from '../../labels/own-labels.ts';
import { rulesNamingLabel } from '../../labels/rules-naming-label.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { changeIdOf } from '../accept-change.ts';

const config = { right: 'act' } as const;
/** Those below are the demo's. */
const firstLabelId = 101;

/** Labels of an application: a new one, another name, and one that is deleted. */
export function labelRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps } = settingsContext;
  app.post(
    labelPaths.labels,
    { schema: { body: createLabelBodySchema, response: { 200: createdLabelResponseSchema } }, config },
    async (request, reply) => {
      const { body } = request;
      const { application, state } = await ownLabels(settingsContext, sessionOf(request), Number(body.application_id));
      const { application_id } = application;
      const { account_id, at: created_at } = whoAndWhen(settingsContext, request);
      const created = { application_id, name: labelName(body.name), account_id, created_at };
      // Refused before a number is claimed for it.
      createLabel(state, { ...created, label_id: 0 });
      const label_id = await claimNumber(deps.log, personContext(request), {
        purpose: 'label',
        first: firstLabelId,
      });
      const decide = (current: Labels) => createLabel(current, { ...created, label_id });
      holdsUpTo(reply, await change(settingsContext, request, application_id, decide));
      return { status: 'ok' as const, id: label_id };
    },
  );
  app.put(
    labelPaths.labels,
    { schema: { body: renameLabelBodySchema, response: { 200: okSchema } }, config },
    async (request, reply) => {
      const label = await ownLabel(settingsContext, request, request.body);
      const { account_id, at: renamed_at } = whoAndWhen(settingsContext, request);
      const data = { ...label, name: labelName(request.body.name), account_id, renamed_at };
      const decide = (current: Labels) => renameLabel(current, data);
      holdsUpTo(reply, await change(settingsContext, request, label.application_id, decide));
      return { status: 'ok' as const };
    },
  );
  app.delete(
    labelPaths.labels,
    {
      schema: {
        querystring: deleteLabelQuerySchema,
        body: deleteLabelBodySchema.nullish(),
        response: { 200: okSchema },
      },
      config,
    },
    async (request, reply) => {
      const { query } = request;
      const ids = request.body ?? { application_id: readId(query, 'application_id'), id: readId(query, 'id') };
      const label = await ownLabel(settingsContext, request, ids);
      const { account_id, at: deleted_at } = whoAndWhen(settingsContext, request);
      const rules = await rulesNamingLabel(settingsContext, label.application_id, label.label_id);
      const decide = (current: Labels) => deleteLabel(current, { ...label, account_id, deleted_at }, rules);
      holdsUpTo(reply, await change(settingsContext, request, label.application_id, decide));
      return { status: 'ok' as const };
    },
  );
}

function whoAndWhen({ deps }: SettingsContext, request: FastifyRequest) {
  return { account_id: sessionOf(request).account.account_id, at: deps.now().toISOString() };
}

/** A label of the application. @throws DomainError `not_found`. */
async function ownLabel(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  ids: { readonly application_id: number | string; readonly id: number | string },
): Promise<{ application_id: number; label_id: number }> {
  const { application, state } = await ownLabels(settingsContext, sessionOf(request), Number(ids.application_id));
  const { label_id } = existingLabel(state, Number(ids.id));
  return { application_id: application.application_id, label_id };
}

/** @returns the position of what was appended. */
async function change(
  { deps }: SettingsContext,
  request: FastifyRequest,
  applicationId: number,
  decide: (state: Labels) => readonly LabelEvent[],
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: labelsStream(applicationId),
    decider: labelsDecider,
    cause: `labels ${changeIdOf(request)}`,
    context: personContext(request),
    decide,
  });
  return position;
}
