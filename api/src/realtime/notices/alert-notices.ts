import { type DomainEvent, type DomainEventOf, findApplication } from '@tapwise/domain';
import type { AlertsFollower } from '../../access/folds/alerts-follower.ts';
import { noticeIdOf, noticeResponses, noticesOfTeam } from '../../access/folds/team-notices.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';
import { teamRoom } from '../sockets/rights-watch.ts';

type EpisodeChange = DomainEventOf<'AlertFired'> | DomainEventOf<'AlertRecovered'>;
const isChange = (event: DomainEvent): event is EpisodeChange =>
  event.type === 'AlertFired' || event.type === 'AlertRecovered';

/**
 * Sends to those who may see alerts that one fired or recovered, and to each person of the team the notice of it; and that there has
 * been no data.
 * @returns what stops that.
 */
export function noticeAlerts(
  io: LiveServer,
  alerts: AlertsFollower,
  { directory, now }: Pick<ApiDependencies, 'directory' | 'now'>,
): () => void {
  let current = false;
  void alerts.caughtUp.then(() => {
    current = true;
  });
  return alerts.listen((event) => {
    // What was in the log at the start is no news.
    if (!current) return;
    if (isChange(event)) reportChange(io, alerts, event);
    if (!isChange(event) && event.type !== 'AlertSilent') return;
    const noticeId = noticeIdOf(event);
    const teamId = findApplication(directory.state, event.data.application_id)?.team_id;
    if (noticeId !== undefined && teamId !== undefined) noticeTeam(io, alerts, directory, { teamId, noticeId, now });
  });
}

/** That an alert fired or recovered, to those who may see it. */
function reportChange(io: LiveServer, alerts: AlertsFollower, event: EpisodeChange): void {
  const { application_id, alert_id, episode_id, key } = event.data;
  const episode = alerts.state.episodes.get(episode_id);
  if (episode === undefined) return;
  const firing = event.type === 'AlertFired' && event.data.message !== 'fired' ? 'unsteady' : 'firing';
  const state = event.type === 'AlertFired' ? firing : 'recovered';
  const { severity } = episode;
  io.to(applicationRoom(application_id, false)).emit('alert', { alert_id, episode_id, key, state, severity });
}

interface TeamNotice {
  readonly teamId: number;
  readonly noticeId: string;
  readonly now: () => Date;
}

/** A notice to each person of a team, with how many that person has not read. One that is snoozed is none. */
function noticeTeam(
  io: LiveServer,
  alerts: AlertsFollower,
  directory: ApiDependencies['directory'],
  { teamId, noticeId, now }: TeamNotice,
): void {
  const notices = noticesOfTeam(alerts.state, directory.state, teamId, now().getTime());
  for (const id of io.sockets.adapter.rooms.get(teamRoom(teamId)) ?? []) {
    const socket = io.sockets.sockets.get(id);
    if (socket === undefined || socket.data.session.access === 'restricted') continue;
    const responses = noticeResponses(alerts.state, socket.data.session.account.account_id, notices);
    const notice = responses.find((response) => response.id === noticeId);
    if (notice !== undefined) socket.emit('notice', { unread: responses.filter(({ read }) => !read).length, notice });
  }
}
