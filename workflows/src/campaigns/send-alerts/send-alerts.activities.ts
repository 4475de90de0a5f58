import {
  createStreamMemory,
  type EventLog,
  type FoldFollower,
  handleCommand,
  requestMail,
  type StreamMemory,
  uuidV5,
} from '@tapwise/adapters';
import {
  type AlertChannel,
  type AlertMessageEvent,
  type Alerts,
  alertChannelsStream,
  alertMessageSpace,
  alertMessagesStream,
  attemptHeldUntil,
  type ChannelMessage,
  type ChannelMessages,
  channelMessagesDecider,
  channelsDecider,
  claimMessage,
  type Directory,
  disableChannel,
  endAttempt,
  endPostedAttempt,
  endUnpostedMessage,
  findChannel,
  freezeMessage,
  interrupted,
  mayAttempt,
  messageKindName,
  type PlannedMessage,
} from '@tapwise/domain';
import { runActivity } from '../../activity/run-activity.ts';
import { workflowActor } from '../../streams/actor.ts';
import { messageEpisodes } from './alert-words.ts';
import { episodesToSend, planOf } from './channel-work.ts';
import { endWaiting } from './end-waiting.ts';
import { alertContent } from './frozen-alert.ts';
import { mailsOfMessage } from './mail-message.ts';
import { type ClaimedMessage, type PostEnd, type PostSources, postToSlack, postToWebhook } from './post-message.ts';
import type { SendAlertsActivities } from './send-alerts.contract.ts';

export interface SendAlertsDependencies extends Omit<PostSources, 'now'> {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly alerts: FoldFollower<Alerts>;
  /** Milliseconds; the clock of this process unless a test stops it. */
  readonly now?: () => number;
}

const actorContext = workflowActor('send-alerts');
const channelsKept = 500;
/** Slack takes one message a second at an address. */
const betweenMessagesSeconds = 1;
const longestPauseSeconds = 3600;

/** What one pass does: a message that waits for its next attempt, or a new one; or nothing until an instant. */
type NextWork =
  | { readonly kind: 'again'; readonly message: ChannelMessage }
  | { readonly kind: 'new'; readonly planned: PlannedMessage }
  | { readonly kind: 'wait'; readonly until: number | null };

/** Activities of `sendAlerts`. */
export function createSendAlertsActivities(dependencies: SendAlertsDependencies): SendAlertsActivities {
  const { log, directory, alerts, now = Date.now } = dependencies;
  const streams = createStreamMemory<ChannelMessages, AlertMessageEvent>(log, channelMessagesDecider, {
    keep: channelsKept,
    context: actorContext,
  });
  const context: SendContext = { ...dependencies, now, streams };

  const sendNext = async (channelId: string): Promise<number | null> => {
    await Promise.all([directory.caughtUp, alerts.caughtUp]);
    const { state } = await streams.current(alertMessagesStream(channelId));
    const last = await log.readLast(alertMessagesStream(channelId));
    if (last !== undefined) await alerts.reached(last.position);
    const channel = findChannel(alerts.state, channelId);
    if (channel === undefined || channel.problem !== null) {
      const until = await endWaiting(context, channelId);
      return until === null ? null : pauseUntil(until, now());
    }
    const work = nextWork(context, channel, state);
    if (work.kind === 'wait') return work.until === null ? null : pauseUntil(work.until, now());
    await attempt(context, channel, work);
    return betweenMessagesSeconds;
  };

  return {
    sendNextMessage: ({ channel_id }) => runActivity(async () => ({ pause_seconds: await sendNext(channel_id) })),
  };
}

interface SendContext extends SendAlertsDependencies {
  readonly now: () => number;
  readonly streams: StreamMemory<ChannelMessages, AlertMessageEvent>;
}

const pauseUntil = (until: number, now: number): number =>
  Math.min(longestPauseSeconds, Math.max(0, Math.ceil((until - now) / 1000)));

function nextWork({ alerts, directory, now }: SendContext, channel: AlertChannel, state: ChannelMessages): NextWork {
  const open = Object.values(state.messages).filter((message) => message.state === 'open');
  const attemptable = open
    .filter((message) => mayAttempt(message, now()))
    .map((message) => ({ message, until: heldUntil(alerts.state, channel, message, now()) }));
  const again = attemptable.find(({ until }) => until === undefined);
  if (again !== undefined) return { kind: 'again', message: again.message };
  const { due, nextAt } = planOf(alerts.state, directory.state, channel, now());
  const [planned] = due;
  if (planned !== undefined) return { kind: 'new', planned };
  const instants = [
    ...(nextAt === null ? [] : [nextAt]),
    ...attemptable.flatMap(({ until }) => until ?? []),
    ...open.flatMap((message) => (mayAttempt(message, now()) ? [] : [message.claim?.overAt ?? message.againAt])),
  ];
  return { kind: 'wait', until: instants.length === 0 ? null : Math.min(...instants) };
}

/** Until when quiet hours hold a message that would be sent again. */
function heldUntil(
  { episodes }: Alerts,
  channel: AlertChannel,
  message: ChannelMessage,
  now: number,
): number | undefined {
  if (isUncertain(channel, message) || message.isReplay) return undefined;
  const included = message.items.flatMap(({ episode_id }) => episodes.get(episode_id) ?? []);
  return attemptHeldUntil(channel, included, now);
}

/** Claims an attempt in the log, makes it, and records how it ended. Another process that has claimed it makes it instead. */
async function attempt(
  context: SendContext,
  channel: AlertChannel,
  work: Exclude<NextWork, { kind: 'wait' }>,
): Promise<void> {
  const { streams, alerts, directory, now } = context;
  const { channel_id, team_id } = channel;
  const stream = alertMessagesStream(channel_id);
  const { message_id, form, items } = work.kind === 'again' ? work.message : newMessage(channel_id, work.planned);
  const subject = { channel_id, team_id, message_id };
  const begun = work.kind === 'again' && isUncertain(channel, work.message) ? work.message.claim : null;
  if (begun !== null) {
    await streams.change(stream, `uncertain ${message_id}`, (state) =>
      endAttempt(state, { ...subject, claim: begun.id }, interrupted, now()),
    );
    return;
  }
  const claim = crypto.randomUUID();
  await streams.change(stream, `claim ${claim}`, (state) =>
    claimMessage(state, { ...subject, form, items: [...items], claim, at: now() }),
  );
  const { state } = await streams.current(stream);
  const message = state.messages[message_id];
  if (message === undefined || message.claim?.id !== claim) return;
  const included = messageEpisodes(
    message,
    episodesToSend(alerts.state, directory.state, channel, now()),
    alerts.state.units,
  );
  const claimed = { channel, messageId: message_id, form: message.form, included, attempts: message.attempts, claim };
  if (included.length === 0 && !message.isReplay) {
    await streams.change(stream, `over ${claim}`, (current) =>
      endUnpostedMessage(current, { ...subject, claim }, 'over', now()),
    );
    return;
  }
  const attempted = { ...subject, claim };
  const { end, disables, answer } = await send(context, claimed);
  // The end is last: whoever repeats an attempt without one disables the channel, too.
  if (disables !== null) await disable(context, channel, message_id, disables);
  await streams.change(stream, `ended ${claim}`, (current) => {
    if (answer !== undefined) return endPostedAttempt(current, attempted, { answer, end }, now());
    return channel.kind === 'webhook'
      ? endUnpostedMessage(current, attempted, 'no_address', now())
      : endAttempt(current, attempted, end, now());
  });
}

/** Slack does not recognize a message that it has: one that was perhaps sent is not sent again. */
const isUncertain = ({ kind }: AlertChannel, { claim }: ChannelMessage): boolean => kind === 'slack' && claim !== null;

function newMessage(channelId: string, { form, items }: PlannedMessage) {
  const [first] = items;
  const name = first === undefined ? '' : `${first.episode_id} ${messageKindName(first)}`;
  return { message_id: uuidV5(alertMessageSpace, `${name} ${channelId}`), form, items };
}

async function send(context: SendContext, message: ClaimedMessage): Promise<PostEnd> {
  const { log, alerts, directory, now } = context;
  switch (message.channel.kind) {
    case 'slack':
      return postToSlack(context, message);
    case 'webhook':
      return sendToWebhook(context, message);
    case 'mail': {
      const requestedAt = new Date(now()).toISOString();
      for (const mail of mailsOfMessage(alerts.state, directory.state, message, requestedAt))
        await requestMail(log, actorContext, mail);
      return { end: { state: 'sent', error: null }, disables: null };
    }
    default:
      return message.channel.kind satisfies never;
  }
}

/** The bytes are in the log before they are posted for the first time. */
async function sendToWebhook(context: SendContext, message: ClaimedMessage): Promise<PostEnd> {
  const { streams, publicUrl, now } = context;
  const { channel, messageId, claim } = message;
  const stream = alertMessagesStream(channel.channel_id);
  await streams.change(stream, `frozen ${messageId}`, (state) =>
    state.messages[messageId]?.frozen === null
      ? freezeMessage(state, { ...alertContent(message, publicUrl, now()), claim })
      : [],
  );
  const { state } = await streams.current(stream);
  const frozen = state.messages[messageId]?.frozen ?? null;
  // Another process has claimed the message meanwhile.
  if (frozen === null) return { end: { state: 'failed', error: 'This attempt took too long' }, disables: null };
  return postToWebhook(context, message, frozen);
}

/**
 * Has the team's admins mailed and stops sending to a channel, unless it was changed meanwhile.
 * @param messageId The message that was refused; of one message nobody is mailed twice.
 */
async function disable(
  { log, alerts, directory, now }: SendContext,
  { channel_id, address, team_id, name, masked }: AlertChannel,
  messageId: string,
  problem: string,
): Promise<void> {
  const current = findChannel(alerts.state, channel_id);
  if (current === undefined || current.problem !== null || current.address !== address) return;
  const at = new Date(now()).toISOString();
  const admins = directory.state.teams.get(team_id)?.members.filter(({ access }) => access === 'admin') ?? [];
  for (const { account_id: accountId } of admins) {
    await requestMail(log, actorContext, {
      kind: 'webhook-disabled',
      key: `alert-channel-disabled|${channel_id}|${messageId}|${accountId}`,
      to: { accountId },
      facts: { application: name, endpoint: masked ?? '', problem, path: '/client/automation/alerts' },
      requestedAt: at,
    });
  }
  await handleCommand(log, {
    stream: alertChannelsStream(team_id),
    decider: channelsDecider,
    cause: `disabled ${channel_id} ${at}`,
    context: actorContext,
    decide: (state) => disableChannel(state, { channel_id, address, problem, at }),
  });
}
