import { describe, expect, it } from 'vitest';
import { dayRefusal, describeRange, includesToday, rangePresets, resolveRange } from './range.ts';

const today = '2026-11-21';

describe('range presets', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['last7', '2026-11-15', '2026-11-21'],
    ['last30', '2026-10-23', '2026-11-21'],
    ['last90', '2026-08-24', '2026-11-21'],
    ['thisMonth', '2026-11-01', '2026-11-21'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
    ['thisYear', '2026-01-01', '2026-11-21'],
  ] as const)('%s runs from %s to %s', (preset, from, to) => {
    expect(resolveRange({ preset }, today, null)).toEqual({ from, to });
  });

  it('all include today, but yesterday and last month', () => {
    const without = rangePresets.filter(
      ({ name }) => !includesToday(resolveRange({ preset: name }, today, null), today),
    );
    expect(without.map(({ name }) => name)).toEqual(['yesterday', 'lastMonth']);
  });

  it('begin with the first day of the SDK when that is later', () => {
    expect(resolveRange({ preset: 'last30' }, today, '2026-11-10')).toEqual({ from: '2026-11-10', to: today });
    expect(resolveRange({ preset: 'last7' }, today, '2026-11-10')).toEqual({ from: '2026-11-15', to: today });
  });

  it('stay whole when the SDK began after them', () => {
    expect(resolveRange({ preset: 'lastMonth' }, today, '2026-11-10')).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
    });
  });
});

describe('a range in words', () => {
  it('names the preset and its days', () => {
    const choice = { preset: 'last7' } as const;
    const days = resolveRange(choice, today, null);
    expect(describeRange(choice, days, today)).toEqual({ name: 'Last 7 days', days: '15–21 Nov' });
  });

  it('of chosen days is the days', () => {
    const days = { from: '2026-11-02', to: '2026-11-05' };
    expect(describeRange(days, days, today)).toEqual({ name: '2–5 Nov', days: null });
  });
});

describe('a day', () => {
  it('in the future or before the first SDK event says why it cannot be chosen', () => {
    expect(dayRefusal('2026-11-22', today, null)).toBe('This day has not come yet');
    expect(dayRefusal('2026-03-03', today, '2026-03-04')).toBe('The first SDK event is of 4 Mar 2026');
    expect(dayRefusal('2026-03-04', today, '2026-03-04')).toBeNull();
  });
});
