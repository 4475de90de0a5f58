import type { Steps } from '../story/steps.ts';
import type { ExtraPullActivities } from './pull-extras.activities.ts';
import { looksPerReport, type PullExtrasInput } from './pull-extras.contract.ts';

type ExtraSteps<Name extends keyof ExtraPullActivities> = Steps<PullExtrasInput, Pick<ExtraPullActivities, Name>>;

/** Brings in the months before the first day that is recorded by day, once. */
export async function pullMonths(steps: ExtraSteps<'pullMonths'>, organization: PullExtrasInput): Promise<void> {
  for (;;) {
    const { done, pause_seconds } = await steps.call.pullMonths(organization);
    if (done) return;
    await steps.untilWoken(pause_seconds);
    await steps.continueWith(organization);
  }
}

/** Keeps an organization's search terms current: the last 30 days after the first pull, and then once a day. */
export async function pullSearchTerms(
  steps: ExtraSteps<'pullSearchTerms'>,
  organization: PullExtrasInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await steps.call.pullSearchTerms(organization);
    await steps.untilWoken(pause_seconds);
    await steps.continueWith(organization);
  }
}

/** Keeps an organization's impression shares current: orders a report once a day, waits for it and records it. */
export async function pullShares(
  steps: ExtraSteps<'orderShares' | 'collectShares'>,
  organization: PullExtrasInput,
): Promise<void> {
  for (;;) {
    const { report_id, pause_seconds } = await steps.call.orderShares(organization);
    const collected = report_id === null ? pause_seconds : await collectShares(steps, { ...organization, report_id });
    await steps.untilWoken(collected);
    await steps.continueWith(organization);
  }
}

/** @returns seconds until the next report is due. */
async function collectShares(
  { call, sleep }: ExtraSteps<'orderShares' | 'collectShares'>,
  order: PullExtrasInput & { readonly report_id: number },
): Promise<number> {
  for (let looks = 1; ; looks += 1) {
    const { state, pause_seconds } = await call.collectShares(order);
    if (state !== 'waiting' || looks === looksPerReport) return pause_seconds;
    await sleep(pause_seconds);
  }
}
