import { dayMs } from '../../../shared/calendar/days.ts';
import type { Decider } from '../../../shared/decider.ts';
import type { FrozenAlert } from './alert-delivery.events.ts';
import { type AlertMessageEvent, mostItems } from './alert-message.events.ts';

type EventData<Type extends AlertMessageEvent['type']> = Extract<AlertMessageEvent, { type: Type }>['data'];
type Claimed = EventData<'AlertMessageClaimed'>;
export type MessageItem = Claimed['items'][number];

/** A message to a channel. Instants in milliseconds. */
export interface ChannelMessage {
  readonly message_id: string;
  readonly team_id: number;
  readonly form: Claimed['form'];
  readonly items: readonly MessageItem[];
  readonly state: 'open' | EventData<'AlertMessageEnded'>['state'];
  readonly attempts: number;
  /** The process that tries to send it now, and when it must be over. */
  readonly claim: { readonly id: string; readonly overAt: number } | null;
  readonly againAt: number;
  readonly error: string | null;
  /** Of the last thing that happened to it. */
  readonly at: number;
  /** What is posted to a customer's server until it has ended; `null` before its first attempt. */
  readonly frozen: FrozenAlert | null;
  /** Whether someone asked for it to be sent once more. */
  readonly isReplay: boolean;
}

/** Messages to one channel, by id; and which message each incident and kind is in. */
export interface ChannelMessages {
  readonly messages: Readonly<Record<string, ChannelMessage>>;
  readonly claimed: Readonly<Record<string, string>>;
  /** Of the last message whose bytes are final; 0 before the first. */
  readonly lastSequence: number;
}

export const noMessages: ChannelMessages = { messages: {}, claimed: {}, lastSequence: 0 };

export const itemKey = ({ episode_id, kind, number }: MessageItem): string => `${episode_id} ${kind} ${number}`;

/** Fold of `alertMessages-<channelId>`. */
export const channelMessagesDecider: Decider<ChannelMessages, AlertMessageEvent> = {
  initialState: () => noMessages,
  evolve(state, event) {
    const { message_id } = event.data;
    if (event.type === 'AlertMessageClaimed') return withClaim(state, event.data);
    const message = state.messages[message_id];
    if (message === undefined) return state;
    const lastSequence = event.type === 'AlertWebhookFrozen' ? event.data.sequence : state.lastSequence;
    return { ...state, lastSequence, messages: { ...state.messages, [message_id]: changed(message, event) } };
  },
};

function withClaim(state: ChannelMessages, claimed: Claimed): ChannelMessages {
  const { message_id, team_id, form, items, attempt, claim, claimed_at, over_at } = claimed;
  const existing = state.messages[message_id];
  const message: ChannelMessage = {
    message_id,
    team_id,
    form,
    items: withItems(existing?.items ?? [], items),
    state: 'open',
    attempts: attempt,
    claim: { id: claim, overAt: Date.parse(over_at) },
    againAt: 0,
    error: existing?.error ?? null,
    at: Date.parse(claimed_at),
    frozen: existing?.frozen ?? null,
    isReplay: existing?.isReplay ?? false,
  };
  return withMessages(state, [...Object.values(state.messages).filter((other) => isKept(other, message)), message]);
}

/** A claim of many incidents is several events, and that of a later attempt names some of them again. */
function withItems(before: readonly MessageItem[], claimed: readonly MessageItem[]): readonly MessageItem[] {
  const keys = new Set(before.map(itemKey));
  return [...before, ...claimed.filter((item) => !keys.has(itemKey(item)))];
}

/** Longer than the incidents that messages are about. */
const keptMs = 120 * dayMs;

const isKept = (other: ChannelMessage, { message_id, at }: ChannelMessage): boolean =>
  other.message_id !== message_id && (other.state === 'open' || other.at > at - keptMs);

function withMessages(state: ChannelMessages, messages: readonly ChannelMessage[]): ChannelMessages {
  const keys = messages.flatMap(({ items, message_id }) => items.map((item) => ({ key: itemKey(item), message_id })));
  return {
    ...state,
    messages: Object.fromEntries(messages.map((message) => [message.message_id, message])),
    claimed: Object.fromEntries(keys.map(({ key, message_id }) => [key, message_id])),
  };
}

function changed(
  message: ChannelMessage,
  event: Exclude<AlertMessageEvent, { type: 'AlertMessageClaimed' }>,
): ChannelMessage {
  switch (event.type) {
    case 'AlertWebhookFrozen':
      return { ...message, frozen: event.data };
    case 'AlertWebhookAttempted':
    case 'AlertWebhookNotSent':
      return message;
    case 'AlertWebhookReplayRequested': {
      const { account_id: _, requested_at, ...frozen } = event.data;
      const again = { state: 'open', attempts: 0, claim: null, isReplay: true } as const;
      return { ...message, ...again, frozen, againAt: Date.parse(requested_at), at: Date.parse(requested_at) };
    }
    case 'AlertMessageDelayed': {
      const { error, again_at } = event.data;
      return { ...message, claim: null, error, againAt: Date.parse(again_at) };
    }
    case 'AlertMessageEnded': {
      const { error, state, ended_at } = event.data;
      return { ...message, claim: null, error, state, at: Date.parse(ended_at), frozen: null };
    }
  }
}

/** A message that is to be sent: a new one, or one whose last attempt has ended or must be over. */
export interface MessageClaim extends Pick<Claimed, 'channel_id' | 'team_id' | 'message_id' | 'form' | 'items'> {
  readonly claim: string;
  /** Milliseconds. */
  readonly at: number;
}

/** An attempt is over after so long: longer than any call may take, and the wait for a free place before it. */
const longestAttemptMs = 120_000;

/**
 * Claims an attempt. Of several processes that do so one gets it; items that are in another message already are left out. Asked again with
 * that recorded, it claims the rest of many items.
 */
export function claimMessage(state: ChannelMessages, { at, claim, ...message }: MessageClaim): AlertMessageEvent[] {
  const existing = state.messages[message.message_id];
  const isMine = existing?.claim?.id === claim;
  if (existing !== undefined && !isMine && !mayAttempt(existing, at)) return [];
  const unclaimed = message.items.filter((item) => state.claimed[itemKey(item)] === undefined);
  const items = (existing === undefined || isMine ? unclaimed : existing.items).slice(0, mostItems);
  if (items.length === 0) return [];
  const attempt = (existing?.attempts ?? 0) + (isMine ? 0 : 1);
  const claimed_at = new Date(at).toISOString();
  const over_at = new Date(at + longestAttemptMs).toISOString();
  const form = existing?.form ?? message.form;
  return [
    {
      type: 'AlertMessageClaimed',
      data: { ...message, form, items, attempt, claim, claimed_at, over_at },
    },
  ];
}

/** Whether an attempt may begin: none is under way, and none is waited for. */
export const mayAttempt = (message: ChannelMessage, at: number): boolean =>
  message.state === 'open' && at >= message.againAt && !isUnderWay(message, at);

/** Whether a process may be sending the message now. */
export const isUnderWay = ({ claim }: Pick<ChannelMessage, 'claim'>, at: number): boolean =>
  claim !== null && at < claim.overAt;

/** The end of an attempt. `retryAt`: milliseconds. */
export type AttemptEnd =
  | { readonly state: 'sent' | 'failed' | 'unknown'; readonly error: string | null }
  | { readonly retryAt: number; readonly error: string };

/** The end of a message whose process ended before it recorded what came of it. */
export const interrupted = {
  state: 'unknown',
  error: 'The process ended while it sent this; it may have arrived',
} as const;

const longestError = 200;

/** An attempt to send a message, by its claim. */
export type MessageAttempt = Pick<Claimed, 'channel_id' | 'team_id' | 'message_id' | 'claim'>;

/** Records how the attempt of a claim ended, once. A message that has ended, or was claimed again, stays as it is. */
export function endAttempt(
  state: ChannelMessages,
  { channel_id, team_id, message_id, claim }: MessageAttempt,
  end: AttemptEnd,
  at: number,
): AlertMessageEvent[] {
  const message = state.messages[message_id];
  if (message === undefined || message.claim?.id !== claim) return [];
  const subject = { channel_id, team_id, message_id };
  const error = end.error?.slice(0, longestError) ?? null;
  if ('retryAt' in end) {
    const again_at = new Date(end.retryAt).toISOString();
    const data = { ...subject, attempt: message.attempts, error: error ?? '', again_at };
    return [{ type: 'AlertMessageDelayed', data }];
  }
  const ended_at = new Date(at).toISOString();
  return [{ type: 'AlertMessageEnded', data: { ...subject, state: end.state, error, ended_at } }];
}
