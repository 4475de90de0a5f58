import type { FoldFollower } from '@tapwise/adapters';
import {
  type AlertChannel,
  type AlertEpisode,
  type Alerts,
  type ChannelMessages,
  type ChannelPlan,
  type Directory,
  type EpisodeOfAlert,
  findAlert,
  findApplication,
  isSnoozed,
  noMessages,
  planMessages,
} from '@tapwise/domain';
import { type StandingProcess, standingProcess } from '../../start/keep-standing.ts';
import { sendAlertsProcess } from './send-alerts.contract.ts';

/** Incidents of a team's applications with what decides about their messages. Those of an evaluation wait until all of it is recorded. */
export function episodesOfTeam(alerts: Alerts, directory: Directory, teamId: number): EpisodeOfAlert[] {
  return [...alerts.episodes.values()].flatMap((episode) => {
    const application = findApplication(directory, episode.application_id);
    if (application === undefined || application.team_id !== teamId) return [];
    const alert = findAlert(alerts, application, episode.alert_id);
    const isBegun = alerts.units.get(episode.alert_id)?.begun?.slot === episode.slot;
    return alert === undefined || isBegun ? [] : [{ episode, snoozes: alert.snoozes, channels: alert.channels }];
  });
}

/** Incidents that may be sent to a channel now, by id: those of alerts that name it, not closed by an edit and not snoozed. */
export function episodesToSend(
  alerts: Alerts,
  directory: Directory,
  { team_id, channel_id }: AlertChannel,
  now: number,
): ReadonlyMap<string, AlertEpisode> {
  const current = episodesOfTeam(alerts, directory, team_id).filter(
    ({ episode, snoozes, channels }) =>
      episode.closedAt === null && channels.includes(channel_id) && !isSnoozed(snoozes, episode.key, now),
  );
  return new Map(current.map(({ episode }) => [episode.episode_id, episode]));
}

/** What a channel has to send. @param now Milliseconds. */
export const planOf = (alerts: Alerts, directory: Directory, channel: AlertChannel, now: number): ChannelPlan =>
  planMessages(
    channel,
    episodesOfTeam(alerts, directory, channel.team_id),
    alerts.messages.get(channel.channel_id) ?? noMessages,
    now,
  );

/** A process for each channel that something waits for, also when it was removed or disabled; woken when something about alerts was recorded. */
export function standingChannels(
  { state: alerts }: Pick<FoldFollower<Alerts>, 'state'>,
  { state: directory }: Pick<FoldFollower<Directory>, 'state'>,
  now: number,
): StandingProcess[] {
  const channels = [...alerts.channels.values()].flat();
  const open = [...alerts.messages].flatMap(([id, messages]) => (hasOpenMessage(messages) ? [id] : []));
  const due = channels.flatMap((channel) => {
    const plan = planOf(alerts, directory, channel, now);
    return plan.due.length > 0 || plan.nextAt !== null ? [channel.channel_id] : [];
  });
  return [...new Set([...open, ...due])].map((channel_id) =>
    standingProcess(sendAlertsProcess, { channel_id }, alerts.position),
  );
}

const hasOpenMessage = ({ messages }: ChannelMessages): boolean =>
  Object.values(messages).some(({ state }) => state === 'open');
