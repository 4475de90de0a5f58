import type { DomainEvent } from '../../event-catalogue.ts';
import { dayMs } from '../../shared/calendar/days.ts';
import { type ChannelEvent, channelEvents } from './channel/channel.events.ts';
import { type AlertChannel, type AlertChannels, channelsDecider } from './channel/channels.decider.ts';
import { type AlertEpisode, episodeOf, isOpenEpisode } from './episode/alert-episode.ts';
import { type AlertUnits, alertUnitsDecider } from './episode/alert-units.ts';
import { type EpisodeEvent, episodeEvents } from './episode/episode.events.ts';
import { type AlertMessageEvent, alertMessageEvents } from './message/alert-message.events.ts';
import { type ChannelMessages, channelMessagesDecider } from './message/message.decider.ts';
import { applyRead, type ReadNotices, type SilentUnit } from './notice/notices.ts';
import { type AlertRecord, alertDecider } from './settings/alert.decider.ts';
import { type AlertEvent, alertEvents } from './settings/alert.events.ts';

/** All alerts with their incidents, channels and messages, kept current by following the log. Changed in place, by `evolveAlerts` alone. */
export interface Alerts {
  /** Commit position up to which events are in; -1 before the first. */
  position: bigint;
  readonly records: Map<number, AlertRecord>;
  readonly units: Map<number, AlertUnits>;
  /** By id, oldest first; those that ended long ago are only in the log. */
  readonly episodes: Map<string, AlertEpisode>;
  /** Oldest first. */
  readonly silent: SilentUnit[];
  /** By team. */
  readonly channels: Map<number, AlertChannels>;
  /** By channel. */
  readonly messages: Map<string, ChannelMessages>;
  /** By account. */
  readonly reads: Map<number, ReadNotices>;
}

export const createAlerts = (): Alerts => ({
  position: -1n,
  records: new Map(),
  units: new Map(),
  episodes: new Map(),
  silent: [],
  channels: new Map(),
  messages: new Map(),
  reads: new Map(),
});

const typesOf = (events: readonly { readonly type: string }[]): ReadonlySet<string> =>
  new Set(events.map(({ type }) => type));
const settingTypes = typesOf(alertEvents);
const episodeTypes = typesOf(episodeEvents);
const channelTypes = typesOf(channelEvents);
const messageTypes = typesOf(alertMessageEvents);
const isSetting = (event: DomainEvent): event is AlertEvent => settingTypes.has(event.type);
const isEpisode = (event: DomainEvent): event is EpisodeEvent => episodeTypes.has(event.type);
const isChannel = (event: DomainEvent): event is ChannelEvent => channelTypes.has(event.type);
const isMessage = (event: DomainEvent): event is AlertMessageEvent => messageTypes.has(event.type);

/** Applies an event. */
export function evolveAlerts(all: Alerts, event: DomainEvent, position: bigint): void {
  if (position > all.position) all.position = position;
  if (isSetting(event)) applySetting(all, event);
  else if (isEpisode(event)) applyEpisode(all, event);
  else if (isChannel(event)) {
    const { team_id } = event.data;
    const channels = all.channels.get(team_id) ?? channelsDecider.initialState();
    all.channels.set(team_id, channelsDecider.evolve(channels, event));
  } else if (isMessage(event)) {
    const { channel_id } = event.data;
    const messages = all.messages.get(channel_id) ?? channelMessagesDecider.initialState();
    all.messages.set(channel_id, channelMessagesDecider.evolve(messages, event));
  } else if (event.type === 'NoticesRead') {
    all.reads.set(event.data.account_id, applyRead(all.reads.get(event.data.account_id), event.data));
  }
}

function applySetting(all: Alerts, event: AlertEvent): void {
  const { alert_id } = event.data;
  all.records.set(alert_id, alertDecider.evolve(all.records.get(alert_id) ?? alertDecider.initialState(), event));
  if (event.type === 'AlertDeleted') closeEpisodes(all, alert_id, event.data.deleted_at);
  if (event.type === 'AlertChanged' && event.data.restarts) closeEpisodes(all, alert_id, event.data.changed_at);
}

function closeEpisodes(all: Alerts, alertId: number, at: string): void {
  for (const episode of all.episodes.values()) {
    if (episode.alert_id === alertId && isOpenEpisode(episode))
      all.episodes.set(episode.episode_id, { ...episode, closedAt: Date.parse(at) });
  }
}

/** Incidents and notices are shown for so long. */
const keptMs = 90 * dayMs;

function applyEpisode(all: Alerts, event: EpisodeEvent): void {
  const { alert_id } = event.data;
  all.units.set(alert_id, alertUnitsDecider.evolve(all.units.get(alert_id) ?? alertUnitsDecider.initialState(), event));
  if (event.type === 'AlertFired') {
    forgetOld(all, Date.parse(event.data.fired_at) - keptMs);
    all.episodes.set(event.data.episode_id, episodeOf(event.data));
  } else if (event.type === 'AlertSilent') {
    all.silent.push(event.data);
  } else if (event.type === 'AlertRecovered') {
    const { episode_id, message: recovery, recovered_at } = event.data;
    changeEpisode(all, episode_id, { recovery, recoveredAt: Date.parse(recovered_at) });
  } else if (event.type === 'AlertAcknowledged') {
    const { episode_id, acknowledged_by: by, acknowledged_at: at, note } = event.data;
    if (all.episodes.get(episode_id)?.acknowledged === null)
      changeEpisode(all, episode_id, { acknowledged: { by, at, note } });
  }
}

function changeEpisode(all: Alerts, id: string, changed: Partial<AlertEpisode>): void {
  const episode = all.episodes.get(id);
  if (episode !== undefined) all.episodes.set(id, { ...episode, ...changed });
}

function forgetOld(all: Alerts, before: number): void {
  for (const [id, episode] of all.episodes) {
    // Oldest first: what follows fired later.
    if (episode.firedAt >= before) break;
    const endedAt = episode.recoveredAt ?? episode.closedAt;
    if (endedAt !== null && endedAt < before) all.episodes.delete(id);
  }
  while (all.silent[0] !== undefined && Date.parse(all.silent[0].reported_at) < before) all.silent.shift();
}

export const channelsOf = (all: Pick<Alerts, 'channels'>, teamId: number): AlertChannels =>
  all.channels.get(teamId) ?? [];

/** A channel of any team. */
export function findChannel(all: Pick<Alerts, 'channels'>, channelId: string): AlertChannel | undefined {
  for (const channels of all.channels.values()) {
    const channel = channels.find(({ channel_id }) => channel_id === channelId);
    if (channel !== undefined) return channel;
  }
  return undefined;
}

/** Incidents of an application, oldest first. */
export const episodesOfApplication = (all: Pick<Alerts, 'episodes'>, applicationId: number): AlertEpisode[] =>
  [...all.episodes.values()].filter(({ application_id }) => application_id === applicationId);
