import type { Steps } from '../../story/steps.ts';
import type { NextSlot, RuleRun, RunAutomationInput, SlotEvaluation } from './rule-run.ts';

/** What is done for rules of any kind, each step as often as it takes. */
export interface SlotCalls {
  readonly readNextSlot: (rule: RunAutomationInput) => Promise<NextSlot>;
  readonly recordMissedSlots: (rule: RunAutomationInput) => Promise<void>;
  readonly evaluateSlot: (run: RuleRun) => Promise<SlotEvaluation>;
  readonly requestChanges: (run: RuleRun) => Promise<void>;
  readonly followChanges: (run: RuleRun) => Promise<{ readonly settled: boolean }>;
  readonly recordRunEnd: (run: RuleRun) => Promise<void>;
}

type Waits = Pick<Steps<RunAutomationInput, Record<never, never>>, 'untilWoken' | 'continueWith'>;

/** Runs a rule slot after slot, until none will come. */
export async function runSlots(calls: SlotCalls, waits: Waits, rule: RunAutomationInput): Promise<void> {
  const { untilWoken, continueWith } = waits;
  for (;;) {
    const { run, missed, pause_seconds } = await calls.readNextSlot(rule);
    if (missed > 0) await calls.recordMissedSlots(rule);
    if (run !== null) await completeRun(calls, waits, rule, run);
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
  calls: SlotCalls,
  { untilWoken, continueWith }: Waits,
  rule: RunAutomationInput,
  run: RuleRun,
): Promise<void> {
  const evaluation = await calls.evaluateSlot(run);
  if (evaluation.state === 'waiting') await untilWoken(evaluation.pause_seconds);
  if (evaluation.state !== 'decided') return;
  await calls.requestChanges(run);
  let pauseSeconds = firstPauseSeconds;
  while (!(await calls.followChanges(run)).settled) {
    await untilWoken(pauseSeconds);
    pauseSeconds = Math.min(longestPauseSeconds, 2 * pauseSeconds);
    await continueWith(rule);
  }
  await calls.recordRunEnd(run);
}
