import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMs } from '../../../shared/calendar/days.ts';
import {
  type ChannelPreferences,
  deliveryOf,
  type EpisodeTimeline,
  groupUnits,
  isSnoozed,
  messagesOf,
} from './alert-messages.ts';
import { endOfQuietHours, nextLocalTime } from './quiet-hours.ts';

const at = (text: string): number => Date.parse(`${text}:00.000Z`);
const first = at('2026-11-23T10:00');
const episode: EpisodeTimeline = {
  key: '1:2:3',
  firedAt: first,
  firing: 'fired',
  recoveredAt: null,
  recovery: 'recovered',
  closedAt: null,
};
const later = (hours: number): number => first + hours * hourMs;
const kinds = (...parameters: Parameters<typeof messagesOf>) =>
  messagesOf(...parameters).map(({ kind, number, at: due }) => `${kind} ${number} +${(due - first) / hourMs}`);

describe('the messages of an episode', () => {
  it('are one when it fires and one when it recovers', () => {
    expect(kinds(episode, [], later(5))).toEqual(['fired 1 +0']);
    expect(kinds({ ...episode, recoveredAt: later(2) }, [], later(5))).toEqual(['fired 1 +0', 'recovered 1 +2']);
  });

  it('are none while it is snoozed, and one when that ends and it still fires', () => {
    const snoozed = [{ key: null, from: later(-1), until: later(4) }];
    expect(kinds(episode, snoozed, later(3))).toEqual([]);
    expect(kinds(episode, snoozed, later(4))).toEqual(['still_firing 1 +4']);
    expect(kinds({ ...episode, recoveredAt: later(6) }, snoozed, later(8))).toEqual([
      'still_firing 1 +4',
      'recovered 1 +6',
    ]);
    expect(kinds({ ...episode, recoveredAt: later(3) }, snoozed, later(8))).toEqual([]);
  });

  it('take snoozes that touch for one, and not those of other units', () => {
    const touching = [
      { key: null, from: later(1), until: later(3) },
      { key: episode.key, from: later(3), until: later(5) },
      { key: '1:2:4', from: later(0), until: later(9) },
    ];
    expect(kinds(episode, touching, later(7))).toEqual(['fired 1 +0', 'still_firing 1 +5']);
  });

  it('are never due while it is snoozed, one of each kind but at ends of snoozes, whatever happens', () => {
    const hours = fc.integer({ min: 0, max: 40 });
    const snooze = fc
      .tuple(
        fc.constantFrom(null, episode.key, '1:2:4'),
        fc.integer({ min: -10, max: 30 }),
        fc.integer({ min: 1, max: 20 }),
      )
      .map(([key, from, length]) => ({ key, from: later(from), until: later(from + length) }));
    const timeline = fc.record({
      firing: fc.constantFrom('fired' as const, 'unsteady' as const, 'none' as const),
      recovery: fc.constantFrom('recovered' as const, 'none' as const),
      recoveredAt: fc.option(hours.map(later)),
      closedAt: fc.option(hours.map(later)),
    });
    fc.assert(
      fc.property(timeline, fc.array(snooze, { maxLength: 5 }), hours, (random, snoozes, now) => {
        const messages = messagesOf({ ...episode, ...random }, snoozes, later(now));
        for (const { kind, number, at: due } of messages) {
          expect(due).toBeLessThanOrEqual(later(now));
          expect(isSnoozed(snoozes, episode.key, due)).toBe(false);
          if (kind !== 'still_firing') expect(number).toBe(1);
        }
        const names = messages.map(({ kind, number }) => `${kind} ${number}`);
        expect(new Set(names).size).toBe(names.length);
        // Nothing is said of a recovery where nothing was said before.
        expect(messages[0]?.kind).not.toBe('recovered');
      }),
      { numRuns: 300 },
    );
  });

  it('are none amid changes that are too many, nor after an edit of the alert', () => {
    expect(kinds({ ...episode, firing: 'none', recoveredAt: later(1) }, [], later(5))).toEqual([]);
    expect(kinds({ ...episode, firing: 'unsteady', recoveredAt: later(1), recovery: 'none' }, [], later(5))).toEqual([
      'unsteady 1 +0',
    ]);
    expect(kinds({ ...episode, closedAt: later(1), recoveredAt: later(1) }, [], later(5))).toEqual(['fired 1 +0']);
  });

  it('name each of five units, and the twenty largest of more in one', () => {
    const units = Array.from({ length: 23 }, (_, index) => ({ key: `${index}`, spend: index }));
    expect(groupUnits(units.slice(0, 5)).map(({ named }) => named.map(({ key }) => key))).toEqual([
      ['4'],
      ['3'],
      ['2'],
      ['1'],
      ['0'],
    ]);
    const [group, ...others] = groupUnits(units);
    expect(others).toEqual([]);
    expect(group?.counted).toBe(3);
    expect(group?.named.map(({ spend }) => spend)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index));
  });
});

const berlin = 'Europe/Berlin';
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const nights = { from: '22:00', to: '07:00', zone: berlin, weekdays: everyDay, high: false };
const channel: ChannelPreferences = { quiet: nights, digest: null, zone: berlin };

describe('quiet hours', () => {
  it('reach over midnight, and their days are those on which they begin', () => {
    const workdays = { ...nights, weekdays: [1, 2, 3, 4, 5] };
    // A Friday evening, the Saturday after it, and the evening of that Saturday; Berlin is an hour ahead.
    expect(endOfQuietHours(workdays, at('2026-11-27T21:30'))).toBe(at('2026-11-28T06:00'));
    expect(endOfQuietHours(workdays, at('2026-11-28T05:59'))).toBe(at('2026-11-28T06:00'));
    expect(endOfQuietHours(workdays, at('2026-11-28T06:00'))).toBeUndefined();
    expect(endOfQuietHours(workdays, at('2026-11-28T22:30'))).toBeUndefined();
  });

  it('are the last ones that a time has a part in', () => {
    const evening = at('2026-11-23T20:59');
    expect(endOfQuietHours(nights, evening, at('2026-11-23T20:59'))).toBeUndefined();
    expect(endOfQuietHours(nights, evening, at('2026-11-23T21:00'))).toBe(at('2026-11-24T06:00'));
    expect(endOfQuietHours(nights, evening, at('2026-11-24T12:00'))).toBe(at('2026-11-24T06:00'));
    expect(endOfQuietHours(nights, evening, at('2026-11-24T21:30'))).toBe(at('2026-11-25T06:00'));
  });

  it('end at the local time, also in the night of the clock change', () => {
    expect(endOfQuietHours(nights, at('2026-03-28T22:00'))).toBe(at('2026-03-29T05:00'));
    expect(endOfQuietHours(nights, at('2026-10-24T22:00'))).toBe(at('2026-10-25T06:00'));
  });

  it('are a whole day where they begin and end at the same time', () => {
    const sundays = { ...nights, from: '00:00', to: '00:00', weekdays: [7] };
    expect(endOfQuietHours(sundays, at('2026-11-29T12:00'))).toBe(at('2026-11-29T23:00'));
    expect(endOfQuietHours(sundays, at('2026-11-30T12:00'))).toBeUndefined();
  });

  it('of whole days that follow each other end with the first, however much later it is', () => {
    const always = { ...nights, from: '00:00', to: '00:00' };
    const noon = at('2026-11-29T12:00');
    for (const now of ['2026-11-29T12:00', '2026-11-29T23:00', '2026-12-05T12:00'])
      expect(endOfQuietHours(always, noon, at(now))).toBe(at('2026-11-29T23:00'));
    // Its Friday is a quiet day of its own.
    const some = { ...always, weekdays: [1, 2, 5] };
    expect(endOfQuietHours(some, at('2026-11-30T12:00'), at('2026-12-01T12:00'))).toBe(at('2026-11-30T23:00'));
    expect(endOfQuietHours(some, at('2026-11-30T12:00'), at('2026-12-04T12:00'))).toBe(at('2026-12-04T23:00'));
  });
});

describe('the next time that a local hour begins', () => {
  it('is today while it is to come, else tomorrow', () => {
    expect(nextLocalTime(at('2026-11-23T07:59'), '09:00', berlin)).toBe(at('2026-11-23T08:00'));
    expect(nextLocalTime(at('2026-11-23T08:00'), '09:00', berlin)).toBe(at('2026-11-23T08:00'));
    expect(nextLocalTime(at('2026-11-23T08:00') + 1, '09:00', berlin)).toBe(at('2026-11-24T08:00'));
    expect(nextLocalTime(at('2026-03-28T12:00'), '02:00', berlin)).toBe(at('2026-03-29T01:00'));
  });
});

describe('a message in a channel', () => {
  const night = at('2026-11-23T23:00');
  const morning = at('2026-11-24T06:00');
  const noon = at('2026-11-23T12:00');

  it('waits for the end of quiet hours, unless it is high and these do not hold it', () => {
    expect(deliveryOf(noon, 'normal', channel)).toEqual({ at: noon, form: 'single' });
    expect(deliveryOf(night, 'normal', channel)).toEqual({ at: morning, form: 'digest' });
    expect(deliveryOf(night, 'high', channel)).toEqual({ at: night, form: 'single' });
    expect(deliveryOf(night, 'high', { ...channel, quiet: { ...nights, high: true } })).toEqual({
      at: morning,
      form: 'digest',
    });
  });

  it('waits for the end of quiet hours also where these began before it was sent', () => {
    const evening = at('2026-11-23T20:50');
    expect(deliveryOf(evening, 'normal', channel, at('2026-11-23T20:59'))).toEqual({ at: evening, form: 'single' });
    expect(deliveryOf(evening, 'normal', channel, night)).toEqual({ at: morning, form: 'digest' });
    expect(deliveryOf(evening, 'normal', channel, morning)).toEqual({ at: morning, form: 'digest' });
    expect(deliveryOf(evening, 'high', channel, night)).toEqual({ at: evening, form: 'single' });
  });

  it('comes with those of its day where the channel has a digest, but for high ones', () => {
    const daily = { ...channel, digest: '18:00' };
    expect(deliveryOf(noon, 'normal', daily)).toEqual({ at: at('2026-11-23T17:00'), form: 'digest' });
    expect(deliveryOf(noon, 'high', daily)).toEqual({ at: noon, form: 'single' });
    expect(deliveryOf(noon, 'low', channel)).toEqual({ at: at('2026-11-24T08:00'), form: 'digest' });
  });

  it('waits for the end of quiet hours when its digest lies in them', () => {
    expect(deliveryOf(noon, 'low', { ...channel, digest: '23:00' })).toEqual({ at: morning, form: 'digest' });
  });
});
