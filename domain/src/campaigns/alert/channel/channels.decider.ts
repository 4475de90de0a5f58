import type { Decider } from '../../../shared/decider.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { sameValue } from '../../../shared/same-value.ts';
import type { ChannelContent, ChannelEvent } from './channel.events.ts';

type Added = Extract<ChannelEvent, { type: 'AlertChannelAdded' }>['data'];

/** A place that alerts of a team are sent to. */
export interface AlertChannel extends ChannelContent {
  readonly channel_id: string;
  readonly team_id: number;
  readonly kind: Added['kind'];
  /** Why nothing is sent there any more; `null` while it works. */
  readonly problem: string | null;
  /** ISO 8601; messages of what happened before are not sent there. */
  readonly since: string;
}

/** Channels of a team, in the order they were added in. */
export type AlertChannels = readonly AlertChannel[];

/** Fold of `alertChannels-<teamId>`. */
export const channelsDecider: Decider<AlertChannels, ChannelEvent> = {
  initialState: () => [],
  evolve(state, event) {
    const { channel_id, team_id } = event.data;
    switch (event.type) {
      case 'AlertChannelAdded': {
        const { kind, content, added_at: since } = event.data;
        return [...state, { ...content, channel_id, team_id, kind, problem: null, since }];
      }
      case 'AlertChannelChanged':
        return replaced(state, channel_id, { ...event.data.content, problem: null });
      case 'AlertChannelRemoved':
        return state.filter((channel) => channel.channel_id !== channel_id);
      case 'AlertChannelDisabled':
        return replaced(state, channel_id, { problem: event.data.problem });
      default:
        return state;
    }
  },
};

const replaced = (state: AlertChannels, id: string, changed: Partial<AlertChannel>): AlertChannels =>
  state.map((channel) => (channel.channel_id === id ? { ...channel, ...changed } : channel));

export const mostChannels = 20;

/** Adds a channel. @throws DomainError `too_many` when the team has as many as it may have. */
export function addChannel(state: AlertChannels, added: Added): ChannelEvent[] {
  if (state.some(({ channel_id }) => channel_id === added.channel_id)) return [];
  if (state.length >= mostChannels) {
    throw new DomainError('too_many', { message: `Too many channels: at most ${mostChannels}` });
  }
  return [{ type: 'AlertChannelAdded', data: added }];
}

/** @throws DomainError `not_found`. */
export function channelIn(state: AlertChannels, id: string): AlertChannel {
  const channel = state.find(({ channel_id }) => channel_id === id);
  if (channel === undefined) throw new DomainError('not_found', { message: 'This channel was not found.' });
  return channel;
}

/** Changes a channel; the same again changes nothing but to have a disabled one work again. @throws DomainError `not_found`. */
export function changeChannel(
  state: AlertChannels,
  { channel_id, updates, by: changed_by, at: changed_at }: ChannelOrder & { readonly updates: Partial<ChannelContent> },
): ChannelEvent[] {
  const { team_id, problem, ...channel } = channelIn(state, channel_id);
  const before = contentOf(channel);
  const content = { ...before, ...updates };
  if (problem === null && sameValue(content, before)) return [];
  return [{ type: 'AlertChannelChanged', data: { team_id, channel_id, content, changed_by, changed_at } }];
}

interface ChannelOrder {
  readonly channel_id: string;
  readonly by: number;
  /** ISO 8601. */
  readonly at: string;
}

function contentOf(channel: ChannelContent): ChannelContent {
  const { name, address, masked, secret, account_ids, quiet, digest, zone, without_amounts } = channel;
  return { name, address, masked, secret, account_ids, quiet, digest, zone, without_amounts };
}

/** Removes a channel. @throws DomainError `not_found`. */
export function removeChannel(
  state: AlertChannels,
  { channel_id, by: removed_by, at: removed_at }: ChannelOrder,
): ChannelEvent[] {
  const { team_id } = channelIn(state, channel_id);
  return [{ type: 'AlertChannelRemoved', data: { team_id, channel_id, removed_by, removed_at } }];
}

/** Stops sending to a channel whose address does not work, unless it was changed or removed meanwhile. */
export function disableChannel(
  state: AlertChannels,
  {
    channel_id,
    address,
    problem,
    at: disabled_at,
  }: Pick<AlertChannel, 'channel_id' | 'address'> & {
    readonly problem: string;
    readonly at: string;
  },
): ChannelEvent[] {
  const channel = state.find((candidate) => candidate.channel_id === channel_id);
  if (channel === undefined || channel.problem !== null || channel.address !== address) return [];
  return [{ type: 'AlertChannelDisabled', data: { team_id: channel.team_id, channel_id, problem, disabled_at } }];
}
