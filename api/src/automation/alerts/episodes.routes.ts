import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import {
  acknowledgeBodySchema,
  alertPaths,
  episodesQuerySchema,
  episodesResponseSchema,
  snoozeBodySchema,
} from '@tapwise/contract/alerts';
import {
  type AlertEpisode,
  acknowledgeEpisode,
  alertDecider,
  alertEpisodesStream,
  alertStream,
  alertUnitsDecider,
  DomainError,
  episodesOfApplication,
  findAlert,
  isOpenEpisode,
  longestSnoozeMs,
  type OpenApplication,
  snoozeAlert,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId, readIdText } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { episodeResponse, responseContext } from './alert-response.ts';
import { ownAlert, ownEpisode } from './own-alert.ts';
import { requireUnit } from './snoozed-unit.ts';

const config = { right: 'act' } as const;
const pageLength = 50;

/** Incidents of alerts: what there is, who has seen it, and what is not to be sent for a while. */
export function episodeRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  app.get(alertPaths.episodes, { schema: { querystring: episodesQuerySchema, response }, config }, async (request) => {
    const { alert_id, key, open, before } = request.query;
    const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
    await alerts.caughtUp;
    const alert =
      alert_id === undefined ? undefined : ownAlert(alerts.state, application, readIdText(alert_id, 'alert_id'));
    const all = episodesOfApplication(alerts.state, application.application_id).toReversed();
    // A page begins after an incident that perhaps has ended since, and is not among those asked for any more.
    const last = before === undefined ? -1 : all.indexOf(ownEpisode(alerts.state, application, before));
    const matching = all
      .slice(last + 1)
      .filter((episode) => alert === undefined || episode.alert_id === alert.alertId)
      .filter((episode) => key === undefined || episode.key === key)
      .filter((episode) => open === undefined || isOpenEpisode(episode) === (open === 'true'));
    return respond(settingsContext, request, application, matching.slice(0, pageLength));
  });
  acknowledgeRoute(app, settingsContext);
  snoozeRoute(app, settingsContext);
}

const response = { 200: episodesResponseSchema };

function acknowledgeRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  app.post(
    alertPaths.acknowledge,
    { schema: { body: acknowledgeBodySchema, response }, config },
    async (request, reply) => {
      const { application_id, episode_ids, note = null } = request.body;
      const application = ownApplication(deps, sessionOf(request), Number(application_id));
      await alerts.caughtUp;
      const episodes = [...new Set(episode_ids)].map((id) => ownEpisode(alerts.state, application, id));
      for (const { episode_id, alert_id } of episodes.filter(isOpenEpisode)) {
        const { position } = await handleCommand(deps.log, {
          stream: alertEpisodesStream(alert_id),
          decider: alertUnitsDecider,
          cause: `acknowledged ${episode_id}`,
          context: personContext(request),
          decide: (state) =>
            acknowledgeEpisode(state, {
              alert_id,
              application_id: application.application_id,
              episode_id,
              note,
              acknowledged_by: sessionOf(request).account.account_id,
              acknowledged_at: deps.now().toISOString(),
            }),
        });
        await alerts.reached(position);
        holdsUpTo(reply, position);
      }
      const current = episodes.map(({ episode_id }) => ownEpisode(alerts.state, application, episode_id));
      return respond(settingsContext, request, application, current);
    },
  );
}

function snoozeRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, alerts } = settingsContext;
  app.post(alertPaths.snooze, { schema: { body: snoozeBodySchema, response }, config }, async (request, reply) => {
    const { application_id, alert_id, key = null, until } = request.body;
    const application = ownApplication(deps, sessionOf(request), Number(application_id));
    await alerts.caughtUp;
    const { alertId } = ownAlert(alerts.state, application, Number(alert_id));
    if (key !== null && until !== null) await requireUnit(settingsContext, application, key);
    const now = deps.now().getTime();
    const { position } = await handleCommand(deps.log, {
      stream: alertStream(alertId),
      decider: alertDecider,
      cause: request.writeCall?.callId ?? randomUUID(),
      context: personContext(request),
      decide: (state) =>
        snoozeAlert(state, {
          alert_id: alertId,
          application_id: application.application_id,
          key,
          until: until === null ? null : readEnd(until, now),
          snoozed_by: sessionOf(request).account.account_id,
          snoozed_at: new Date(now).toISOString(),
        }),
    });
    await alerts.reached(position);
    holdsUpTo(reply, position);
    const episodes = episodesOfApplication(alerts.state, application.application_id).filter(
      (episode) => episode.alert_id === alertId && (key === null || episode.key === key) && isOpenEpisode(episode),
    );
    return respond(settingsContext, request, application, episodes);
  });
}

/** @throws DomainError `invalid_request` for an instant that is over or further away than a snooze may last. */
function readEnd(text: string, now: number): string {
  const until = Date.parse(text);
  if (Number.isNaN(until) || until <= now || until > now + longestSnoozeMs) {
    const message = 'An alert can be snoozed for at most 30 days';
    throw new DomainError('invalid_request', { message, details: { field: 'until' } });
  }
  return new Date(until).toISOString();
}

function respond(
  { deps, alerts }: SettingsContext,
  request: FastifyRequest,
  application: OpenApplication,
  episodes: readonly AlertEpisode[],
) {
  const context = responseContext(alerts.state, sessionOf(request).account.team_id, deps.now().getTime());
  return {
    status: 'ok' as const,
    episodes: episodes.map((episode) =>
      episodeResponse(context, episode, findAlert(alerts.state, application, episode.alert_id)),
    ),
  };
}
