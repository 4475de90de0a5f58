import type { EventLog, FoldFollower, StreamMemory } from '@tapwise/adapters';
import {
  type AlertMessageEvent,
  type Alerts,
  alertChannelsStream,
  alertMessagesStream,
  type ChannelMessages,
  endWaitingMessages,
  findChannel,
} from '@tapwise/domain';

export interface EndWaitingContext {
  readonly log: Pick<EventLog, 'readLast'>;
  readonly alerts: Pick<FoldFollower<Alerts>, 'state' | 'reached'>;
  readonly streams: Pick<StreamMemory<ChannelMessages, AlertMessageEvent>, 'change' | 'current'>;
  /** Milliseconds. */
  readonly now: () => number;
}

/**
 * Ends what waits for a channel that was removed or disabled.
 * @returns when the attempts that other processes may be making now are over; now, where the channel works again; `null`: nothing is open any more.
 */
export async function endWaiting(
  { log, alerts, streams, now }: EndWaitingContext,
  channel_id: string,
): Promise<number | null> {
  const stream = alertMessagesStream(channel_id);
  const [waiting] = openMessages((await streams.current(stream)).state);
  if (waiting === undefined) return null;
  // A person may have set the channel again.
  const changed = await log.readLast(alertChannelsStream(waiting.team_id));
  if (changed !== undefined) await alerts.reached(changed.position);
  const channel = findChannel(alerts.state, channel_id);
  if (channel !== undefined && channel.problem === null) return now();
  const reason = channel === undefined ? 'removed' : 'disabled';
  await streams.change(stream, `channel ${reason} ${crypto.randomUUID()}`, (state) =>
    endWaitingMessages(state, { channel_id, reason }, now()),
  );
  const attempts = openMessages((await streams.current(stream)).state).map(({ claim }) => claim?.overAt ?? now());
  return attempts.length === 0 ? null : Math.min(...attempts);
}

const openMessages = ({ messages }: ChannelMessages) => Object.values(messages).filter(({ state }) => state === 'open');
