import type { FrozenAlert } from '@tapwise/domain';
import { webhookBody } from './alert-words.ts';
import type { ClaimedMessage } from './post-message.ts';

/** What a customer's server is told in a message, with what is listed of it. @param at Milliseconds. */
export function alertContent(
  { channel, messageId, form, included }: ClaimedMessage,
  publicUrl: string,
  at: number,
): Omit<FrozenAlert, 'sequence'> {
  const items = included.map(({ item }) => item);
  const body = webhookBody({ form, items }, included, { withoutAmounts: channel.without_amounts, publicUrl });
  const [first] = included;
  const isSingle = form === 'single' && first !== undefined;
  const isRecovered = first?.item.kind === 'recovered';
  const happenedAt = isRecovered ? first.episode.recoveredAt : first?.episode.firedAt;
  return {
    channel_id: channel.channel_id,
    team_id: channel.team_id,
    message_id: messageId,
    application_ids: [...new Set(included.map(({ episode }) => episode.application_id))],
    url: channel.masked ?? '',
    event: body.event,
    event_at: new Date((isSingle ? happenedAt : at) ?? at).toISOString(),
    created_at: new Date(at).toISOString(),
    body: JSON.stringify(body),
  };
}
