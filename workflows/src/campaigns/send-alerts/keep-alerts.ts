import type { FoldFollower, Logger } from '@tapwise/adapters';
import type { Alerts, Directory } from '@tapwise/domain';
import { keepStanding } from '../../start/keep-standing.ts';
import type { ProcessRunner } from '../../story/process-runner.ts';
import type { AlertReports } from '../watch-alerts/alert-reports.ts';
import { standingAlerts } from '../watch-alerts/standing-alerts.ts';
import { standingOwnAlerts } from '../watch-own-alert/standing-own-alerts.ts';
import { standingChannels } from './channel-work.ts';

export interface KeepAlertsOptions {
  readonly directory: FoldFollower<Directory>;
  readonly alerts: FoldFollower<Alerts>;
  readonly alertReports: AlertReports;
  /** Whether there are tables to evaluate alerts on. */
  readonly evaluates: boolean;
  readonly runner: ProcessRunner;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** What is reported about an application within this time is looked at together. */
const alertWakeMs = 2000;
/** Messages are to be with people within seconds. */
const messageWakeMs = 500;

/** Has the alerts of every application evaluated, and what they say sent to channels, until the signal aborts. */
export async function keepAlerts({
  directory,
  alerts,
  alertReports,
  evaluates,
  ...common
}: KeepAlertsOptions): Promise<void> {
  await alerts.caughtUp;
  await Promise.all([
    keepStanding({
      ...common,
      processes: () =>
        evaluates
          ? [...standingAlerts(directory, alertReports.positions), ...standingOwnAlerts({ alerts, directory })]
          : [],
      changed: alertReports.changed,
      wakesEveryMs: alertWakeMs,
    }),
    keepStanding({
      ...common,
      processes: () => standingChannels(alerts, directory, Date.now()),
      changed: alertReports.messagesMayBeDue,
      wakesEveryMs: messageWakeMs,
      confirms: true,
    }),
  ]);
}
