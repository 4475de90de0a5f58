import type { ChannelEvent, FrozenAlert } from '@tapwise/domain';
import { type AlertChannel, alertChannelsStream, alertMessagesStream, channelsDecider, fold } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** Channels of a team that are servers of customers, by the log, as they were at an instant in milliseconds. */
export async function readWebhookChannels(
  { log }: Pick<ApiDependencies, 'log'>,
  teamId: number,
  at: number,
): Promise<readonly AlertChannel[]> {
  const recorded = await log.readStream(alertChannelsStream(teamId));
  const then = recorded.filter(({ recordedAt }) => recordedAt.getTime() <= at);
  const channels = fold(
    channelsDecider,
    then.map(({ event }) => event as ChannelEvent),
  );
  return channels.filter(({ kind }) => kind === 'webhook');
}

/** What is posted of each message to a channel, by message; one before its first attempt is absent. */
export async function readFrozenAlerts(
  { log }: Pick<ApiDependencies, 'log'>,
  channelId: string,
): Promise<ReadonlyMap<string, FrozenAlert>> {
  const recorded = await log.readStream(alertMessagesStream(channelId));
  const frozen = recorded.flatMap(({ event }) => (event.type === 'AlertWebhookFrozen' ? [event.data] : []));
  return new Map(frozen.map((message) => [message.message_id, message]));
}
