import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { okSchema } from '@tapwise/contract';
import {
  alertPaths,
  changeChannelBodySchema,
  channelResponseSchema,
  channelsQuerySchema,
  channelsResponseSchema,
  createChannelBodySchema,
  ofChannelBodySchema,
} from '@tapwise/contract/alerts';
import {
  type AlertChannel,
  type AlertChannels,
  addChannel,
  alertChannelsStream,
  type ChannelEvent,
  changeChannel,
  channelIn,
  channelsDecider,
  channelsOf,
  DomainError,
  removeChannel,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { channelResponse } from './channel-response.ts';
import { ownChannel } from './own-alert.ts';
import { emptyChannel, newChannelSecret, readChannel } from './read-channel.ts';

const config = { right: 'act' } as const;

/** Where alerts of a team are sent to. */
export function channelRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  const response = { 200: channelResponseSchema };
  app.get(
    alertPaths.channels,
    { schema: { querystring: channelsQuerySchema, response: { 200: channelsResponseSchema } }, config },
    async (request) => {
      await alerts.caughtUp;
      const teamChannels = channelsOf(alerts.state, sessionOf(request).account.team_id);
      const channels = await Promise.all(teamChannels.map((channel) => channelResponse(deps, alerts.state, channel)));
      return { status: 'ok' as const, channels };
    },
  );
  app.post(
    alertPaths.channels,
    { schema: { body: createChannelBodySchema, response }, config },
    async (request, reply) => {
      const { kind, token: _, comment: __, confirm_guardrails: ___, ...entered } = request.body;
      const session = sessionOf(request);
      const { team_id, account_id } = session.account;
      requireOwnAddress(session, kind);
      if (kind !== 'mail' && entered.url === undefined) throw new DomainError('invalid_address');
      const read = await readChannel(deps, session, kind, { name: '', ...peopleOf(kind), ...entered });
      const secret = kind === 'webhook' ? await newChannelSecret(deps, team_id) : null;
      const content = { ...emptyChannel, ...read, secret };
      const channel_id = request.writeCall?.callId ?? randomUUID();
      const added_at = deps.now().toISOString();
      const { position } = await append(settingsContext, request, (state) =>
        addChannel(state, { team_id, channel_id, kind, content, added_by: account_id, added_at }),
      );
      await alerts.reached(position);
      holdsUpTo(reply, position);
      const stored = ownChannel(alerts.state, team_id, channel_id);
      const channel = await channelResponse(deps, alerts.state, stored);
      // A repeated call has added nothing: what counts is the secret of the first one.
      const webhook_secret = stored.secret === null ? undefined : await deps.vault.decrypt(stored.secret);
      return { status: 'ok' as const, channel, ...(webhook_secret === undefined ? {} : { webhook_secret }) };
    },
  );
  changeRoutes(app, settingsContext);
}

function changeRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  const response = { 200: channelResponseSchema };
  app.put(
    alertPaths.channels,
    { schema: { body: changeChannelBodySchema, response }, config },
    async (request, reply) => {
      const { id, token: _, comment: __, confirm_guardrails: ___, ...entered } = request.body;
      const session = sessionOf(request);
      const { team_id, account_id: by } = session.account;
      await alerts.caughtUp;
      const { kind } = ownChannel(alerts.state, team_id, id);
      requireOwnAddress(session, kind);
      const updates = await readChannel(deps, session, kind, entered);
      const at = deps.now().toISOString();
      const { position } = await append(settingsContext, request, (state) =>
        changeChannel(state, { channel_id: id, updates, by, at }),
      );
      await alerts.reached(position);
      holdsUpTo(reply, position);
      return {
        status: 'ok' as const,
        channel: await channelResponse(deps, alerts.state, ownChannel(alerts.state, team_id, id)),
      };
    },
  );
  app.delete(
    alertPaths.channels,
    { schema: { body: ofChannelBodySchema, response: { 200: okSchema } }, config },
    async (request, reply) => {
      const session = sessionOf(request);
      const { id: channel_id } = request.body;
      const order = { channel_id, by: session.account.account_id, at: deps.now().toISOString() };
      const { position } = await append(settingsContext, request, (state) => {
        requireOwnAddress(session, channelIn(state, channel_id).kind);
        return removeChannel(state, order);
      });
      await alerts.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

/**
 * The demo is shared: an address that one visitor enters would have the messages of all.
 * @throws DomainError `demo_account`.
 */
function requireOwnAddress({ team }: Session, kind: AlertChannel['kind']): void {
  if (team.demo && kind !== 'mail') throw new DomainError('demo_account');
}

/** A mail channel without people is refused in words of its own. */
const peopleOf = (kind: string) => (kind === 'mail' ? { account_ids: [] } : {});

const append = (
  { deps }: SettingsContext,
  request: FastifyRequest,
  decide: (state: AlertChannels) => readonly ChannelEvent[],
) =>
  handleCommand(deps.log, {
    stream: alertChannelsStream(sessionOf(request).account.team_id),
    decider: channelsDecider,
    cause: request.writeCall?.callId ?? randomUUID(),
    context: personContext(request),
    decide,
  });
