import type { Steps } from '../../story/steps.ts';
import { waitForFirstDays } from './first-days.story.ts';
import {
  looksPerReport,
  type MonthActivities,
  type PullExtrasInput,
  type SearchTermActivities,
  type ShareActivities,
} from './pull-extras.contract.ts';

/** Brings in the months before the first day that is recorded by day, once. */
export async function pullMonths(
  steps: Steps<PullExtrasInput, MonthActivities>,
  organization: PullExtrasInput,
): Promise<void> {
  if ((await steps.call.areMonthsIn(organization)).are_in) return;
  for (;;) {
    const { done, pause_seconds } = await steps.call.pullMonths(organization);
    if (done) return;
    await steps.untilWoken(pause_seconds);
    await steps.continueWith(organization);
  }
}

/** Keeps an organization's search terms current: the last 30 days after the first pull, and then once a day. */
export async function pullSearchTerms(
  steps: Steps<PullExtrasInput, SearchTermActivities>,
  organization: PullExtrasInput,
): Promise<void> {
  const { application_id } = organization;
  await waitForFirstDays(steps, { application_id, part: 'complete' });
  for (;;) {
    const { pause_seconds } = await steps.call.pullSearchTerms(organization);
    await steps.untilWoken(pause_seconds);
    await steps.continueWith(organization);
  }
}

/** Keeps an organization's impression shares current: orders a report once a day, waits for it and records it. */
export async function pullShares(
  steps: Steps<PullExtrasInput, ShareActivities>,
  organization: PullExtrasInput,
): Promise<void> {
  const { application_id } = organization;
  await waitForFirstDays(steps, { application_id, part: 'complete' });
  for (;;) {
    const { report_id, pause_seconds } = await steps.call.orderShares(organization);
    const collected = report_id === null ? pause_seconds : await collectShares(steps, { ...organization, report_id });
    await steps.untilWoken(collected);
    await steps.continueWith(organization);
  }
}

/** @returns seconds until the next report is due. */
async function collectShares(
  { call, sleep }: Steps<PullExtrasInput, ShareActivities>,
  order: PullExtrasInput & { readonly report_id: number },
): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    const { state, pause_seconds } = await call.collectShares(order);
    if (state !== 'waiting' || looks === looksPerReport) return pause_seconds;
    await sleep(pause_seconds);
  }
}
