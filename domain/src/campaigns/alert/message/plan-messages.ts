import { dayMs, hourMs } from '../../../shared/calendar/days.ts';
import type { AlertChannel } from '../channel/channels.decider.ts';
import type { AlertEpisode } from '../episode/alert-episode.ts';
import {
  type AlertMessage,
  deliveryOf,
  groupUnits,
  largestFirst,
  messagesOf,
  quietUntil,
  type Snooze,
} from '../episode/alert-messages.ts';
import { type ChannelMessage, type ChannelMessages, itemKey, type MessageItem } from './message.decider.ts';

/** An incident with what decides about its messages. */
export interface EpisodeOfAlert {
  readonly episode: AlertEpisode;
  readonly snoozes: readonly Snooze[];
  /** Of its alert. */
  readonly channels: readonly string[];
}

/** A message that can be sent now. */
export interface PlannedMessage {
  readonly form: ChannelMessage['form'];
  /** The largest units first. */
  readonly items: readonly MessageItem[];
}

/** What a channel has to send. Instants in milliseconds. */
export interface ChannelPlan {
  /** Oldest first. */
  readonly due: readonly PlannedMessage[];
  /** When the next one is due that is not yet; `null`: nothing waits. */
  readonly nextAt: number | null;
}

/** What could not be sent for so long is not sent by itself any more. */
const staleMs = 6 * hourMs;
/** What waited longer is no news: the channel was disabled all the time. */
const forgottenMs = 7 * dayMs;

interface Candidate {
  readonly episode: AlertEpisode;
  readonly message: AlertMessage;
  readonly item: MessageItem;
  readonly at: number;
  readonly isDigest: boolean;
}

/** The messages of a channel that are due: those that are in none yet, by what its alerts went through up to now. */
export function planMessages(
  channel: AlertChannel,
  episodes: readonly EpisodeOfAlert[],
  { claimed }: Pick<ChannelMessages, 'claimed'>,
  now: number,
): ChannelPlan {
  if (channel.problem !== null) return { due: [], nextAt: null };
  const since = Math.max(Date.parse(channel.since), now - forgottenMs);
  const candidates = episodes
    .filter(({ episode, channels }) => channels.includes(channel.channel_id) && lastsUntil(episode, now) >= since)
    .flatMap((episodeOfAlert) => candidatesOf(channel, episodeOfAlert, now))
    .filter(({ item, message }) => message.at >= since && claimed[itemKey(item)] === undefined);
  const due = candidates.filter(({ at }) => at <= now);
  const digest = due.filter(({ isDigest }) => isDigest);
  const waiting = candidates.flatMap(({ at }) => (at > now ? [at] : []));
  return {
    due: [...singles(due.filter(({ isDigest }) => !isDigest)), ...digestOf(digest)],
    nextAt: waiting.length === 0 ? null : Math.min(...waiting),
  };
}

/**
 * Until when quiet hours that have begun since its last attempt hold the next attempt of a message. One that names an incident of high
 * severity passes as that does. @param episodes Incidents that it is about. @param now Milliseconds.
 */
export function attemptHeldUntil(
  { quiet }: Pick<AlertChannel, 'quiet'>,
  episodes: readonly Pick<AlertEpisode, 'severity'>[],
  now: number,
): number | undefined {
  const ends = episodes.map(({ severity }) => quietUntil(severity, quiet, now));
  return ends.includes(undefined) ? undefined : ends[0];
}

const lastsUntil = ({ recoveredAt, closedAt }: AlertEpisode, now: number): number => recoveredAt ?? closedAt ?? now;

function candidatesOf(channel: AlertChannel, { episode, snoozes }: EpisodeOfAlert, now: number): Candidate[] {
  const { quiet, digest } = channel;
  const preferences = { quiet, digest, zone: quiet?.zone ?? channel.zone };
  return messagesOf(episode, snoozes, now).map((message): Candidate => {
    const delivery = deliveryOf(message.at, episode.severity, preferences, now);
    const isStale = delivery.form === 'single' && now - message.at > staleMs;
    const item = { episode_id: episode.episode_id, kind: message.kind, number: message.number };
    return { episode, message, item, at: delivery.at, isDigest: delivery.form === 'digest' || isStale };
  });
}

/** One for each unit, or one for many that changed in one evaluation. */
function singles(candidates: readonly Candidate[]): PlannedMessage[] {
  const evaluations = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { episode, message } = candidate;
    const key = `${episode.alert_id} ${message.kind} ${message.at}`;
    evaluations.set(key, [...(evaluations.get(key) ?? []), candidate]);
  }
  return [...evaluations.values()]
    .sort((left, right) => (left[0]?.message.at ?? 0) - (right[0]?.message.at ?? 0))
    .flatMap((changed): PlannedMessage[] => {
      const groups = groupUnits(changed.map(({ episode, item }) => ({ key: episode.key, spend: episode.spend, item })));
      const [first] = groups;
      if (groups.length !== 1 || first === undefined || first.named.length === 1)
        return groups.map(({ named }) => ({ form: 'single', items: named.map(({ item }) => item) }));
      return [{ form: 'group', items: itemsBySpend(changed) }];
    });
}

const itemsBySpend = (candidates: readonly Candidate[]): MessageItem[] =>
  candidates.toSorted((left, right) => largestFirst(left.episode, right.episode)).map(({ item }) => item);

function digestOf(candidates: readonly Candidate[]): PlannedMessage[] {
  if (candidates.length === 0) return [];
  const oldestFirst = candidates.toSorted((left, right) => left.message.at - right.message.at);
  return [{ form: 'digest', items: oldestFirst.map(({ item }) => item) }];
}

/** The kind of a message, of which there may be several in an incident: these carry their number. */
export const messageKindName = ({ kind, number }: Pick<MessageItem, 'kind' | 'number'>): string =>
  number === 1 ? kind : `${kind}-${number}`;
