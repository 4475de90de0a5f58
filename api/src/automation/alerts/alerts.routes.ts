import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { okSchema } from '@tapwise/contract';
import {
  alertPaths,
  alertsQuerySchema,
  alertsResponseSchema,
  type ChangeAlertBody,
  type ChangedAlertResponse,
  changeAlertBodySchema,
  changedAlertResponseSchema,
  createAlertBodySchema,
  deleteAlertBodySchema,
} from '@tapwise/contract/alerts';
import {
  type AlertEvent,
  type AlertUpdates,
  alertDecider,
  alertStream,
  builtInAlerts,
  builtInSettings,
  changeAlert,
  DomainError,
  defaultContent,
  deleteAlert,
  type EnteredAlertParts,
  type ExistingAlert,
  type OpenApplication,
  ownAlerts,
  ownRuleOf,
  wishAlertMails,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import { type ApiServer, ruleBodyLimit } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { alertResponse, responseContext } from './alert-response.ts';
import { createOwnAlert } from './own/create-alert.ts';
import { alertWarnings, readWritten } from './own/read-written.ts';
import { ownAlert, ownChannel } from './own-alert.ts';

const config = { right: 'act' } as const;

/** Alerts of an application: those that it has from the start, and those that people wrote. */
export function alertRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  app.get(
    alertPaths.alerts,
    { schema: { querystring: alertsQuerySchema, response: { 200: alertsResponseSchema } }, config },
    async (request) => {
      const { account } = sessionOf(request);
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      await alerts.caughtUp;
      const context = responseContext(alerts.state, account.team_id, deps.now().getTime());
      const all = [...builtInAlerts(alerts.state, application), ...ownAlerts(alerts.state, application)];
      return { status: 'ok' as const, alerts: all.map((alert) => alertResponse(context, alert, account.account_id)) };
    },
  );
  app.post(
    alertPaths.alerts,
    {
      schema: { body: createAlertBodySchema, response: { 200: changedAlertResponseSchema } },
      config,
      bodyLimit: ruleBodyLimit,
    },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      const entered = { application, body: request.body };
      const id = await app.teamTurns(request, () => createOwnAlert(settingsContext, request, reply, entered));
      return savedResponse(settingsContext, request, application, id);
    },
  );
  app.put(
    alertPaths.alerts,
    {
      schema: { body: changeAlertBodySchema, response: { 200: changedAlertResponseSchema } },
      config,
      bodyLimit: ruleBodyLimit,
    },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      await alerts.caughtUp;
      const alert = ownAlert(alerts.state, application, Number(request.body.id));
      const position = await change(settingsContext, request, { alert, application }, request.body);
      if (position !== undefined) {
        await alerts.reached(position);
        holdsUpTo(reply, position);
      }
      return savedResponse(settingsContext, request, application, alert.alertId);
    },
  );
  app.delete(
    alertPaths.alerts,
    { schema: { body: deleteAlertBodySchema, response: { 200: okSchema } }, config },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), Number(request.body.application_id));
      await alerts.caughtUp;
      const { alertId, kind } = ownAlert(alerts.state, application, Number(request.body.id));
      if (kind !== 'own') throw new DomainError('invalid_request', { message: 'This alert cannot be deleted' });
      const at = deps.now().toISOString();
      const order = { alert_id: alertId, application_id: application.application_id, at };
      const { position } = await append(settingsContext, request, alertId, (state) =>
        deleteAlert(state, { ...order, by: sessionOf(request).account.account_id }),
      );
      await alerts.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

/** An alert as the call that wrote or changed it is answered. */
function savedResponse(
  { deps, alerts }: SettingsContext,
  request: FastifyRequest,
  application: OpenApplication,
  alertId: number,
): ChangedAlertResponse {
  const { team_id, account_id } = sessionOf(request).account;
  const alert = ownAlert(alerts.state, application, alertId);
  const rule = ownRuleOf(alert);
  const response = alertResponse(responseContext(alerts.state, team_id, deps.now().getTime()), alert, account_id);
  const warnings = rule === undefined ? [] : alertWarnings(application, rule, null);
  return { status: 'ok', id: response.id, version: response.version, warnings, alert: response };
}

interface ChangedAlert {
  readonly alert: ExistingAlert;
  readonly application: OpenApplication;
}

/** @returns the position of what was recorded; `undefined` when nothing had to be. */
async function change(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  { alert, application }: ChangedAlert,
  { updates: { mail, settings, name, apply_to, automation_params, ...entered }, based_on }: ChangeAlertBody,
): Promise<bigint | undefined> {
  const { deps, alerts } = settingsContext;
  const { team_id, account_id } = sessionOf(request).account;
  const written = await readUpdatesOf(settingsContext, application, alert, { name, apply_to, automation_params });
  for (const id of entered.channels ?? []) ownChannel(alerts.state, team_id, id);
  const given = Object.entries(entered).filter(([, value]) => value !== undefined);
  const numbers = settings === undefined ? {} : { settings: readSettings(alert, settings) };
  const updates: AlertUpdates = { ...Object.fromEntries(given), ...written, ...numbers };
  const of = { alert_id: alert.alertId, application_id: alert.applicationId };
  const at = deps.now().toISOString();
  const { position, events } = await append(settingsContext, request, alert.alertId, (state) => {
    const defaults = alert.kind === 'own' ? null : defaultContent(alert.kind);
    const changed = changeAlert(state, { ...of, updates, defaults, based_on, by: account_id, at });
    const requested = mail === undefined ? [] : wishAlertMails(state, { ...of, account_id, mail, wished_at: at });
    return [...changed, ...requested];
  });
  return events.length === 0 ? undefined : position;
}

/**
 * What a person wrote anew of an alert. Other campaigns may have other currencies, in which the amounts of its rule are then.
 * @throws DomainError `bad_rule`, `not_found`; `invalid_request` for a built-in one.
 */
async function readUpdatesOf(
  settingsContext: SettingsContext,
  application: OpenApplication,
  alert: ExistingAlert,
  { name, apply_to, automation_params }: EnteredAlertParts,
): Promise<AlertUpdates> {
  if (name === undefined && apply_to === undefined && automation_params === undefined) return {};
  if (alert.kind !== 'own')
    throw new DomainError('invalid_request', { message: 'Name, campaigns and rule of this alert cannot be changed' });
  const rule = automation_params ?? (apply_to === undefined ? undefined : (alert.automation_params ?? undefined));
  const entered = { name, apply_to, automation_params: rule };
  return (await readWritten(settingsContext, application, entered, ownRuleOf(alert))).content;
}

/** The numbers of a built-in alert with those that were entered. @throws DomainError `invalid_request`. */
function readSettings(
  { kind, numbers }: ExistingAlert,
  entered: Readonly<Record<string, number | null>>,
): Record<string, number | null> {
  if (kind === 'own') throw new DomainError('invalid_request', { message: 'This alert has no settings' });
  const read = builtInSettings[kind].safeParse({ ...numbers[kind], ...entered });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = String(issue?.path[0] ?? 'settings');
  throw new DomainError('invalid_request', { message: `Enter a number: ${field}`, details: { field } });
}

const append = (
  { deps }: SettingsContext,
  request: FastifyRequest,
  alertId: number,
  decide: (state: ReturnType<typeof alertDecider.initialState>) => AlertEvent[],
) =>
  handleCommand(deps.log, {
    stream: alertStream(alertId),
    decider: alertDecider,
    cause: request.writeCall?.callId ?? randomUUID(),
    context: personContext(request),
    decide,
  });
