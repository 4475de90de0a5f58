import { addDays } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { progressOf } from './pull-progress.ts';

const today = '2026-11-22';
const pull = (newest: number, oldest: number, daysAgo = 0) => ({
  application_id: 1,
  org_id: 2,
  pulled_at: `${addDays(today, -daysAgo)}T12:00:00.000Z`,
  from_day: addDays(today, -daysAgo - oldest),
  to_day: addDays(today, -daysAgo - newest),
});
const scope = { timeZone: 'UTC', oldestDayAge: 89, today };
const progress = (...pulls: ReturnType<typeof pull>[]) => progressOf(pulls, pulls, scope);

describe('the progress of a pull by the log', () => {
  it('starts at zero before the first one', () => {
    expect(progress()).toEqual({ parts_loaded: 0, deep_day: null });
  });

  it('goes on after the last part that is in', () => {
    expect(progress(pull(0, 6)).parts_loaded).toBe(1);
    expect(progress(pull(0, 6), pull(7, 29))).toEqual({ parts_loaded: 2, deep_day: today });
    expect(progress(pull(0, 6), pull(7, 29), pull(0, 6), pull(30, 59), pull(60, 89)).parts_loaded).toBe(4);
  });

  it('goes on after all parts where the service gives fewer days', () => {
    const pulls = [pull(0, 6), pull(7, 29), pull(0, 6), pull(30, 59), pull(60, 88)];
    expect(progressOf(pulls, pulls, { ...scope, oldestDayAge: 88 }).parts_loaded).toBe(4);
    expect(progressOf(pulls, pulls, scope).parts_loaded).toBe(3);
  });

  it('asks for the last 30 days again when that was not done today', () => {
    const yesterday = [pull(0, 6, 1), pull(7, 29, 1), pull(30, 59, 1), pull(60, 89, 1)];
    expect(progress(...yesterday, pull(0, 6))).toEqual({ parts_loaded: 4, deep_day: addDays(today, -1) });
  });

  it('starts again with the parts that hold days not asked for while nothing ran', () => {
    const longAgo = [pull(0, 6, 45), pull(7, 29, 45), pull(30, 59, 45), pull(60, 89, 45)];
    expect(progress(...longAgo).parts_loaded).toBe(1);
  });

  it('takes the deep pull as due when it is too long ago to be seen', () => {
    const all = [pull(0, 89, 3)];
    expect(progressOf(all, [pull(0, 6)], scope).deep_day).not.toBe(today);
  });
});
