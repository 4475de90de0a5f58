import { describe, expect, it } from 'vitest';
import { type HistoryFacts, historyProgress } from './history-progress.ts';

const facts: HistoryFacts = {
  today: '2026-11-22',
  adsFrom: '2026-08-25',
  monthsPulled: true,
  oldestFigures: '2025-10-01',
  firstLaunch: '2025-10-03',
  movedMsAgo: 30_000,
};
const progress = (changed: Partial<HistoryFacts>) => historyProgress({ ...facts, ...changed });

describe('how much of the past is in', () => {
  it('is all of it when months were pulled and no earlier users arrive', () => {
    expect(progress({})).toEqual({ complete: true, months_in: 14, months: 14 });
  });

  it('is the months before which users still arrive', () => {
    const coming = { firstLaunch: '2026-03-14', movedMsAgo: 200 };
    expect(progress(coming)).toEqual({ complete: false, months_in: 8, months: 14 });
  });

  it('does not count a month whose first day may not be whole', () => {
    expect(progress({ firstLaunch: '2026-03-01', movedMsAgo: 200 }).months_in).toBe(8);
    expect(progress({ firstLaunch: '2026-02-28', movedMsAgo: 200 }).months_in).toBe(9);
  });

  it('does not say how many months there are before the months were pulled', () => {
    const pulling = { monthsPulled: false, oldestFigures: null, firstLaunch: null, movedMsAgo: null };
    expect(progress({ ...pulling, adsFrom: null })).toEqual({ complete: false, months_in: 0, months: null });
    expect(progress({ ...pulling, adsFrom: '2026-10-24' })).toEqual({ complete: false, months_in: 1, months: null });
    expect(progress({ ...pulling, adsFrom: '2026-08-25' })).toEqual({ complete: false, months_in: 3, months: null });
  });

  it('is whole for an app whose users are younger than its ads', () => {
    expect(progress({ firstLaunch: '2026-11-20' })).toMatchObject({ complete: true, months_in: 14 });
  });

  it('does not wait for users of today', () => {
    expect(progress({ firstLaunch: '2026-11-22', movedMsAgo: 100 })).toMatchObject({ complete: true });
  });
});
