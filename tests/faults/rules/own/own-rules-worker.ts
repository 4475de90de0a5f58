import { setMaxListeners } from 'node:events';
import {
  createFailureRecorder,
  createLogger,
  createOutboundClient,
  openClickHouse,
  openEventLog,
  openFileFolder,
  openKeyVault,
  openMailSender,
  readEnvironment,
} from '@tapwise/adapters';
import { createSendMailActivities } from '../../../../workflows/src/accounts/send-mail/send-mail.activities.ts';
import { mailRequests } from '../../../../workflows/src/accounts/send-mail/send-mail.requests.ts';
import { createRunCustomRuleActivities } from '../../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.activities.ts';
import { standingCustomRules } from '../../../../workflows/src/campaigns/run-custom-rule/standing-custom-rules.ts';
import { keepAlerts } from '../../../../workflows/src/campaigns/send-alerts/keep-alerts.ts';
import { createSendAlertsActivities } from '../../../../workflows/src/campaigns/send-alerts/send-alerts.activities.ts';
import { createWatchAlertsActivities } from '../../../../workflows/src/campaigns/watch-alerts/watch-alerts.activities.ts';
import { createWatchOwnAlertActivities } from '../../../../workflows/src/campaigns/watch-own-alert/watch-own-alert.activities.ts';
import { followLogFacts } from '../../../../workflows/src/facts/log-facts.ts';
import { createLocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import { findProcess } from '../../../../workflows/src/processes.ts';
import { followRequests } from '../../../../workflows/src/start/follow-requests.ts';
import { keepStanding } from '../../../../workflows/src/start/keep-standing.ts';
import { asTest } from '../../../support/facts/settings.ts';
import { vaultKey } from './vault-key.ts';

/**
 * A process that runs rules that people wrote, evaluates alerts and sends what they say, until it is killed. Arguments: the log, the
 * tables, a folder, `host:port` that may be posted to, a mail server, milliseconds of a rule's hour, seconds between slots of rules and
 * alerts, and milliseconds by which the clock of the sends is ahead.
 */
const [, , url = '', tablesUrl = '', folder = '', target = '', smtpUrl = '', hourMs, slotSeconds, aheadMs] =
  process.argv;
const { signal } = new AbortController();
// Each process that is begun listens to it.
setMaxListeners(0, signal);
const logger = createLogger('worker', 'silent');
const log = openEventLog(url);
const tables = openClickHouse(tablesUrl);
const files = openFileFolder(folder);
const vault = openKeyVault(files, vaultKey);
const facts = followLogFacts(log, { files, vault }, logger, signal);
const { directory, automations, customRules, alerts, creations } = facts;
const times = { hourMs: Number(hourMs), everySeconds: Number(slotSeconds) };
const alertTimes = { everySeconds: undefined, completeAfterHours: 0 };
const sendsNow = (): number => Date.now() + Number(aheadMs);
const publicUrl = 'https://tapwise.example';
const mails = { directory: directory.state, vault, publicUrl, support: 'help@tapwise.example' };
const sender = await openMailSender(readEnvironment({ DATA_DIR: folder, SMTP_URL: smtpUrl }));
const activities = {
  ...createRunCustomRuleActivities({
    log,
    directory,
    customRules,
    automations,
    alerts,
    creations,
    tables,
    times,
    completeDayHours: 0,
  }),
  ...createWatchAlertsActivities({ log, directory, automations, customRules, alerts, tables, times: alertTimes }),
  ...createSendAlertsActivities({
    log,
    directory,
    alerts,
    vault,
    client: createOutboundClient({ targets: new Set([target]) }),
    publicUrl,
    pauses: undefined,
    now: sendsNow,
  }),
  ...createWatchOwnAlertActivities({
    log,
    directory,
    automations,
    customRules,
    alerts,
    creations,
    tables,
    times: { ...alertTimes, everySeconds: Number(slotSeconds) },
    hourMs: Number(hourMs),
  }),
  ...createSendMailActivities({
    log,
    sender,
    failures: createFailureRecorder({ log, directory, logger, context: asTest }),
    context: mails,
    caughtUp: directory.caughtUp,
    now: () => new Date(sendsNow()),
  }),
};
const runner = createLocalRunner({ processes: findProcess, activities, logger, signal, stop: signal });
await Promise.all([directory, automations, customRules, alerts].map(({ caughtUp }) => caughtUp));
void keepStanding({
  processes: () =>
    standingCustomRules({ directory, automations, customRules, isDisconnected: undefined, tables, times }),
  changed: facts.automationChanged,
  wakesAtEnd: true,
  confirms: true,
  runner,
  logger,
  signal,
});
const checkpoint = { read: async () => undefined, write: async () => undefined };
void followRequests({ log, kinds: [mailRequests], checkpoint, runner, logger, signal });
void keepAlerts({ ...facts, evaluates: true, runner, logger, signal });
