import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../shared/calendar/days.ts';
import type { AlertChannel } from '../channel/channels.decider.ts';
import type { AlertEpisode } from '../episode/alert-episode.ts';
import { itemKey } from './message.decider.ts';
import { attemptHeldUntil, type EpisodeOfAlert, planMessages } from './plan-messages.ts';

const noon = Date.parse('2026-11-23T12:00:00.000Z');
const channel: AlertChannel = {
  channel_id: 'channel',
  team_id: 2,
  kind: 'slack',
  problem: null,
  since: '2026-11-01T00:00:00.000Z',
  name: 'Growth',
  address: 'v1.a',
  masked: '',
  secret: null,
  account_ids: [],
  quiet: null,
  digest: null,
  zone: 'UTC',
  without_amounts: false,
};

function firing(id: string, changed: Partial<AlertEpisode> = {}): EpisodeOfAlert {
  const episode: AlertEpisode = {
    episode_id: id,
    alert_id: 101,
    application_id: 3,
    key: id,
    name: id,
    alert_name: 'Alert',
    severity: 'normal',
    slot: '',
    value: null,
    limit: null,
    unit: null,
    currency: null,
    window: null,
    spend: 0,
    text: '',
    text_without_amounts: '',
    before: [],
    changes: 1,
    changesSince: noon,
    firedAt: noon,
    firing: 'fired',
    recoveredAt: null,
    recovery: 'recovered',
    closedAt: null,
    acknowledged: null,
    ...changed,
  };
  return { episode, snoozes: [], channels: ['channel'] };
}

const plan = (episodes: readonly EpisodeOfAlert[], at = noon, of = channel, claimed = {}) =>
  planMessages(of, episodes, { claimed }, at);
const shortened = (episodes: readonly EpisodeOfAlert[], at = noon, of = channel) =>
  plan(episodes, at, of).due.map(({ form, items }) => [
    form,
    ...items.map((item) => `${item.episode_id} ${item.kind}`),
  ]);

describe('what a channel has to send', () => {
  it('is each incident of five units by itself, and more of one evaluation together, the largest first', () => {
    const many = Array.from({ length: 6 }, (_, index) => firing(`e${index}`, { spend: index }));
    expect(shortened(many.slice(0, 2))).toEqual([
      ['single', 'e1 fired'],
      ['single', 'e0 fired'],
    ]);
    expect(shortened(many)).toEqual([
      ['group', 'e5 fired', 'e4 fired', 'e3 fired', 'e2 fired', 'e1 fired', 'e0 fired'],
    ]);
    const tooMany = Array.from({ length: 1001 }, (_, index) => firing(`e${index}`));
    expect(plan(tooMany).due.map(({ items }) => items.length)).toEqual([1001]);
  });

  it('is nothing that is in a message already, of other channels, from before it was added, or while it is disabled', () => {
    const fired = firing('e');
    expect(plan([fired], noon, channel, { [itemKey({ episode_id: 'e', kind: 'fired', number: 1 })]: 'm' }).due).toEqual(
      [],
    );
    expect(plan([{ ...fired, channels: ['other'] }]).due).toEqual([]);
    expect(plan([fired], noon, { ...channel, since: '2026-11-23T12:00:01.000Z' }).due).toEqual([]);
    expect(plan([fired], noon, { ...channel, problem: 'gone' }).due).toEqual([]);
  });

  it('waits for the end of quiet hours and comes as one digest, with what recovered meanwhile', () => {
    const quiet = { from: '11:00', to: '14:00', zone: 'UTC', weekdays: [1, 2, 3, 4, 5, 6, 7], high: false };
    const episodes = [firing('a', { recoveredAt: noon + hourMs }), firing('b'), firing('c', { severity: 'high' })];
    const resting = { ...channel, quiet };
    expect(shortened(episodes, noon + hourMs, resting)).toEqual([['single', 'c fired']]);
    expect(plan(episodes, noon + hourMs, resting).nextAt).toBe(noon + 2 * hourMs);
    expect(shortened(episodes, noon + 2 * hourMs, resting)).toEqual([
      ['single', 'c fired'],
      ['digest', 'a fired', 'b fired', 'a recovered'],
    ]);
  });

  it('waits for the end of quiet hours that began before it could be sent', () => {
    const quiet = { from: '13:00', to: '14:00', zone: 'UTC', weekdays: [1, 2, 3, 4, 5, 6, 7], high: false };
    const resting = { ...channel, quiet };
    expect(shortened([firing('a')], noon + hourMs - 1, resting)).toEqual([['single', 'a fired']]);
    expect(plan([firing('a')], noon + hourMs, resting)).toEqual({ due: [], nextAt: noon + 2 * hourMs });
    expect(shortened([firing('a')], noon + 2 * hourMs, resting)).toEqual([['digest', 'a fired']]);
  });

  it('is held between two attempts by quiet hours that began meanwhile, unless it names an incident that they let pass', () => {
    const quiet = { from: '13:00', to: '14:00', zone: 'UTC', weekdays: [1, 2, 3, 4, 5, 6, 7], high: false };
    const heldAt = (
      hours: number,
      severities: readonly AlertEpisode['severity'][],
      of: AlertChannel = { ...channel, quiet },
    ) =>
      attemptHeldUntil(
        of,
        severities.map((severity) => ({ severity })),
        noon + hours * hourMs,
      );
    const end = noon + 2 * hourMs;
    expect([0.5, 1, 1.5, 2].map((hours) => heldAt(hours, ['normal', 'low']))).toEqual([undefined, end, end, undefined]);
    expect(heldAt(1, ['normal', 'high'])).toBeUndefined();
    expect(heldAt(1, ['normal', 'high'], { ...channel, quiet: { ...quiet, high: true } })).toBe(end);
    expect(heldAt(1, ['normal'], channel)).toBeUndefined();
    expect(heldAt(1, [])).toBeUndefined();
  });

  it('is a digest where it could not be sent for six hours', () => {
    expect(shortened([firing('e')], noon + 6 * hourMs)).toEqual([['single', 'e fired']]);
    expect(shortened([firing('e')], noon + 6 * hourMs + 1)).toEqual([['digest', 'e fired']]);
  });
});
