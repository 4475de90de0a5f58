import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../shared/decider.ts';
import type { AlertMessageEvent } from './alert-message.events.ts';
import {
  type ChannelMessages,
  channelMessagesDecider,
  claimMessage,
  endAttempt,
  itemKey,
  type MessageItem,
} from './message.decider.ts';

const at = Date.parse('2026-11-23T10:00:00.000Z');
const subject = { channel_id: 'channel', team_id: 2 };
const item = (episode_id: string, kind: MessageItem['kind'] = 'fired'): MessageItem => ({
  episode_id,
  kind,
  number: 1,
});
const order = (message_id: string, items: readonly MessageItem[], offset = 0) => ({
  ...subject,
  message_id,
  form: 'single' as const,
  items: [...items],
  claim: `claim ${offset}`,
  at: at + offset,
});
const attemptOf = (offset: number) => ({ ...subject, message_id: 'm', claim: `claim ${offset}` });
const stateOf = (events: readonly AlertMessageEvent[]): ChannelMessages => fold(channelMessagesDecider, events);

describe('a message to a channel', () => {
  it('is claimed by one process, and again only when that must be over', () => {
    const claimed = claimMessage(stateOf([]), order('m', [item('e')]));
    expect(claimed).toHaveLength(1);
    expect(claimMessage(stateOf(claimed), order('m', [item('e')], 60_000))).toEqual([]);
    expect(claimMessage(stateOf(claimed), order('m', [item('e')], 120_000))).toMatchObject([{ data: { attempt: 2 } }]);
  });

  it('is one of all its incidents, though a claim holds a thousand', () => {
    const items = Array.from({ length: 2500 }, (_, index) => item(`e${index}`));
    let events: AlertMessageEvent[] = [];
    for (let claimed = claimMessage(stateOf([]), order('m', items)); claimed.length > 0; ) {
      events = [...events, ...claimed];
      claimed = claimMessage(stateOf(events), order('m', items, 0));
    }
    expect(events).toHaveLength(3);
    expect(stateOf(events).messages.m).toMatchObject({ items, attempts: 1 });
    const again = claimMessage(stateOf(events), order('m', items, 120_000));
    expect(stateOf([...events, ...again]).messages.m).toMatchObject({ items, attempts: 2 });
  });

  it('waits after a failure, and has one end', () => {
    const claimed = claimMessage(stateOf([]), order('m', [item('e')]));
    const delayed = [
      ...claimed,
      ...endAttempt(stateOf(claimed), attemptOf(0), { retryAt: at + 5000, error: 'away' }, at),
    ];
    expect(claimMessage(stateOf(delayed), order('m', [item('e')], 4999))).toEqual([]);
    const again = claimMessage(stateOf(delayed), order('m', [item('e')], 5000));
    expect(again).toHaveLength(1);
    const sent = { state: 'sent', error: null } as const;
    const ended = endAttempt(stateOf([...delayed, ...again]), attemptOf(5000), sent, at + 6000);
    expect(ended).toMatchObject([{ type: 'AlertMessageEnded', data: { state: 'sent' } }]);
    expect(endAttempt(stateOf([...delayed, ...again, ...ended]), attemptOf(5000), sent, at)).toEqual([]);
    expect(claimMessage(stateOf([...delayed, ...again, ...ended]), order('m', [item('e')], 900_000))).toEqual([]);
  });

  it('of each incident and kind is one, with one end, though processes are killed between all of their steps', () => {
    let kills = 0;
    const steps = fc.array(
      fc.record({
        message: fc.constantFrom('a', 'b', 'c'),
        pause: fc.constantFrom(0, 1_000, 60_000, 120_000),
        /** `before`, `after`: the process is killed before or after it has posted. */
        fate: fc.constantFrom('before', 'after', 'sent', 'failed', 'refused'),
      }),
      { minLength: 5, maxLength: 40 },
    );
    fc.assert(
      fc.property(steps, (process) => {
        let events: AlertMessageEvent[] = [];
        const posted = new Map<string, string[]>();
        let offset = 0;
        for (const [index, { message, pause, fate }] of process.entries()) {
          offset += pause;
          const claim = `claim ${index}`;
          // Each message has one incident of its own, and one that all of them would have.
          const wanted = { ...order(message, [item(message), item('shared')], offset), claim };
          const claimed = claimMessage(stateOf(events), wanted);
          events = [...events, ...claimed];
          const [mine] = claimed;
          if (mine?.type !== 'AlertMessageClaimed') continue;
          if (fate === 'before' || fate === 'after') kills += 1;
          if (fate !== 'before') {
            for (const key of mine.data.items.map(itemKey)) posted.set(key, [...(posted.get(key) ?? []), message]);
          }
          if (fate === 'before' || fate === 'after') continue;
          const end =
            fate === 'failed'
              ? { retryAt: at + offset + 5_000, error: 'away' }
              : { state: fate === 'sent' ? ('sent' as const) : ('failed' as const), error: null };
          const attempt = { ...subject, message_id: message, claim };
          events = [...events, ...endAttempt(stateOf(events), attempt, end, at + offset)];
        }
        for (const messages of posted.values()) expect(new Set(messages).size).toBe(1);
        const ends = events.flatMap(({ type, data }) => (type === 'AlertMessageEnded' ? [data.message_id] : []));
        expect(new Set(ends).size).toBe(ends.length);
      }),
      { numRuns: 200 },
    );
    expect(kills).toBeGreaterThan(200);
  });

  it('has no incident and kind that another message to the channel has', () => {
    const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(items, { maxLength: 12 }), (orders) => {
        let events: AlertMessageEvent[] = [];
        for (const [index, episodes] of orders.entries()) {
          const distinct = [...new Set(episodes)].map((id) => item(id));
          events = [...events, ...claimMessage(stateOf(events), order(`m${index}`, distinct, index))];
        }
        const claimed = events
          .flatMap(({ type, data }) => (type === 'AlertMessageClaimed' ? data.items : []))
          .map(itemKey);
        expect(new Set(claimed).size).toBe(claimed.length);
      }),
    );
  });
});
