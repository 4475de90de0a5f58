import type { ClickHouseClient, EventLog, Logger, OutboundClient } from '@tapwise/adapters';
import { alertStreamPrefixes } from '@tapwise/domain';
import { createRunCustomRuleActivities } from '../../../../workflows/src/campaigns/run-custom-rule/run-custom-rule.activities.ts';
import { standingCustomRules } from '../../../../workflows/src/campaigns/run-custom-rule/standing-custom-rules.ts';
import { standingChannels } from '../../../../workflows/src/campaigns/send-alerts/channel-work.ts';
import { createSendAlertsActivities } from '../../../../workflows/src/campaigns/send-alerts/send-alerts.activities.ts';
import { createAlertReports } from '../../../../workflows/src/campaigns/watch-alerts/alert-reports.ts';
import { standingOwnAlerts } from '../../../../workflows/src/campaigns/watch-own-alert/standing-own-alerts.ts';
import { createWatchOwnAlertActivities } from '../../../../workflows/src/campaigns/watch-own-alert/watch-own-alert.activities.ts';
import { followAlerts } from '../../../../workflows/src/facts/follow-folds.ts';
import type { LocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import { keepStanding } from '../../../../workflows/src/start/keep-standing.ts';
import { readableVault } from '../engines/readable-vault.ts';
import { type openRules, ruleTimes } from './rules.ts';

interface CustomRulesAccess {
  readonly log: EventLog;
  readonly tables: ClickHouseClient;
  /** Reaches the channels of alerts. */
  readonly client: OutboundClient;
  readonly rules: ReturnType<typeof openRules>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Seconds between attempts of a message. */
const pauses = [1, 5, 20, 60, 120, 240, 600];
const { hourMs, everySeconds } = ruleTimes;
const wakeMs = 500;

/** What a process of `workflows` knows of rules and alerts that people write, what it runs them with, and what has them run while it may. */
export function openCustomRules({ log, tables, client, rules, logger, signal }: CustomRulesAccess) {
  const { directory, automations, customRules, creations, changed } = rules;
  const reports = createAlertReports();
  const alerts = followAlerts(log, reports, { streamPrefixes: alertStreamPrefixes, signal });
  const folds = { directory, automations, customRules, creations, alerts };
  return {
    activities: {
      ...createRunCustomRuleActivities({ log, ...folds, tables, times: ruleTimes, completeDayHours: 0 }),
      ...createWatchOwnAlertActivities({
        log,
        ...folds,
        tables,
        times: { everySeconds, completeAfterHours: 0 },
        hourMs,
      }),
      ...createSendAlertsActivities({
        log,
        directory,
        alerts,
        vault: readableVault,
        client,
        publicUrl: 'https://tapwise.test',
        pauses,
      }),
    },
    run: async (runner: LocalRunner, held: AbortSignal): Promise<void> => {
      await Promise.all(Object.values(folds).map(({ caughtUp }) => caughtUp));
      const common = { runner, logger, signal: held };
      const isDisconnected = () => false;
      const sources = { directory, automations, customRules, isDisconnected, tables, times: ruleTimes };
      await Promise.all([
        keepStanding({
          ...common,
          processes: () => standingCustomRules(sources),
          changed,
          wakesAtEnd: true,
          confirms: true,
        }),
        keepStanding({
          ...common,
          processes: () => standingOwnAlerts({ alerts, directory }),
          changed: reports.changed,
          wakesEveryMs: wakeMs,
        }),
        keepStanding({
          ...common,
          processes: () => standingChannels(alerts, directory, Date.now()),
          changed: reports.messagesMayBeDue,
          wakesEveryMs: wakeMs,
          confirms: true,
        }),
      ]);
    },
  };
}
