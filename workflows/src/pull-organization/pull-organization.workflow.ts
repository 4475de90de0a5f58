import {
  ActivityFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { failurePauseSeconds } from '../rounds/failure-pause.ts';
import { wokenBy } from '../rounds/keep-rounds.workflow.ts';
import type { PullActivities } from './pull-organization.activities.ts';
import {
  accessRenewed,
  type PullOrganizationInput,
  type PullProgress,
  pullRetry,
} from './pull-organization.contract.ts';
import { pullRound } from './pull-organization.round.ts';

const activities = proxyActivities<PullActivities>({
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long, and the activity is given to another.
  heartbeatTimeout: '10 seconds',
  retry: pullRetry,
});

const roundsPerRun = 200;

/**
 * Keeps one ad organization's structure and figures current for ever. Each round asks for the structure and the last 7 days;
 * the first rounds add the rest of the 90 days the service gives by day, and once a day the last 30 are asked for again.
 */
export async function pullOrganizationWorkflow(input: PullOrganizationInput): Promise<void> {
  let progress: PullProgress = input.progress ?? { parts_loaded: 0, deep_day: null };
  let failures = 0;
  const { begin, pause } = wokenBy(accessRenewed);
  for (let round = 0; round < roundsPerRun && !workflowInfo().continueAsNewSuggested; round += 1) {
    begin();
    try {
      const done = await pullRound(activities, input, progress);
      progress = done.progress;
      failures = 0;
      if (done.pauseSeconds > 0) await sleep(done.pauseSeconds * 1000);
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      failures += 1;
      // What woke it may be what was missing.
      if (await pause(failurePauseSeconds(failures, error) * 1000)) failures = 0;
    }
  }
  await continueAsNew<typeof pullOrganizationWorkflow>({
    application_id: input.application_id,
    org_id: input.org_id,
    progress,
  });
}
