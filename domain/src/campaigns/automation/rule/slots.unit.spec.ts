import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/calendar/days.ts';
import { updatesPerDay } from './rule-choices.ts';
import {
  dueSlots,
  isDaily,
  nextSlot,
  ruleClock,
  scheduleClock,
  slotDelayMs,
  slotGraceMs,
  slotsBetween,
  slotsOfDay,
} from './slots.ts';

const iso = ({ id, at }: { id: string; at: number }) => [id, new Date(at).toISOString()];
const berlin = { zone: 'Europe/Berlin', updatesPerDay: 2 } as const;
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'America/Santiago',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Atlantic/Azores',
  'UTC',
];

/** What a wall clock shows, asked of the platform for one instant: shares nothing with how slots are found. */
const clocks = new Map<string, Intl.DateTimeFormat>();
function wallTime(ms: number, zone: string): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const;
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(zone, clock);
  return clock.format(ms).replace(' ', 'T');
}

/** The first quarter of an hour of the days around at which clocks have come to a local time: found by looking at each. */
function firstShowing(local: string, zone: string): number {
  const quarter = 900_000;
  const start = Date.parse(`${local.slice(0, 10)}T00:00:00Z`) - 15 * 3_600_000;
  for (let at = start; ; at += quarter) if (wallTime(at, zone) >= local) return at;
}

/** Days on which a zone's clocks change between 2020 and 2029, and those beside them. */
const changingDays = zones.flatMap((zone) => {
  const offset = (day: string) =>
    Date.parse(`${wallTime(Date.parse(`${day}T00:00Z`), zone)}Z`) - Date.parse(`${day}T00:00Z`);
  const days = Array.from({ length: 3653 }, (_, index) => addDays('2020-01-01', index));
  const changes = days.filter((day) => offset(day) !== offset(addDays(day, 1)));
  return changes.flatMap((day) => [-1, 0, 1].map((near) => ({ zone, day: addDays(day, near) })));
});
const anyDay = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.integer({ min: 0, max: 3652 }).map((offset) => addDays('2020-01-01', offset)),
});

describe('slots', () => {
  it('follow the local clock over a change', () => {
    const slots = slotsBetween(berlin, Date.parse('2026-03-28T06:00Z'), Date.parse('2026-03-29T20:00Z'));
    expect(slots.map(iso)).toEqual([
      ['2026-03-28T09', '2026-03-28T08:00:00.000Z'],
      ['2026-03-28T21', '2026-03-28T20:00:00.000Z'],
      ['2026-03-29T09', '2026-03-29T07:00:00.000Z'],
      ['2026-03-29T21', '2026-03-29T19:00:00.000Z'],
    ]);
  });

  it('are the first instant after a gap, and the first of two equal hours', () => {
    const schedule = { zone: 'America/Havana', updatesPerDay: 8 } as const;
    expect(slotsOfDay('2026-03-08', schedule).slice(0, 2).map(iso)).toEqual([
      ['2026-03-08T00', '2026-03-08T05:00:00.000Z'],
      ['2026-03-08T03', '2026-03-08T07:00:00.000Z'],
    ]);
    expect(slotsOfDay('2026-11-01', schedule).slice(0, 1).map(iso)).toEqual([
      ['2026-11-01T00', '2026-11-01T04:00:00.000Z'],
    ]);
  });

  it('are as many a day as asked for, in every zone, as an independent calendar has them', () => {
    fc.assert(
      fc.property(fc.oneof(anyDay, fc.constantFrom(...changingDays)), ({ zone, day }) => {
        const eight = slotsOfDay(day, { zone, updatesPerDay: 8 });
        for (const count of updatesPerDay) {
          const slots = slotsOfDay(day, { zone, updatesPerDay: count });
          expect(slots).toHaveLength(count);
          for (const slot of slots) expect(eight).toContainEqual(slot);
        }
        for (const { id, at } of eight) expect([id, at]).toEqual([id, firstShowing(`${id}:00`, zone)]);
      }),
      { numRuns: 60 },
    );
  });

  it('follow one another, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 3652 * 24 }), (zone, hour) => {
        const clock = { zone, updatesPerDay: 8 } as const;
        const after = Date.parse('2020-01-01T00:00Z') + hour * 3_600_000 + 1;
        const next = nextSlot(clock, after);
        expect(next.at).toBeGreaterThan(after);
        expect(slotsBetween(clock, after, next.at)).toEqual([next]);
      }),
      { numRuns: 60 },
    );
  });

  it('that were missed are not made up; the newest is run unless it is too late', () => {
    const clock = { zone: 'UTC', updatesPerDay: 8 } as const;
    const after = Date.parse('2026-05-01T00:00Z');
    const late = dueSlots(clock, after, Date.parse('2026-05-01T07:29Z'));
    expect([late.run?.id, late.missed.map(({ id }) => id)]).toEqual(['2026-05-01T06', ['2026-05-01T03']]);
    const tooLate = dueSlots(clock, after, Date.parse('2026-05-01T07:31Z'));
    expect([tooLate.run, tooLate.missed.map(({ id }) => id)]).toEqual([undefined, ['2026-05-01T03', '2026-05-01T06']]);
    const twice = { zone: 'UTC', updatesPerDay: 2 } as const;
    expect(dueSlots(twice, after, Date.parse('2026-05-01T11:59Z')).run?.id).toBe('2026-05-01T09');
    expect(dueSlots(twice, after, Date.parse('2026-05-01T12:01Z')).run).toBeUndefined();
  });

  it("of filters are once a day, and wait for the day's search terms until the evening", () => {
    const clock = ruleClock({ type: 'filter_skag', params: { updates_per_day: 8 } }, 'Europe/Berlin', undefined);
    const after = Date.parse('2026-03-28T02:00Z');
    expect(iso(nextSlot(clock, after))).toEqual(['2026-03-29T03', '2026-03-29T01:00:00.000Z']);
    expect(dueSlots(clock, after, Date.parse('2026-03-29T20:59Z')).run?.id).toBe('2026-03-29T03');
    expect(dueSlots(clock, after, Date.parse('2026-03-29T21:01Z')).missed).toHaveLength(1);
    expect(isDaily(ruleClock({ type: 'raise_bids', params: { updates_per_day: 8 } }, 'UTC', undefined))).toBe(false);
  });

  it('at chosen hours are on chosen weekdays alone, and follow one another over the week', () => {
    const clock = scheduleClock({ hours: [21, 9], weekdays: [1, 5] }, 'Europe/Berlin', undefined);
    // Clocks change on Sunday the 29th.
    const slots = slotsBetween(clock, Date.parse('2026-03-27T08:00Z'), Date.parse('2026-04-02T20:00Z'));
    expect(slots.map(iso)).toEqual([
      ['2026-03-27T21', '2026-03-27T20:00:00.000Z'],
      ['2026-03-30T09', '2026-03-30T07:00:00.000Z'],
      ['2026-03-30T21', '2026-03-30T19:00:00.000Z'],
    ]);
    const weekly = scheduleClock({ hours: [9], weekdays: [7] }, 'Europe/Berlin', undefined);
    expect(iso(nextSlot(weekly, Date.parse('2026-03-29T07:00Z')))).toEqual([
      '2026-04-05T09',
      '2026-04-05T07:00:00.000Z',
    ]);
  });

  it('at two hours that fall on one instant are the later of them', () => {
    // 02:00 is the first instant after 01:59; both hours begin then.
    const clock = scheduleClock({ hours: [2, 3, 9], weekdays: [7] }, 'Europe/Berlin', undefined);
    expect(slotsOfDay('2026-03-29', clock).map(iso)).toEqual([
      ['2026-03-29T03', '2026-03-29T01:00:00.000Z'],
      ['2026-03-29T09', '2026-03-29T07:00:00.000Z'],
    ]);
  });

  it('at chosen hours of chosen weekdays are as an independent calendar has them, in every zone', () => {
    const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 8 });
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.oneof(anyDay, fc.constantFrom(...changingDays)), hours, weekdays, ({ zone, day }, chosen, on) => {
        const slots = slotsOfDay(day, scheduleClock({ hours: chosen, weekdays: on }, zone, undefined));
        const weekday = ((new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7) + 1;
        const starts = new Map(
          chosen
            .toSorted((left, right) => left - right)
            .map((hour) => `${day}T${String(hour).padStart(2, '0')}`)
            .map((id) => [firstShowing(`${id}:00`, zone), id]),
        );
        const expected = on.includes(weekday) ? [...starts].map(([at, id]) => ({ id, at })) : [];
        expect(slots).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('of Berlin come at the first instant after the gap and at the first of two equal hours', () => {
    const clock = (hours: number[]) =>
      scheduleClock({ hours, weekdays: [1, 2, 3, 4, 5, 6, 7] }, 'Europe/Berlin', undefined);
    expect(slotsOfDay('2026-03-29', clock([2])).map(iso)).toEqual([['2026-03-29T02', '2026-03-29T01:00:00.000Z']]);
    expect(slotsOfDay('2026-10-25', clock([2])).map(iso)).toEqual([['2026-10-25T02', '2026-10-25T00:00:00.000Z']]);
    expect(slotsOfDay('2026-03-29', clock([0, 3])).map(iso)).toEqual([
      ['2026-03-29T00', '2026-03-28T23:00:00.000Z'],
      ['2026-03-29T03', '2026-03-29T01:00:00.000Z'],
    ]);
  });

  it.each([
    [[9], 3],
    [[3, 9, 15, 21], 3],
    [[9, 12], 1.5],
    [[0, 20], 1.5],
  ])('at %j may be %d hours late', (hours, late) => {
    expect(slotGraceMs(scheduleClock({ hours, weekdays: [1] }, 'UTC', undefined))).toBe(late * 3_600_000);
  });

  it('of seconds name their second, and start at once', () => {
    const clock = { zone: 'Europe/Berlin', updatesPerDay: 1, everySeconds: 120 } as const;
    const next = nextSlot(clock, Date.parse('2026-05-01T10:01:30Z'));
    expect(iso(next)).toEqual(['2026-05-01T12:02:00', '2026-05-01T10:02:00.000Z']);
    expect(slotDelayMs(clock, 3, 4)).toBe(0);
    expect(slotDelayMs(berlin, 3, 4)).toBeLessThan(600_000);
    expect(slotDelayMs(berlin, 3, 4)).not.toBe(slotDelayMs(berlin, 4, 4));
  });
});
