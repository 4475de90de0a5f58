import { setMaxListeners } from 'node:events';
import { type AutomationTimes, createLogger, type FoldFollower } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';
import type { RunAutomationInput } from '../../../workflows/src/campaigns/rule-runs/rule-run.ts';
import { createRunAutomationActivities } from '../../../workflows/src/campaigns/run-automation/run-automation.activities.ts';
import { runAutomation } from '../../../workflows/src/campaigns/run-automation/run-automation.story.ts';
import { standingRules } from '../../../workflows/src/campaigns/run-automation/standing-rules.ts';
import { createLocalRunner } from '../../../workflows/src/local/local-runner.ts';
import { findProcess } from '../../../workflows/src/processes.ts';
import { keepStanding } from '../../../workflows/src/start/keep-standing.ts';
import { attemptedActivities } from '../../../workflows/src/testing/attempted-activities.ts';
import type { ApiService } from '../services/api-service.ts';
import { followRuleFacts } from './rule-facts.ts';
import { type StoryPart, untilWaiting } from './story-part.ts';

/** What a process knows of rules without asking, and what it runs them with. */
function openRules({ log, deps }: ApiService, times: AutomationTimes, signal: AbortSignal, now?: () => number) {
  const { changed, automations, customRules, creations } = followRuleFacts(log, signal);
  const directory = deps.directory as unknown as FoldFollower<Directory>;
  const dependencies = { log, directory, automations, customRules, creations, tables: deps.tables, times };
  const made = createRunAutomationActivities({ ...dependencies, ...(now === undefined ? {} : { now }) });
  return { changed, automations, directory, activities: attemptedActivities(made, signal) };
}

/** The worker that runs rules, as one process has it: what it knows it has from the log. */
export function startRules(api: ApiService, times: AutomationTimes): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each rule that waits listens to it.
  setMaxListeners(0, signal);
  const { changed, automations, directory, activities } = openRules(api, times, signal);
  const logger = createLogger('test', 'silent');
  const runner = createLocalRunner({
    processes: findProcess,
    activities: { ...activities },
    logger,
    signal,
    stop: signal,
  });
  const processes = () => standingRules({ directory, automations });
  const starting = keepStanding({ processes, changed, wakesAtEnd: true, confirms: true, runner, logger, signal });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([starting, runner.ended()]);
    },
  };
}

/** A process that does for a rule what is due at the instant of its clock, and nothing by itself. */
export interface RuleProcess {
  /** Milliseconds. */
  clock: number;
  /** Runs the story of a rule until it waits. */
  step(rule: RunAutomationInput): Promise<StoryPart>;
  /** Steps until nothing is due; waits for what others have to do. */
  untilDone(automation_id: number, org_id: number): Promise<void>;
  stop(): void;
}

export function openRuleProcess(api: ApiService, times: AutomationTimes, clock: number): RuleProcess {
  const stopping = new AbortController();
  const { activities } = openRules(api, times, stopping.signal, () => process.clock);
  const process: RuleProcess = {
    clock,
    step: (rule) =>
      untilWaiting(runAutomation, rule, { call: activities, reads: 'readNextSlot', now: () => process.clock }),
    untilDone: async (automation_id, org_id) => {
      while (!(await process.step({ automation_id, org_id })).done) await new Promise(setImmediate);
    },
    stop: () => stopping.abort(),
  };
  return process;
}
