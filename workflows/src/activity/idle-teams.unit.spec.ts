import { createDirectory, type DomainEvent, evolveDirectory } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { isIdle, pausedWhile } from './idle-teams.ts';

const at = '2026-01-01T00:00:00.000Z';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A team whose trial ends in so many days, and whether anything was asked for. */
async function pulled(trialEndsInDays: number): Promise<number> {
  const state = createDirectory();
  const trial_expires_at = inDays(trialEndsInDays);
  const events: DomainEvent[] = [
    { type: 'TeamFounded', data: { team_id: 7, name: 'v1.t.AA', founded_at: at, trial_expires_at, demo: false } },
    {
      type: 'ApplicationCreated',
      data: {
        application_id: 3,
        account_id: 7,
        team_id: 7,
        name: 'App',
        url: 'https://apps.apple.com/app/id1500000001',
        adam_id: 1500000001,
        currency: 'USD',
        api_key: 'k',
        small_business: false,
        created_at: at,
      },
    },
  ];
  for (const [position, event] of events.entries()) evolveDirectory(state, event, { position: BigInt(position) });
  let calls = 0;
  const ask =
    <Answer>(response: Answer) =>
    () => {
      calls += 1;
      return Promise.resolve(response);
    };
  const wait = { pause_seconds: 5 };
  const pulls = pausedWhile(
    {
      readPullProgress: async () => ({ parts_loaded: 4, deep_day: null }),
      pullStructure: ask({ today: '2026-01-01', restated_from: '2025-12-03' }),
      pullReports: ask(wait),
      pullSearchTerms: ask(wait),
      areMonthsIn: async () => ({ are_in: false }),
      pullMonths: ask({ done: true, ...wait }),
      orderShares: ask({ report_id: 1, ...wait }),
      collectShares: ask({ state: 'recorded' as const, ...wait }),
      pullStoreReports: ask(wait),
    },
    ({ application_id }) => isIdle({ state }, application_id),
  );
  const ref = { application_id: 3, org_id: 9 };
  await pulls.pullStructure(ref);
  await pulls.pullReports({ ...ref, ages: { newest: 0, oldest: 6 } });
  await pulls.pullMonths(ref);
  await pulls.pullSearchTerms(ref);
  await pulls.orderShares(ref);
  await pulls.pullStoreReports(ref);
  return calls;
}

describe('pulls of a team', () => {
  it('go on in a trial and for 30 days after it, and stop then', async () => {
    expect(await Promise.all([1, -1, -29.9, -30.1, -400].map(pulled))).toEqual([6, 6, 6, 0, 0]);
  });
});
