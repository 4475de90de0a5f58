import { setMaxListeners } from 'node:events';
import type { AutomationTimes, ClickHouseClient, EventLog, Logger } from '@tapwise/adapters';
import { directoryStreamPrefixes } from '@tapwise/domain';
import { createChangeSignal } from '../../../../workflows/src/activity/change-signal.ts';
import { createRunAutomationActivities } from '../../../../workflows/src/campaigns/run-automation/run-automation.activities.ts';
import { standingRules } from '../../../../workflows/src/campaigns/run-automation/standing-rules.ts';
import { stoppedRule } from '../../../../workflows/src/campaigns/run-automation/stopped-rule.ts';
import { followDirectory } from '../../../../workflows/src/facts/follow-folds.ts';
import type { LocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import { keepStanding } from '../../../../workflows/src/start/keep-standing.ts';
import { followRuleFacts } from '../../../support/workers/rule-facts.ts';

interface RulesAccess {
  readonly log: EventLog;
  readonly tables: ClickHouseClient;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Slots come every few seconds, and an hour of cooling and settling passes as fast. */
export const ruleTimes: AutomationTimes = { hourMs: 500, everySeconds: 5 };
const followersAtMost = 100;

/** What a process of `workflows` knows of rules as long as it lives, what it runs them with, and what has them run while it may. */
export function openRules({ log, tables, logger, signal }: RulesAccess) {
  setMaxListeners(followersAtMost, signal);
  const changed = createChangeSignal();
  const notify = (): void => changed.notify();
  const directory = followDirectory(log, notify, { streamPrefixes: directoryStreamPrefixes, signal });
  const { automations, customRules, creations } = followRuleFacts(log, signal, changed);
  const folds = { directory, automations, customRules };
  return {
    directory,
    changed,
    automations,
    customRules,
    creations,
    activities: createRunAutomationActivities({ log, ...folds, creations, tables, times: ruleTimes }),
    stopped: stoppedRule(folds),
    run: async (runner: LocalRunner, held: AbortSignal): Promise<void> => {
      await Promise.all(Object.values(folds).map(({ caughtUp }) => caughtUp));
      await keepStanding({
        processes: () => standingRules({ directory, automations }),
        changed,
        wakesAtEnd: true,
        confirms: true,
        runner,
        logger,
        signal: held,
      });
    },
  };
}
