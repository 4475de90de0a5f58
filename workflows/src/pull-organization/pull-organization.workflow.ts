import {
  ActivityFailure,
  continueAsNew,
  isCancellation,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { PullActivities } from './pull-organization.activities.ts';
import {
  firstParts,
  type PullOrganizationInput,
  type PullProgress,
  recentDays,
  restatedDays,
} from './pull-organization.contract.ts';

const { pullStructure, pullReports } = proxyActivities<PullActivities>({
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long, and the activity is given to another.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 4 },
});

const roundsPerRun = 200;
const longestPauseSeconds = 900;

/**
 * Keeps one ad organization's structure and figures current for ever. Each round asks for the structure and the last 7 days;
 * the first rounds add the rest of the 90 days the service gives by day, and once a day the last 30 are asked for again.
 */
export async function pullOrganizationWorkflow(input: PullOrganizationInput): Promise<void> {
  let progress: PullProgress = input.progress ?? { parts_loaded: 0, deep_day: null };
  let failures = 0;
  for (let round = 0; round < roundsPerRun && !workflowInfo().continueAsNewSuggested; round += 1) {
    try {
      const done = await pullRound(input, progress);
      progress = done.progress;
      failures = 0;
      if (done.pauseSeconds > 0) await sleep(done.pauseSeconds * 1000);
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      failures += 1;
      await sleep(Math.min(longestPauseSeconds, 5 * 2 ** failures) * 1000);
    }
  }
  await continueAsNew<typeof pullOrganizationWorkflow>({
    application_id: input.application_id,
    org_id: input.org_id,
    progress,
  });
}

async function pullRound(
  { application_id, org_id }: PullOrganizationInput,
  progress: PullProgress,
): Promise<{ progress: PullProgress; pauseSeconds: number }> {
  const organization = { application_id, org_id };
  const { today } = await pullStructure(organization);
  const deep = progress.deep_day !== null && progress.deep_day !== today;
  const recent = await pullReports({ ...organization, ages: deep ? restatedDays : recentDays });
  const loaded = { parts_loaded: Math.max(1, progress.parts_loaded), deep_day: today };
  const next = firstParts[loaded.parts_loaded];
  if (next === undefined) return { progress: loaded, pauseSeconds: recent.pause_seconds };
  await pullReports({ ...organization, ages: next });
  return { progress: { ...loaded, parts_loaded: loaded.parts_loaded + 1 }, pauseSeconds: 0 };
}
