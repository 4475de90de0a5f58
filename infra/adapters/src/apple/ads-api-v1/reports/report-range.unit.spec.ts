import { addDays, daysBetween } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { dailyRange, isMonthGiven, oldestDayAge, totalRange } from './report-range.ts';

const today = '2026-11-28';
const ago = (days: number) => addDays(today, -days);

describe('the range of a report by day', () => {
  it('is what was asked for, within the days that the service gives', () => {
    expect(dailyRange({ from: ago(30), to: today }, today)).toEqual({ from: ago(30), to: today });
    expect(dailyRange({ from: ago(oldestDayAge), to: ago(60) }, today)).toEqual({ from: ago(88), to: ago(60) });
  });

  it('never begins 90 days ago or earlier, in whatever zone', () => {
    const range = dailyRange({ from: ago(200), to: ago(50) }, today);
    expect(daysBetween(range?.from ?? '', addDays(today, 1))).toBeLessThanOrEqual(90);
    expect(dailyRange({ from: ago(200), to: ago(100) }, today)).toBeUndefined();
  });

  it('has two days at least', () => {
    expect(dailyRange({ from: ago(3), to: ago(3) }, today)).toEqual({ from: ago(4), to: ago(3) });
    expect(dailyRange({ from: ago(120), to: ago(89) }, today)).toEqual({ from: ago(89), to: ago(88) });
  });
});

it('sums reach back a year, and months are given that ended 90 days ago', () => {
  expect(totalRange({ from: ago(366), to: today }, today)).toEqual({ from: ago(365), to: today });
  expect([isMonthGiven('2026-07-31', today), isMonthGiven('2026-08-31', today)]).toEqual([true, false]);
});
