import type { ReadingProblem } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { runAttempt } from '../activity/attempt.ts';
import { withRecordedOutcomes } from './with-recorded-outcomes.ts';

type Pulls = Parameters<typeof withRecordedOutcomes>[0];

const ref = { application_id: 3, org_id: 41 };
const incomplete: ReadingProblem = {
  state: 'partial',
  reason: 'short_list',
  http_status: null,
  operation: 'POST /reports',
  detail: '',
};
const recent = { newest: 0, oldest: 6 };

/** What is recorded when the activities answer so. */
async function recordedWhen(stubs: Partial<Pulls>, ask: (pulls: Pulls) => Promise<unknown>): Promise<string[]> {
  const recorded: string[] = [];
  const pulls = withRecordedOutcomes(stubs as Pulls, {
    failed: async ({ source }, { reason, detail }) => void recorded.push(`${source} ${reason} ${detail}`),
    succeeded: async ({ source }) => void recorded.push(`${source} works`),
  });
  const attempt = { activity: 'spec', number: 1, cause: 'spec', signal: new AbortController().signal };
  await runAttempt(attempt, () => ask(pulls));
  return recorded;
}

const pullReports = (result: Awaited<ReturnType<Pulls['pullReports']>>) =>
  recordedWhen({ pullReports: async () => result }, (pulls) => pulls.pullReports({ ...ref, ages: recent }));
const pullTerms = (result: Awaited<ReturnType<Pulls['pullSearchTerms']>>) =>
  recordedWhen({ pullSearchTerms: async () => result }, (pulls) => pulls.pullSearchTerms(ref));
const orderShares = (report_id: number | null) =>
  recordedWhen({ orderShares: async () => ({ report_id, pause_seconds: 1 }) }, (pulls) => pulls.orderShares(ref));

describe('the answer of a pull', () => {
  it('that is whole says that its source works', async () => {
    expect(await pullReports({ pause_seconds: 1 })).toEqual(['ads_reports works']);
    expect(await pullTerms({ pause_seconds: 7200 })).toEqual(['ads_search_terms works']);
  });

  it('that is not whole is a failure, with the reason of the reading', async () => {
    expect(await pullReports({ pause_seconds: 1, incomplete })).toEqual(['ads_reports incomplete short_list']);
    expect(await pullTerms({ pause_seconds: 900, incomplete })).toEqual(['ads_search_terms incomplete short_list']);
  });

  it('says nothing when nothing was asked', async () => {
    expect(await pullReports({ pause_seconds: 1, postponed: true })).toEqual([]);
    expect(await pullTerms({ pause_seconds: 15 })).toEqual([]);
    expect(await orderShares(7)).toEqual([]);
  });
});
