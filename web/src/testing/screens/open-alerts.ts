import {
  alert,
  alertsResponse,
  budgetAlert,
  channel,
  channelsResponse,
  episode,
  episodesResponse,
  ownAlert,
  slackChannel,
  takenEpisode,
} from '../fixtures/alert-fixtures.ts';
import { openScreen, type ScreenOptions } from './open-screen.tsx';

export const alertCalls = '/api/asa/alerts';
export const channelCalls = '/api/asa/alert_channels';

/** Opens an address below Alerts of an account with three alerts, two open incidents and two channels. */
export const openAlerts = (path = '', options: ScreenOptions = {}) =>
  openScreen(`/client/automation/alerts${path}`, {
    ...options,
    responses: {
      [`GET ${alertCalls}`]: alertsResponse(alert(), budgetAlert, ownAlert),
      [`GET ${alertCalls}/episodes`]: episodesResponse(episode(), takenEpisode),
      [`GET ${channelCalls}`]: channelsResponse(channel(), slackChannel),
      [`PUT ${alertCalls}`]: { status: 'ok', id: 12, warnings: [] },
      [`DELETE ${alertCalls}`]: { status: 'ok' },
      [`POST ${alertCalls}/acknowledge`]: episodesResponse(),
      [`POST ${alertCalls}/snooze`]: episodesResponse(),
      [`POST ${channelCalls}`]: { status: 'ok', channel: channel() },
      [`PUT ${channelCalls}`]: { status: 'ok', channel: slackChannel },
      [`DELETE ${channelCalls}`]: { status: 'ok' },
      [`POST ${channelCalls}/test`]: { status: 'ok', delivered: true, http_status: 200, ms: 84, answer: 'ok' },
      'GET /api/account/collaborators': {
        status: 'ok',
        collaborators: [
          { email: 'ada@tapwise.example', name: 'Ada Example', accountId: 1, token: null, access: 'admin' },
          { email: 'ann@tapwise.example', name: 'Ann Weber', accountId: 2, token: null, access: 'member' },
          { email: 'new@tapwise.example', name: null, accountId: null, token: 't', access: 'member' },
        ],
      },
      ...options.responses,
    },
  });
