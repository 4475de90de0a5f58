import type { AlertAttempt, AlertDeliveryEvent, FrozenAlert } from './alert-delivery.events.ts';
import type { AlertMessageEvent } from './alert-message.events.ts';
import {
  type AttemptEnd,
  type ChannelMessage,
  type ChannelMessages,
  endAttempt,
  interrupted,
  isUnderWay,
  type MessageAttempt,
} from './message.decider.ts';

/** Gives a message that is about to be posted for the first time its bytes and its place in the sequence of the channel. */
export function freezeMessage(
  state: ChannelMessages,
  { claim, ...content }: Omit<FrozenAlert, 'sequence'> & Pick<MessageAttempt, 'claim'>,
): AlertDeliveryEvent[] {
  const message = state.messages[content.message_id];
  if (message === undefined || message.claim?.id !== claim || message.frozen !== null) return [];
  return [{ type: 'AlertWebhookFrozen', data: { ...content, sequence: state.lastSequence + 1 } }];
}

const endStates = { sent: 'delivered', failed: 'failed', unknown: 'failed' } as const;

/** Records what a customer's server answered, and how the attempt ended, once. @param at Milliseconds. */
export function endPostedAttempt(
  state: ChannelMessages,
  attempt: MessageAttempt,
  posted: { readonly answer: AlertAttempt; readonly end: AttemptEnd },
  at: number,
): AlertMessageEvent[] {
  const ended = endAttempt(state, attempt, posted.end, at);
  const frozen = state.messages[attempt.message_id]?.frozen ?? null;
  if (ended.length === 0 || frozen === null) return ended;
  const { body: _, ...delivery } = frozen;
  const { end } = posted;
  const outcome =
    'retryAt' in end
      ? { state: 'pending' as const, next_attempt_at: new Date(end.retryAt).toISOString() }
      : { state: endStates[end.state], next_attempt_at: null };
  return [{ type: 'AlertWebhookAttempted', data: { ...delivery, ...posted.answer, ...outcome } }, ...ended];
}

const reasons = {
  over: 'The incident is over or snoozed',
  no_address: 'The address is gone',
  removed: 'The channel was removed',
  disabled: 'The channel was disabled',
} as const;

/** Ends a message that is not posted, or not again, once. @param at Milliseconds. */
export function endUnpostedMessage(
  state: ChannelMessages,
  attempt: MessageAttempt,
  reason: 'over' | 'no_address',
  at: number,
): AlertMessageEvent[] {
  const ended = endAttempt(state, attempt, { state: 'failed', error: reasons[reason] }, at);
  const frozen = state.messages[attempt.message_id]?.frozen ?? null;
  return ended.length === 0 ? [] : [...notSent(frozen, reason, at), ...ended];
}

function notSent(frozen: FrozenAlert | null, reason: keyof typeof reasons, at: number): AlertDeliveryEvent[] {
  if (frozen === null) return [];
  const { body: _, ...delivery } = frozen;
  return [{ type: 'AlertWebhookNotSent', data: { ...delivery, reason, at: new Date(at).toISOString() } }];
}

/**
 * Ends the messages that wait for a channel to which nothing is sent any more. One that a process may be sending now stays open until
 * that is over. @param at Milliseconds.
 */
export function endWaitingMessages(
  { messages }: Pick<ChannelMessages, 'messages'>,
  { channel_id, reason }: { readonly channel_id: string; readonly reason: 'removed' | 'disabled' },
  at: number,
): AlertMessageEvent[] {
  const waiting = Object.values(messages).filter((message) => message.state === 'open' && !isUnderWay(message, at));
  return waiting.flatMap(({ message_id, team_id, claim, frozen }: ChannelMessage): AlertMessageEvent[] => {
    const isInterrupted = claim !== null && frozen === null;
    const end = isInterrupted ? interrupted : { state: 'failed' as const, error: reasons[reason] };
    const ended_at = new Date(at).toISOString();
    return [
      ...notSent(frozen, reason, at),
      { type: 'AlertMessageEnded', data: { channel_id, team_id, message_id, ...end, ended_at } },
    ];
  });
}

/** Has a message that has ended posted again; one that is being sent, or is too old to be remembered, stays as it is. */
export function replayMessage(
  state: ChannelMessages,
  frozen: FrozenAlert,
  { account_id, requested_at }: { readonly account_id: number /** ISO 8601. */; readonly requested_at: string },
): AlertDeliveryEvent[] {
  const message = state.messages[frozen.message_id];
  if (message === undefined || message.state === 'open') return [];
  return [{ type: 'AlertWebhookReplayRequested', data: { ...frozen, account_id, requested_at } }];
}
