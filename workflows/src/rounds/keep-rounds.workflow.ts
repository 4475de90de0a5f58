import {
  ActivityFailure,
  condition,
  defineSignal,
  isCancellation,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { failurePauseSeconds } from './failure-pause.ts';

const roundsPerRun = 200;

/** Pauses that a signal ends. */
export interface WakingPauses {
  /** Signals until now are of no account: what follows sees what they were about. */
  begin(): void;
  /** Waits; answers `true` when the signal came since `begin`. */
  pause(ms: number): Promise<boolean>;
}

export function wokenBy(signal: string): WakingPauses {
  let woken = false;
  setHandler(defineSignal(signal), () => {
    woken = true;
  });
  return {
    begin: () => {
      woken = false;
    },
    pause: (ms) => condition(() => woken, ms),
  };
}

/**
 * Runs rounds until the history is long enough to begin a new run. A round that fails is repeated after a pause that grows.
 * @param round Does its work and says how many seconds to wait before the next one, or that there is none.
 * @param pause Waits; answers `true` when something woke it early.
 * @returns whether a round said that everything is done.
 */
export async function keepRounds(
  round: () => Promise<number | 'done'>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<'done' | 'go on'> {
  let failures = 0;
  for (let count = 0; count < roundsPerRun && !workflowInfo().continueAsNewSuggested; count += 1) {
    try {
      const seconds = await round();
      failures = 0;
      if (seconds === 'done') return 'done';
      if (seconds > 0) await pause(seconds * 1000);
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      failures += 1;
      // What woke it may be what was missing.
      if ((await pause(failurePauseSeconds(failures, error) * 1000)) === true) failures = 0;
    }
  }
  return 'go on';
}
