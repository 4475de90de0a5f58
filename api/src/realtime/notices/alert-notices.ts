import { type DomainEvent, type DomainEventOf, findApplication } from '@tapwise/domain';
import type { AlertsFollower } from '../../access/folds/alerts-follower.ts';
import { noticeIdOf, noticeResponses, noticesOfTeam } from '../../access/folds/team-notices.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { applicationRoom, type LiveServer } from '../live-server.ts';
import { teamRoom } from '../sockets/rights-watch.ts';

type EpisodeChange = DomainEventOf<'AlertFired'> | DomainEventOf<'AlertRecovered'>;
const isChange = (event: DomainEvent): event is EpisodeChange =>
  event.type === 'AlertFired' || event.type === 'AlertRecovered';

/** What an evaluation says of many units is one notice, so that what comes within this time is sent together. */
const gatherMs = 250;

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
  const gathered = new Map<number, GatheredNotices>();
  const gather = (teamId: number, unitId: string): void => {
    const waiting = gathered.get(teamId);
    if (waiting !== undefined) {
      waiting.unitIds.add(unitId);
      return;
    }
    const unitIds = new Set([unitId]);
    const send = (): void => {
      gathered.delete(teamId);
      noticeTeam(io, alerts, directory, { teamId, unitIds, now });
    };
    gathered.set(teamId, { unitIds, timer: setTimeout(send, gatherMs) });
  };
  const stop = alerts.listen((event) => {
    // What was in the log at the start is no news.
    if (!current) return;
    if (isChange(event)) reportChange(io, alerts, event);
    if (!isChange(event) && event.type !== 'AlertSilent') return;
    const unitId = noticeIdOf(event);
    const teamId = findApplication(directory.state, event.data.application_id)?.team_id;
    if (unitId !== undefined && teamId !== undefined) gather(teamId, unitId);
  });
  return () => {
    stop();
    for (const { timer } of gathered.values()) clearTimeout(timer);
  };
}

/** Notices of units that are sent to a team in a moment. */
interface GatheredNotices {
  readonly unitIds: Set<string>;
  readonly timer: NodeJS.Timeout;
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

interface TeamNotices {
  readonly teamId: number;
  readonly unitIds: ReadonlySet<string>;
  readonly now: () => Date;
}

/** Notices to each person of a team, oldest first, with how many that person has not read. One that is snoozed is none. */
function noticeTeam(
  io: LiveServer,
  alerts: AlertsFollower,
  directory: ApiDependencies['directory'],
  { teamId, unitIds, now }: TeamNotices,
): void {
  const notices = noticesOfTeam(alerts.state, directory.state, teamId, now().getTime());
  const changed = notices.filter((notice) => notice.unitIds.some((id) => unitIds.has(id)));
  const ids = new Set(changed.map(({ id }) => id));
  for (const id of io.sockets.adapter.rooms.get(teamRoom(teamId)) ?? []) {
    const socket = io.sockets.sockets.get(id);
    if (socket === undefined || socket.data.session.access === 'restricted') continue;
    const responses = noticeResponses(alerts.state, socket.data.session.account.account_id, notices);
    const unread = responses.filter(({ read }) => !read).length;
    for (const notice of responses.filter((response) => ids.has(response.id)).reverse())
      socket.emit('notice', { unread, notice });
  }
}
