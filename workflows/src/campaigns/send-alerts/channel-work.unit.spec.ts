import { createAlerts, createDirectory, type DomainEvent, evolveAlerts } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { standingChannels } from './channel-work.ts';

const at = '2026-11-23T12:00:00.000Z';
const subject = { team_id: 1, channel_id: 'channel' };
const content = {
  name: 'Ours',
  address: null,
  masked: null,
  secret: null,
  account_ids: [],
  quiet: null,
  digest: null,
  zone: 'UTC',
  without_amounts: false,
};
const message = { ...subject, message_id: 'message' };
const claimed: DomainEvent = {
  type: 'AlertMessageClaimed',
  data: {
    ...message,
    form: 'single',
    items: [{ episode_id: 'episode', kind: 'fired', number: 1 }],
    attempt: 1,
    claim: 'claim',
    claimed_at: at,
    over_at: at,
  },
};
const events: readonly DomainEvent[] = [
  { type: 'AlertChannelAdded', data: { ...subject, kind: 'webhook', content, added_by: 1, added_at: at } },
  claimed,
  { type: 'AlertMessageDelayed', data: { ...message, attempt: 1, error: 'away', again_at: at } },
];

function standing(...more: readonly DomainEvent[]): string[] {
  const state = createAlerts();
  for (const [index, event] of [...events, ...more].entries()) evolveAlerts(state, event, BigInt(index));
  return standingChannels({ state }, { state: createDirectory() }, Date.parse(at)).map(({ id }) => id);
}

describe('the process of a channel', () => {
  it('runs until what waits has ended, also where the channel is disabled or removed meanwhile', () => {
    expect(standing()).toEqual(['alerts/channel']);
    expect(standing({ type: 'AlertChannelDisabled', data: { ...subject, problem: 'gone', disabled_at: at } })).toEqual([
      'alerts/channel',
    ]);
    const removed: DomainEvent = { type: 'AlertChannelRemoved', data: { ...subject, removed_by: 1, removed_at: at } };
    expect(standing(removed)).toEqual(['alerts/channel']);
    const ended = { ...message, state: 'failed' as const, error: null, ended_at: at };
    expect(standing(removed, { type: 'AlertMessageEnded', data: ended })).toEqual([]);
  });
});
