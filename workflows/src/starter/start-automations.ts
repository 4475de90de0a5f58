import type { AutomationTimes, FoldFollower, Logger } from '@tapwise/adapters';
import {
  type Automations,
  type Directory,
  type ExistingRule,
  findApplication,
  ruleInOrganization,
} from '@tapwise/domain';
import { isIdle } from '../activity/idle-teams.ts';
import type { ChangeSignal } from '../linking/change-signal.ts';
import { dueNow } from '../run-automation/run-automation.activities.ts';
import type { RunAutomationInput } from '../run-automation/run-automation.contract.ts';
import type { WorkStep } from './keep-working.ts';

/** Who runs rules. */
export interface AutomationDriver {
  readonly run: (input: RunAutomationInput) => Promise<WorkStep>;
}

export interface AutomationStarterOptions {
  readonly directory: FoldFollower<Directory>;
  readonly automations: FoldFollower<Automations>;
  readonly times: AutomationTimes;
  /** Notified when anything is said about a rule or a run. */
  readonly changed: ChangeSignal;
  /** Who does it now; `undefined` while that is changing, then rules wait. */
  readonly driver: () => AutomationDriver | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds; the clock of this process. */
  readonly now?: () => number;
}

const lookMs = 1000;
const reviewMs = 5000;
const failurePauseMs = 2000;

/**
 * Has every rule run in each of its organizations when a slot of it has come, and follows every run to completion. Which ones those are
 * is known from the log alone; one organization waits for no other.
 */
export async function keepRunningRules(options: AutomationStarterOptions): Promise<void> {
  const { directory, automations, changed, signal, now = Date.now } = options;
  await Promise.all([directory.caughtUp, automations.caughtUp]);
  /** Rules under way, and when each is to be looked at again; by rule and organization. */
  const later = new Map<string, number>();
  while (!signal.aborted) {
    const driver = options.driver();
    for (const input of driver === undefined ? [] : dueRules(options, now)) {
      const key = ruleInOrganization(input.automation_id, input.org_id);
      if (driver === undefined || (later.get(key) ?? 0) > now()) continue;
      later.set(key, Number.POSITIVE_INFINITY);
      void run(options, driver, input).then((pauseMs) => {
        later.set(key, now() + pauseMs);
        changed.notify();
      });
    }
    await changed.wait(lookMs, signal);
  }
}

function dueRules(options: AutomationStarterOptions, now: () => number): RunAutomationInput[] {
  return [...options.automations.state.rules.values()].flatMap((rule) => dueInOrganizations(options, rule, now));
}

function dueInOrganizations(
  { directory, automations, times }: AutomationStarterOptions,
  rule: ExistingRule,
  now: () => number,
): RunAutomationInput[] {
  const { automation_id } = rule;
  const application = findApplication(directory.state, rule.application_id);
  // Runs that began go on to their end; a slot that comes while a team is not served is missed.
  const idle = application !== undefined && isIdle(directory, application.application_id);
  if (application === undefined) return [];
  return application.organizations.flatMap((organization): RunAutomationInput[] => {
    const { org_id } = organization;
    const runs = automations.state.runs.get(ruleInOrganization(automation_id, org_id)) ?? [];
    if (runs.some(({ state }) => state === 'running')) return [{ automation_id, org_id }];
    if (idle || rule.status !== 'active' || (rule.apply_to[org_id] ?? []).length === 0) return [];
    const { run, missed } = dueNow({ times, now }, { rule, application, organization }, runs);
    return run === undefined && missed.length === 0 ? [] : [{ automation_id, org_id }];
  });
}

/** @returns milliseconds until it is to be looked at again. */
async function run(
  { logger, signal }: AutomationStarterOptions,
  driver: AutomationDriver,
  input: RunAutomationInput,
): Promise<number> {
  try {
    const step = await driver.run(input);
    if (step === 'settled') return lookMs;
    return step === 'started' ? reviewMs : step.again_seconds * 1000;
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error, ...input }, 'a rule cannot be run now; it waits');
    return failurePauseMs;
  }
}
