import {
  guardrailsBodySchema,
  guardrailsPath,
  guardrailsResponseSchema,
  stopAllBodySchema,
  stopAllPath,
  stopAllResponseSchema,
} from '@tapwise/contract';
import {
  type ApplicationState,
  changeGuardrails,
  DomainError,
  type Guardrails,
  guardrailsField,
  guardrailsOf,
  releaseAutomaticWork,
  stopAutomaticWork,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { changeTeam } from '../../access/change-team.ts';
import { ownApplication } from '../../access/own-application.ts';
import { changeApplication } from '../../application/commands/application-command.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { guardrailsResponse, stopAll } from '../guardrails-response.ts';

/** Limits for changes of settings, and the switch that stops all automatic writes. */
export function guardrailRoutes(app: ApiServer, deps: ApiDependencies): void {
  app.put(
    guardrailsPath,
    {
      schema: { body: guardrailsBodySchema, response: { 200: guardrailsResponseSchema } },
      config: { right: 'manage_guardrails' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const application = ownApplication(deps, session, Number(request.body.application_id));
      const guardrails = merged(guardrailsOf(application), request.body.guardrails);
      const change = { guardrails, changed_by: session.account.account_id, changed_at: deps.now().toISOString() };
      const decide = (state: ApplicationState) => changeGuardrails(state, change);
      holdsUpTo(reply, await changeApplication(deps, personContext(request), application.application_id, decide));
      return guardrailsResponse(deps, ownApplication(deps, session, application.application_id));
    },
  );
  stopAllRoute(app, deps);
}

function stopAllRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    stopAllPath,
    { schema: { body: stopAllBodySchema, response: { 200: stopAllResponseSchema } }, config: { right: 'act' } },
    async (request, reply) => {
      const session = sessionOf(request);
      const { stop, application_id: applicationId } = request.body;
      const application_id =
        applicationId === undefined ? null : ownApplication(deps, session, Number(applicationId)).application_id;
      const command = { by: session.account.account_id, application_id, at: deps.now().toISOString() };
      const position = await changeTeam(deps, personContext(request), session.team.team_id, (state) =>
        stop ? stopAutomaticWork(state, command) : releaseAutomaticWork(state, command),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, stop_all: stopAll(deps, session.team.team_id, application_id) };
    },
  );
}

/** The present guardrails with the given fields. @throws DomainError `invalid_request`. */
function merged(
  current: Guardrails,
  updates: { readonly [Name in keyof Guardrails]?: object | undefined },
): Guardrails {
  const fields = Object.entries(updates).map(([name, settings]) => [
    name,
    { ...current[name as keyof Guardrails], ...settings },
  ]);
  const parsed = guardrailsField.safeParse({ ...current, ...Object.fromEntries(fields) });
  if (!parsed.success) throw new DomainError('invalid_request');
  return parsed.data;
}
