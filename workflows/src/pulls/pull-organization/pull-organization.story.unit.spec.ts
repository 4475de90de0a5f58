import { addDays, createAdsConnections } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { disconnectedCheck } from '../../activity/disconnected-organizations.ts';
import { pausedWhile } from '../../activity/idle-teams.ts';
import { idleActivities } from '../../testing/idle-activities.ts';
import { type DayAges, type PullProgress, restatedDays, skippedToday } from './pull-organization.contract.ts';
import { pullOnce } from './pull-organization.story.ts';

const ref = { application_id: 3, org_id: 9 };

const structureOf = (today: string) => ({ today, restated_from: addDays(today, -restatedDays.oldest) });

/** Passes, one after the other, of an organization whose today is that of each; what each asked for. */
async function passes(progress: PullProgress, todays: readonly string[]): Promise<string[][]> {
  const requestedAges: string[][] = [];
  let current = progress;
  for (const today of todays) {
    const ages: string[] = [];
    const pullReports = async (order: { ages: DayAges }) => {
      ages.push(`${order.ages.newest}-${order.ages.oldest}`);
      return { pause_seconds: 900 };
    };
    ({ progress: current } = await pullOnce(
      { pullStructure: async () => structureOf(today), pullReports },
      ref,
      current,
    ));
    requestedAges.push(ages);
  }
  return requestedAges;
}

describe('passes of pulls', () => {
  it('begin with the first 90 days in parts, then ask for seven days, and once a day for thirty', async () => {
    const day = '2026-11-24';
    expect(await passes({ parts_loaded: 0, deep_day: null }, [day, day, day, day, '2026-11-25'])).toEqual([
      ['0-6', '7-29'],
      ['0-6', '30-59'],
      ['0-6', '60-89'],
      ['0-6'],
      ['0-29'],
    ]);
  });

  it('come back to older days that were postponed', async () => {
    const postponed = { pause_seconds: 900, postponed: true } as const;
    const activities = {
      pullStructure: async () => structureOf('2026-11-24'),
      pullReports: async ({ ages }: { ages: DayAges }) => (ages.newest === 30 ? postponed : { pause_seconds: 600 }),
    };
    const before = { parts_loaded: 2, deep_day: '2026-11-24' };
    expect(await pullOnce(activities, ref, before)).toEqual({ progress: before, pauseSeconds: 900 });
  });

  it('ask for what was missed while the ad service was away for more than thirty days', async () => {
    const all = await passes({ parts_loaded: 4, deep_day: '2026-10-25' }, ['2026-11-23', '2026-11-24']);
    expect(all).toEqual([['0-29'], ['0-29']]);
    const missed = await passes({ parts_loaded: 4, deep_day: '2026-10-25' }, ['2026-11-24', '2026-11-24']);
    expect(missed).toEqual([
      ['0-29', '30-59'],
      ['0-6', '60-89'],
    ]);
  });

  it('ask for nothing while the organization is disconnected, and then for all that the ad service still has', async () => {
    const state = createAdsConnections();
    const isDisconnected = disconnectedCheck({ APPLE_ADS_API: 'v5' }, { state });
    const today = '2026-11-24';
    const ages: number[] = [];
    const pulls = pausedWhile(
      {
        ...idleActivities,
        pullStructure: async () => structureOf(today),
        pullReports: async ({ ages: { oldest } }) => {
          ages.push(oldest);
          return { pause_seconds: 900 };
        },
      },
      ({ org_id = 0 }) => isDisconnected(org_id),
    );
    let progress: PullProgress = { parts_loaded: 4, deep_day: today };
    const pull = async (): Promise<number[]> => {
      ({ progress } = await pullOnce(pulls, ref, progress));
      return ages.splice(0);
    };
    expect(await pull()).toEqual([6]);
    state.olderInterface = { endedAt: '2026-11-24T10:00:00.000Z' };
    expect([await pull(), await pull()]).toEqual([[], []]);
    state.olderInterface = null;
    expect([await pull(), await pull(), await pull()]).toEqual([[29, 59], [6, 89], [6]]);
  });

  it('ask for all that the ad service still has when a team is served again after a long time', async () => {
    const day = '2026-11-24';
    const all = await passes({ parts_loaded: 4, deep_day: '2026-08-01' }, [skippedToday, skippedToday, day, day, day]);
    expect(all.slice(2)).toEqual([['0-29', '30-59'], ['0-6', '60-89'], ['0-6']]);
  });
});
