import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';
import { accessRenewed, pullRetry } from '../pull-organization/pull-organization.contract.ts';
import { keepRounds, wokenBy } from '../rounds/keep-rounds.workflow.ts';
import { writeQueue } from '../task-queues.ts';
import type { ExtraPullActivities } from './pull-extras.activities.ts';
import { looksPerReport, type PullExtrasInput } from './pull-extras.contract.ts';

const retried = {
  startToCloseTimeout: '30 minutes',
  // A worker that died is noticed after this long, and the activity is given to another.
  heartbeatTimeout: '10 seconds',
  retry: pullRetry,
} as const;
const { pullMonths, pullSearchTerms, collectShares } = proxyActivities<ExtraPullActivities>(retried);
// An order is a write at the partner: a worker that ends lets it finish.
const { orderShares } = proxyActivities<ExtraPullActivities>({ ...retried, taskQueue: writeQueue });

/** Brings in the months before the first day that is known by day, once. */
export async function pullMonthsWorkflow(input: PullExtrasInput): Promise<void> {
  const { begin, pause } = wokenBy(accessRenewed);
  const ended = await keepRounds(async () => {
    begin();
    const { done, pause_seconds } = await pullMonths(input);
    return done ? 'done' : pause_seconds;
  }, pause);
  if (ended === 'go on') await continueAsNew<typeof pullMonthsWorkflow>(input);
}

/** Keeps an organization's search terms current for ever: the last 30 days after the first pull, and then once a day. */
export async function pullSearchTermsWorkflow(input: PullExtrasInput): Promise<void> {
  const { begin, pause } = wokenBy(accessRenewed);
  await keepRounds(async () => {
    begin();
    return (await pullSearchTerms(input)).pause_seconds;
  }, pause);
  await continueAsNew<typeof pullSearchTermsWorkflow>(input);
}

/** Keeps an organization's impression shares current for ever: orders a report once a day, waits for it, takes it over. */
export async function pullSharesWorkflow(input: PullExtrasInput): Promise<void> {
  // One round of a report can be long; a run is cut by the length of its history, not by rounds alone.
  const { begin, pause } = wokenBy(accessRenewed);
  await keepRounds(async () => {
    begin();
    const order = await orderShares(input);
    if (order.report_id === null) return order.pause_seconds;
    for (let look = 0; look < looksPerReport; look += 1) {
      const { state, pause_seconds } = await collectShares({ ...input, report_id: order.report_id });
      if (state !== 'waiting') return pause_seconds;
      await sleep(pause_seconds * 1000);
    }
    return order.pause_seconds;
  }, pause);
  await continueAsNew<typeof pullSharesWorkflow>(input);
}
