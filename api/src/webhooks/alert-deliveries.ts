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

/** What is posted of a message to a channel; `undefined` before its first attempt. */
export async function readFrozenAlert(
  { log }: Pick<ApiDependencies, 'log'>,
  channelId: string,
  messageId: string,
): Promise<FrozenAlert | undefined> {
  for (const { event } of await log.readStream(alertMessagesStream(channelId))) {
    if (event.type === 'AlertWebhookFrozen' && event.data.message_id === messageId) return event.data;
  }
  return undefined;
}
