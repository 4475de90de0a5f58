import { uuidV5 } from '@tapwise/adapters';
import type { Notice } from '@tapwise/contract/alerts';
import {
  type AlertNotice,
  type Alerts,
  alertMessageSpace,
  type Directory,
  type DomainEventOf,
  dayMs,
  findAlert,
  findApplication,
  groupNotices,
  isSnoozed,
  noticeName,
  noticesOf,
  silentNotice,
} from '@tapwise/domain';

const keptMs = 90 * dayMs;
const idOf = (text: string): string => uuidV5(alertMessageSpace, text);

/** Everything that the alerts of a team's applications said in the last 90 days, newest first. @param now Milliseconds. */
export function noticesOfTeam(alerts: Alerts, directory: Directory, teamId: number, now: number): AlertNotice[] {
  const ofEpisodes = [...alerts.episodes.values()].flatMap((episode) => {
    const application = findApplication(directory, episode.application_id);
    if (application?.team_id !== teamId) return [];
    const snoozes = findAlert(alerts, application, episode.alert_id)?.snoozes ?? [];
    return noticesOf(episode, snoozes, { idOf, now });
  });
  const silent = alerts.silent
    .filter(({ application_id, alert_id, key, reported_at }) => {
      const application = findApplication(directory, application_id);
      if (application?.team_id !== teamId) return false;
      const snoozes = findAlert(alerts, application, alert_id)?.snoozes ?? [];
      return !isSnoozed(snoozes, key, Date.parse(reported_at));
    })
    .map((unit) => silentNotice(unit, idOf));
  const kept = [...ofEpisodes, ...silent].filter(({ at }) => at > now - keptMs);
  return groupNotices(kept, idOf).sort((left, right) => right.at - left.at || (left.id < right.id ? -1 : 1));
}

type NoticedEvent = DomainEventOf<'AlertFired'> | DomainEventOf<'AlertRecovered'> | DomainEventOf<'AlertSilent'>;

/** Id of the notice of a unit that an event brings; `undefined`: none. */
export function noticeIdOf({ type, data }: NoticedEvent): string | undefined {
  if (type === 'AlertSilent') return silentNotice(data, idOf).id;
  return data.message === 'none' ? undefined : idOf(noticeName(data.episode_id, { kind: data.message, number: 1 }));
}

/** Notices as one person sees them. */
export function noticeResponses(alerts: Alerts, accountId: number, notices: readonly AlertNotice[]): Notice[] {
  const { through = 0, ids = [] } = alerts.reads.get(accountId) ?? {};
  const read = new Set(ids);
  return notices.map(({ id, unitIds, at, kind, severity, text, alertId, applicationId }) => ({
    id,
    at: new Date(at).toISOString(),
    kind,
    severity,
    text,
    link: `/client/automation/alerts/${alertId}?app=${applicationId}`,
    read: at <= through || read.has(id) || unitIds.every((unitId) => read.has(unitId)),
  }));
}
