import { automationTimes, type FoldFollower, type Logger } from '@tapwise/adapters';
import { type DeliveryWork, followerNames } from '@tapwise/domain';
import { billingRequests } from '../accounts/apply-billing-request/apply-billing-request.requests.ts';
import { erasureRequests } from '../accounts/erase-account/erase-account.requests.ts';
import { exportRequests } from '../accounts/export-account/export-account.requests.ts';
import { followMailCauses } from '../accounts/send-mail/causes/follow-mail-causes.ts';
import { mailRequests } from '../accounts/send-mail/send-mail.requests.ts';
import { disconnectedCheck } from '../activity/disconnected-organizations.ts';
import { changeRequests } from '../campaigns/apply-change/apply-change.requests.ts';
import { changeSetRequests } from '../campaigns/apply-change-set/apply-change-set.requests.ts';
import { heldByStopAll } from '../campaigns/apply-change-set/held-by-stop-all.ts';
import { creationRequests } from '../campaigns/create-campaign/create-campaign.requests.ts';
import { standingRules } from '../campaigns/run-automation/standing-rules.ts';
import { standingCustomRules } from '../campaigns/run-custom-rule/standing-custom-rules.ts';
import { keepAlerts } from '../campaigns/send-alerts/keep-alerts.ts';
import { creativesRequests } from '../campaigns/sync-creatives/sync-creatives.requests.ts';
import type { Composition } from '../composition/composition.ts';
import type { LogFacts } from '../facts/log-facts.ts';
import { reportRequests } from '../reports/send-report/send-report.requests.ts';
import { standingSchedules } from '../reports/standing-schedules.ts';
import { type Checkpoint, checkpointsIn, keepCheckpoint } from '../start/checkpoint.ts';
import { followRequests } from '../start/follow-requests.ts';
import { keepStanding } from '../start/keep-standing.ts';
import { keepStandingProcesses } from '../start/standing-processes.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { keepDelivering } from '../users/deliver-webhooks/keep-delivering.ts';
import { keepQueueing } from '../users/deliver-webhooks/queue-deliveries.ts';
import { settledDeliveries, settledLately } from '../users/resume-deliveries/settled-deliveries.ts';
import { attributionRequests } from '../users/retry-attribution/retry-attribution.requests.ts';

export interface StartedUnder {
  readonly runner: ProcessRunner;
  /** Of the lease on starting processes. */
  readonly epoch: number;
  /** Aborts when the lease ends, or when another runner takes over. */
  readonly signal: AbortSignal;
}

/** Starts every process that the log asks for, until the signal aborts. */
export async function startProcesses(composition: Composition, { runner, epoch, signal }: StartedUnder): Promise<void> {
  const { log, logger, facts, searchAds, tables, deliveryCaches: caches } = composition;
  const { directory, connections, automations, customRules, reportSchedules, deliveries: work } = facts;
  const isDisconnected = disconnectedCheck(composition.environment, connections);
  const times = automationTimes(composition.environment);
  const checkpoint = checkpointsIn(log, epoch);
  const common = { runner, logger, signal };
  const followed = [directory, connections, automations, customRules, reportSchedules];
  await Promise.all(followed.map(({ caughtUp }) => caughtUp));
  await Promise.all([
    followRequests({
      ...common,
      log,
      kinds: requestKinds(facts),
      checkpoint: checkpoint(followerNames.requests),
    }),
    followMailCauses({ ...common, log, directory, customRules, checkpoint: checkpoint(followerNames.mailCauses) }),
    keepStandingProcesses({
      ...common,
      directory,
      connections,
      changed: facts.standingChanged,
      lastWaking: facts.lastWaking,
      pulls: searchAds !== undefined,
      refits: tables !== undefined,
    }),
    keepStanding({
      ...common,
      processes: () => [
        ...standingRules({ directory, automations, isDisconnected }),
        ...standingCustomRules({ directory, automations, customRules, isDisconnected, tables: tables?.client, times }),
      ],
      changed: facts.automationChanged,
      wakesAtEnd: true,
      confirms: true,
    }),
    keepStanding({
      ...common,
      processes: () => standingSchedules(directory, reportSchedules),
      changed: facts.reportScheduleChanged,
      wakesAtEnd: true,
      confirms: true,
    }),
    keepAlerts({ ...facts, ...common, evaluates: tables !== undefined }),
    keepQueueing({
      log,
      logger,
      signal,
      directory,
      work,
      caches,
      checkpoint: checkpoint(followerNames.queuedWebhooks),
    }),
    keepDelivering({ ...common, work, watchers: facts.deliveryWatchers, changed: facts.deliveryArrived }),
    keepSettled(work, checkpoint(settledDeliveries), common),
  ]);
}

/** Everything that is started by an event. */
const requestKinds = ({ directory, customRules }: Pick<LogFacts, 'directory' | 'customRules'>) => [
  changeRequests(heldByStopAll(directory), (id) => customRules.state.rules.rules.has(id)),
  changeSetRequests(directory),
  creationRequests,
  creativesRequests,
  attributionRequests,
  mailRequests,
  reportRequests,
  billingRequests,
  exportRequests,
  erasureRequests,
];

/** Records where the next worker without a snapshot begins to fold deliveries. */
async function keepSettled(
  work: FoldFollower<DeliveryWork>,
  checkpoint: Checkpoint,
  how: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<void> {
  await work.caughtUp;
  await keepCheckpoint(checkpoint, settledLately(work.state), { ...how, stored: await checkpoint.read() });
}
