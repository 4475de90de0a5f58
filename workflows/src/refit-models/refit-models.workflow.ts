import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { keepRounds } from '../rounds/keep-rounds.workflow.ts';
import type { RefitActivities } from './refit-models.activities.ts';
import type { LastFit, RefitModelsInput } from './refit-models.contract.ts';

const { refitWhenDue } = proxyActivities<RefitActivities>({
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long, and the activity is given to another.
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 3 },
});

/** Keeps an application's models current for ever: fits them when enough is new, and at least once a day. */
export async function refitModelsWorkflow(input: RefitModelsInput): Promise<void> {
  let fitted: LastFit | null = input.fitted ?? null;
  await keepRounds(async () => {
    const done = await refitWhenDue({ application_id: input.application_id, fitted });
    fitted = done.fitted;
    return done.pause_seconds;
  });
  const last = fitted === null ? {} : { fitted };
  await continueAsNew<typeof refitModelsWorkflow>({ application_id: input.application_id, ...last });
}
