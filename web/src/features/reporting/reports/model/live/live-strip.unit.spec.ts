import type { CourseCells } from '@tapwise/contract/today';
import { describe, expect, it } from 'vitest';
import { type Course, comparedOf, elapsedHours, hoursReported } from './course.ts';
import { sparkOf, sparkSize } from './sparkline.ts';
import { stripDelta } from './strip-delta.ts';

const cells = (figures: Partial<CourseCells>): CourseCells => ({
  spend: null,
  installs: null,
  trials: null,
  current_income: null,
  current_result: null,
  current_roas: null,
  predicted_income: null,
  predicted_result: null,
  predicted_roas: null,
  ...figures,
});
const hoursOf = (column: keyof CourseCells, values: readonly (number | null)[]): CourseCells[] =>
  values.map((value) => cells({ [column]: value }));
const courseOf = (
  column: keyof CourseCells,
  today: readonly (number | null)[],
  yesterday: readonly (number | null)[],
  byNow: number | null = null,
): Course => ({
  today: hoursOf(column, today),
  yesterday: hoursOf(column, yesterday),
  yesterdayByNow: cells({ [column]: byNow }),
  estimatedHours: { today: 0, yesterday: 0 },
});

describe('a change since yesterday', () => {
  it('is a whole percentage, with a mark instead of a sign when it is good news', () => {
    expect(stripDelta('current_income', { now: 112, before: 100, estimated: false }, '$')).toMatchObject({
      text: '12 %',
      good: true,
    });
    expect(stripDelta('current_income', { now: 88, before: 100, estimated: false }, '$')).toMatchObject({
      text: '−12 %',
      good: false,
    });
    expect(stripDelta('trials', { now: 3, before: 2, estimated: false }, '$')).toMatchObject({
      text: '50 %',
      good: true,
    });
  });

  it('of spend is never good news', () => {
    expect(stripDelta('spend', { now: 106, before: 100, estimated: false }, '$')).toMatchObject({
      text: '+6 %',
      good: false,
    });
    expect(stripDelta('spend', { now: 94, before: 100, estimated: false }, '$')).toMatchObject({
      text: '−6 %',
      good: false,
    });
    expect(stripDelta('spend', { now: 9, before: 0, estimated: false }, '$')).toMatchObject({
      text: 'new',
      good: false,
    });
  });

  it('of a result is an amount, of ROAS percentage points', () => {
    const result = stripDelta('predicted_result', { now: 20, before: -30, estimated: false }, '€');
    expect(result).toMatchObject({ text: '€50.00', good: true });
    const roas = stripDelta('current_roas', { now: 1.1, before: 1.25, estimated: false }, '$');
    expect(roas).toMatchObject({ text: '−15 pp', good: false });
  });

  it('from an estimate says so', () => {
    const delta = (column: 'spend' | 'predicted_result') =>
      stripDelta(column, { now: 94, before: 100, estimated: true }, '$');
    expect(delta('spend')).toMatchObject({ text: '≈ −6 %', spoken: 'about 6 % less than yesterday at this time' });
    expect(delta('predicted_result')?.text).toBe('≈ −$6.00');
  });

  it('that rounds to nothing has no sign and no mark', () => {
    expect(stripDelta('installs', { now: 1001, before: 1000, estimated: false }, '$')).toMatchObject({
      text: '0 %',
      good: false,
    });
    expect(stripDelta('installs', { now: 0, before: 0, estimated: false }, '$')).toMatchObject({
      text: '0 %',
      good: false,
    });
  });

  it('is said in words for those who do not see it', () => {
    const spoken = stripDelta('installs', { now: 90, before: 100, estimated: false }, '$')?.spoken;
    expect(spoken).toBe('10 % less than yesterday at this time');
  });

  it('is not known where one of the two is not, and stays short where there was next to nothing', () => {
    expect(stripDelta('spend', { now: null, before: 3, estimated: false }, '$')).toBeNull();
    expect(stripDelta('spend', { now: 3, before: null, estimated: false }, '$')).toBeNull();
    expect(stripDelta('installs', { now: 5000, before: 1, estimated: false }, '$')?.text).toBe('> 999 %');
    expect(stripDelta('installs', { now: 5, before: 0, estimated: false }, '$')).toMatchObject({
      text: 'new',
      good: true,
    });
  });
});

describe('what is compared', () => {
  it('of the store is the figure shown, with yesterday by this time', () => {
    const course = courseOf('trials', [1, 2], [3, 4, 5], 4.5);
    expect(comparedOf(course, 'trials', 7, 2.5)).toEqual({ now: 7, before: 4.5, estimated: false });
  });

  it('of the ad service are both days at the last full hour it has reported', () => {
    const course = courseOf('spend', [10, 20, 20, 20], [8, 16, 24, 32], 40);
    expect(comparedOf(course, 'spend', 20, 2.7)).toEqual({ now: 20, before: 16, estimated: false });
    expect(comparedOf(course, 'spend', 20, 0.7)).toEqual({ now: null, before: null, estimated: false });
    expect(comparedOf(course, 'spend', 20, null)).toEqual({ now: null, before: null, estimated: false });
  });

  it('is estimated while one of the two hours is', () => {
    const course = courseOf('spend', [10, 20, 30], [8, 16, 24], 40);
    const estimated = (today: number, yesterday: number, hours: number) =>
      comparedOf({ ...course, estimatedHours: { today, yesterday } }, 'spend', 30, hours).estimated;
    expect([estimated(0, 24, 3.2), estimated(2, 0, 3.2), estimated(2, 0, 2.9), estimated(0, 24, 0.5)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('is the same for what is made of both, at the hour of the older source', () => {
    const course = courseOf('predicted_result', [-1, -2, -3], [-4, -5, -6], -7);
    expect(comparedOf(course, 'predicted_result', 50, 2.1)).toEqual({ now: -2, before: -5, estimated: false });
  });
});

describe('hours of today', () => {
  const now = Date.parse('2026-11-21T16:42:00Z');
  const course = courseOf('trials', Array<number>(16).fill(1), []);

  it('are those of the course and the minutes since', () => {
    expect(elapsedHours(course, now, ['UTC'])).toBeCloseTo(16.7, 9);
    // Half past in India is no full hour.
    expect(elapsedHours(course, now, ['Asia/Kolkata'])).toBeCloseTo(16.2, 9);
  });

  it('are known up to the age of the source, and not before today', () => {
    expect(hoursReported(16.7, '2026-11-21T14:42:00Z', now)).toBeCloseTo(14.7, 9);
    expect(hoursReported(1.7, '2026-11-21T14:42:00Z', now)).toBeNull();
    expect(hoursReported(16.7, null, now)).toBeNull();
  });
});

describe('a sparkline', () => {
  const { width, height, margin } = sparkSize;

  it('draws today up to the hour that is known, and all of yesterday', () => {
    const spark = sparkOf(courseOf('spend', [24, 48, 48], Array<number>(24).fill(48)), 'spend', 2);
    expect(spark.today).toBe('M5.5 12L8 3');
    expect(spark.fill).toBe('M5.5 12L8 3L8 24L5.5 24Z');
    expect(spark.yesterday.match(/[ML]/g)).toHaveLength(24);
    expect(spark.yesterday).toMatch(/L63 3$/);
    expect(spark.end).toEqual({ x: 8, y: 3 });
    expect(spark.base).toBeNull();
  });

  it('begins with nothing where things only add up, and with the first figure where a pull had to come first', () => {
    expect(sparkOf(courseOf('trials', [4], []), 'trials', 1).today).toBe('M3 21L5.5 3');
    expect(sparkOf(courseOf('spend', [null, 4], []), 'spend', 2).today).toBe('M8 3');
  });

  it('has a line of zero under a result and of 100 % under ROAS, which is not filled', () => {
    const result = sparkOf(courseOf('current_result', [-10, 10], []), 'current_result', 2);
    expect(result.base).toBe(height / 2);
    expect(result.fill).toMatch(/L8 12L5.5 12Z$/);
    const roas = sparkOf(courseOf('current_roas', [0.5, 1.5], []), 'current_roas', 2);
    expect(roas.base).toBe(height / 2);
    expect(roas.fill).toBe('');
  });

  it('has room for a day of 25 hours', () => {
    const spark = sparkOf(courseOf('trials', [], Array<number>(25).fill(1)), 'trials', 0);
    expect(spark.yesterday).toMatch(/L63 3$/);
    expect(spark.yesterday.match(/[ML]/g)).toHaveLength(26);
  });

  it('keeps a figure that has grown beyond it at its edge', () => {
    const { pointAt } = sparkOf(courseOf('trials', [2], [2]), 'trials', 1);
    expect(pointAt(30, 500)).toEqual({ x: width - margin, y: margin });
    expect(pointAt(0, -500)).toEqual({ x: margin, y: height - margin });
  });

  it('of unknown days is empty', () => {
    const spark = sparkOf(courseOf('spend', [null], [null]), 'spend', 1);
    expect(spark).toMatchObject({ today: '', fill: '', yesterday: '', end: null });
  });
});
