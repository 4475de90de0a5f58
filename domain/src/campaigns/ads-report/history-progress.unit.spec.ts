import { describe, expect, it } from 'vitest';
import { areUsersComing, type HistoryFacts, historyProgress, usersFacts } from './history-progress.ts';

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

describe('users of the past', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const application = {
    organizations: [{ time_zone: 'UTC' }],
    first_sdk_event_date: '2026-03-14',
    first_sdk_event_moved_at: '2026-11-22T11:59:50.000Z',
    users_complete_at: null,
  };

  it('are coming until none has been earlier for half a minute', () => {
    expect(areUsersComing(usersFacts(application, now))).toBe(true);
    expect(areUsersComing(usersFacts(application, now + 20_000))).toBe(false);
  });

  it('are no longer coming once an import says so', () => {
    const complete = { ...application, users_complete_at: '2026-11-22T11:59:51.000Z' };
    expect(areUsersComing(usersFacts(complete, now))).toBe(false);
    const earlier = { ...complete, first_sdk_event_moved_at: '2026-11-22T11:59:55.000Z' };
    expect(areUsersComing(usersFacts(earlier, now))).toBe(true);
  });
});
