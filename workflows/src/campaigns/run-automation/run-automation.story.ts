import type { Steps } from '../../story/steps.ts';
import type { RuleRun, RunAutomationActivities, RunAutomationInput } from './run-automation.contract.ts';

type RuleSteps = Steps<RunAutomationInput, RunAutomationActivities>;

/**
 * Runs a rule in one organization, slot after slot, as long as it is active. Woken when the rule was changed, when a person wants a run
 * now, when an older rule that goes first has run, and when a change of this rule has ended.
 */
export async function runAutomation(steps: RuleSteps, rule: RunAutomationInput): Promise<void> {
  const { call, untilWoken, continueWith } = steps;
  for (;;) {
    const { run, missed, pause_seconds } = await call.readNextSlot(rule);
    if (missed > 0) await call.recordMissedSlots(rule);
    if (run !== null) await completeRun(steps, rule, run);
    else if (pause_seconds !== null) await untilWoken(pause_seconds);
    else if (!(await untilWoken(0))) return;
    await continueWith(rule);
  }
}

const firstPauseSeconds = 1;
/** The end of a change wakes the rule; a wake that is lost is made up for. */
const longestPauseSeconds = 60;

/** Evaluates the rule, has what was decided changed, and follows that to completion. Each step may have been done before. */
async function completeRun(
  { call, untilWoken, continueWith }: RuleSteps,
  rule: RunAutomationInput,
  run: RuleRun,
): Promise<void> {
  const evaluation = await call.evaluateSlot(run);
  if (evaluation.state === 'waiting') await untilWoken(evaluation.pause_seconds);
  if (evaluation.state !== 'decided') return;
  await call.requestRaises(run);
  let pauseSeconds = firstPauseSeconds;
  while (!(await call.followRaises(run)).settled) {
    await untilWoken(pauseSeconds);
    pauseSeconds = Math.min(longestPauseSeconds, 2 * pauseSeconds);
    await continueWith(rule);
  }
  await call.recordRunEnd(run);
}
