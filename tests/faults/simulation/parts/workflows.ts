import {
  type ClickHouseClient,
  createFailureRecorder,
  type EventLog,
  holdLease,
  type KeyVault,
  type Logger,
  type MailSender,
  type OutboundClient,
  type SearchAdsClient,
} from '@tapwise/adapters';
import { createDirectory } from '@tapwise/domain';
import { eraseAccountProcess } from '../../../../workflows/src/accounts/erase-account/erase-account.contract.ts';
import { eraseAccount } from '../../../../workflows/src/accounts/erase-account/erase-account.story.ts';
import { createSendMailActivities } from '../../../../workflows/src/accounts/send-mail/send-mail.activities.ts';
import { sendMailProcess } from '../../../../workflows/src/accounts/send-mail/send-mail.contract.ts';
import { mailRequests } from '../../../../workflows/src/accounts/send-mail/send-mail.requests.ts';
import { sendMail } from '../../../../workflows/src/accounts/send-mail/send-mail.story.ts';
import { createApplyChangeActivities } from '../../../../workflows/src/campaigns/apply-change/apply-change.activities.ts';
import { applyChangeProcess } from '../../../../workflows/src/campaigns/apply-change/apply-change.contract.ts';
import { changeRequests } from '../../../../workflows/src/campaigns/apply-change/apply-change.requests.ts';
import { applyChange } from '../../../../workflows/src/campaigns/apply-change/apply-change.story.ts';
import { createCampaignProcess } from '../../../../workflows/src/campaigns/create-campaign/create-campaign.contract.ts';
import { createCampaign } from '../../../../workflows/src/campaigns/create-campaign/create-campaign.story.ts';
import { runAutomationProcess } from '../../../../workflows/src/campaigns/run-automation/run-automation.contract.ts';
import { runAutomation } from '../../../../workflows/src/campaigns/run-automation/run-automation.story.ts';
import { runCustomRuleProcess } from '../../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.contract.ts';
import { runCustomRule } from '../../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.story.ts';
import { sendAlertsProcess } from '../../../../workflows/src/campaigns/send-alerts/send-alerts.contract.ts';
import { sendAlerts } from '../../../../workflows/src/campaigns/send-alerts/send-alerts.story.ts';
import { watchOwnAlertProcess } from '../../../../workflows/src/campaigns/watch-own-alert/watch-own-alert.contract.ts';
import { watchOwnAlert } from '../../../../workflows/src/campaigns/watch-own-alert/watch-own-alert.story.ts';
import { createLocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import { pullOrganizationProcess } from '../../../../workflows/src/pulls/pull-organization/pull-organization.contract.ts';
import { pullOrganization } from '../../../../workflows/src/pulls/pull-organization/pull-organization.story.ts';
import { checkpointsIn } from '../../../../workflows/src/start/checkpoint.ts';
import { followRequests } from '../../../../workflows/src/start/follow-requests.ts';
import { processOf } from '../../../../workflows/src/story/process.ts';
import { deliverWebhooksProcess } from '../../../../workflows/src/users/deliver-webhooks/deliver-webhooks.contract.ts';
import { deliverWebhooks } from '../../../../workflows/src/users/deliver-webhooks/deliver-webhooks.story.ts';
import { readableVault } from '../engines/readable-vault.ts';
import { openCreations } from './creations.ts';
import { openCustomRules } from './custom-rules.ts';
import { openDelivering } from './deliveries.ts';
import { openErasure } from './erasure.ts';
import { openPulls } from './pulls.ts';
import { openRules } from './rules.ts';

export interface WorkflowsAccess {
  readonly log: EventLog;
  readonly sender: MailSender;
  readonly searchAds: SearchAdsClient;
  /** Absent: no customer has an endpoint for webhooks. */
  readonly client: OutboundClient | undefined;
  /** Absent: no rule raises bids. */
  readonly tables: ClickHouseClient | undefined;
  /** Reaches the channels of alerts. Absent: people wrote no rules and alerts, and figures are pulled for rules that there are. */
  readonly receivers: OutboundClient | undefined;
  /** Has the keys. Absent: no account is erased. */
  readonly erasing: KeyVault | undefined;
  /** Whether people create campaigns and keywords. */
  readonly creates: boolean;
  readonly logger: Logger;
}

const leaseSeconds = 6;
const never = (): boolean => false;
const processes = [
  processOf(sendMailProcess, sendMail),
  processOf(applyChangeProcess, applyChange),
  processOf(deliverWebhooksProcess, deliverWebhooks),
  processOf(runAutomationProcess, runAutomation),
  processOf(pullOrganizationProcess, pullOrganization),
  processOf(runCustomRuleProcess, runCustomRule),
  processOf(watchOwnAlertProcess, watchOwnAlert),
  processOf(sendAlertsProcess, sendAlerts),
  processOf(eraseAccountProcess, eraseAccount),
  processOf(createCampaignProcess, createCampaign),
];

/** What a process of `workflows` does about mails, changes of settings and webhooks while there is no Temporal. */
export async function runWorkflows(
  { log, sender, searchAds, client, tables, receivers, creates, erasing, logger }: WorkflowsAccess,
  signal: AbortSignal,
): Promise<void> {
  const context = { actor: { kind: 'system', id: 'simulation' } } as const;
  const rules = tables && openRules({ log, tables, logger, signal });
  const written =
    receivers && rules && tables && openCustomRules({ log, tables, client: receivers, rules, logger, signal });
  const hasPulls = rules !== undefined && written === undefined;
  const pulls = hasPulls ? openPulls({ ...rules, log, searchAds, logger }) : undefined;
  const creations = creates ? openCreations({ log, searchAds, signal }) : undefined;
  const erasure = erasing && openErasure({ log, vault: erasing, signal });
  const people = erasure?.directory ?? { state: createDirectory(), caughtUp: Promise.resolve() };
  const activities = {
    ...createSendMailActivities({
      log,
      sender,
      failures: createFailureRecorder({ log, directory: people, logger, context }),
      caughtUp: people.caughtUp,
      now: () => new Date(),
      context: {
        directory: people.state,
        vault: erasing ?? readableVault,
        publicUrl: 'https://tapwise.test',
        support: 'help@tapwise.test',
      },
    }),
    ...createApplyChangeActivities({ log, searchAds, stopping: signal, ...(rules && { stopped: rules.stopped }) }),
    ...rules?.activities,
    ...written?.activities,
    ...pulls?.activities,
    ...creations?.activities,
    ...erasure?.activities,
  };
  const lease = { name: 'processes', holder: 'workflows', seconds: leaseSeconds, signal };
  await holdLease(log, lease, async (held) => {
    const delivering = client && openDelivering({ log, client, vault: readableVault, logger, signal: held.signal });
    const checkpoint = checkpointsIn(log, held.epoch);
    const runner = createLocalRunner({
      processes: (name) => processes.find(({ contract }) => contract.name === name) as (typeof processes)[number],
      activities: { ...activities, ...delivering?.activities },
      logger,
      signal: held.signal,
      stop: held.signal,
    });
    await Promise.all([
      followRequests({
        log,
        kinds: [
          mailRequests,
          changeRequests(never, (id) => rules?.customRules.state.rules.rules.has(id) === true),
          ...(creations === undefined ? [] : [creations.requests]),
          ...(erasure === undefined ? [] : [erasure.requests]),
        ],
        checkpoint: checkpoint('requests'),
        runner,
        logger,
        signal: held.signal,
      }),
      delivering?.run(runner, checkpoint('queued-webhooks')),
      rules?.run(runner, held.signal),
      written?.run(runner, held.signal),
      pulls?.run(runner, held.signal),
    ]);
    await runner.ended();
  });
}
