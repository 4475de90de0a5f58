import { patched, sleep } from '@temporalio/workflow';
import type { Step } from '../activity/step.ts';

/**
 * Takes steps until one says that all is done, at most `stepsPerRun` of them.
 * @returns whether all is done.
 */
export async function keepSteps(step: () => Promise<Step>, stepsPerRun: number): Promise<'done' | 'go on'> {
  for (let steps = 0; steps < stepsPerRun; steps += 1) {
    const end = await step();
    if (end.done) return 'done';
    // A timer of no time still waits for the server's queue of timers, up to a second. Earlier runs have such timers in their histories.
    if (end.again_seconds > 0 || !patched('no-timer-without-pause')) await sleep(Math.ceil(end.again_seconds * 1000));
  }
  return 'go on';
}
