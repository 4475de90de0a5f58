import { randomUUID } from 'node:crypto';
import { claimNumber, handleCommand } from '@tapwise/adapters';
import type { CreateAlertBody } from '@tapwise/contract/alerts';
import {
  alertDecider,
  alertMadeBy,
  alertStream,
  createAlert,
  firstAutomationId,
  type OpenApplication,
  ownAlerts,
  refuseMoreAlerts,
  usualPatience,
} from '@tapwise/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import type { SettingsContext } from '../../../settings-changes/settings-context.ts';
import { integrated } from '../../own-rule.ts';
import { ownChannel } from '../own-alert.ts';
import { readWritten } from './read-written.ts';

/**
 * Stores an alert that a person writes.
 * @returns its id; a repeated call gives that of the first time.
 * @throws DomainError `bad_rule` with every fault; `not_found` for what is not the application's or the team's; `too_many`.
 */
export async function createOwnAlert(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { application, body }: { readonly application: OpenApplication; readonly body: CreateAlertBody },
): Promise<number> {
  const { deps, alerts } = settingsContext;
  const { application_id } = integrated(application);
  await alerts.caughtUp;
  const change_id = request.writeCall?.callId ?? randomUUID();
  const existing = alertMadeBy(alerts.state, change_id);
  if (existing !== undefined) return existing;
  const { team_id, account_id: created_by } = sessionOf(request).account;
  const { name = null, apply_to = {}, automation_params = {}, on = true, severity = 'normal', channels = [] } = body;
  const written = await readWritten(settingsContext, application, { name, apply_to, automation_params });
  for (const channelId of channels) ownChannel(alerts.state, team_id, channelId);
  refuseMoreAlerts(ownAlerts(alerts.state, application).length);
  const patience = written.rule === undefined ? 1 : usualPatience(written.rule);
  const settings = { on, severity, for: body.for ?? patience, clear: body.clear ?? patience, channels, settings: null };
  const content = { name: '', apply_to: null, automation_params: null, ...settings, ...written.content };
  const alert_id = await claimNumber(deps.log, personContext(request), {
    purpose: 'automation',
    first: firstAutomationId,
  });
  const created_at = deps.now().toISOString();
  const { position } = await handleCommand(deps.log, {
    stream: alertStream(alert_id),
    decider: alertDecider,
    cause: `created ${alert_id}`,
    context: personContext(request),
    assume: 'new',
    decide: (state) => createAlert(state, { alert_id, application_id, content, change_id, created_by, created_at }),
  });
  await alerts.reached(position);
  holdsUpTo(reply, position);
  return alert_id;
}
