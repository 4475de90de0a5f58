import type { Logger } from '@tapwise/adapters';
import { createLocalRunner } from '../local/local-runner.ts';
import { findProcess } from '../processes.ts';
import type { ActivityFunctions, ProcessContract } from '../story/process.ts';

export interface RunningProcess {
  readonly wake: () => void;
  /** Resolves when the signal has aborted and all of it has ended. */
  readonly ended: () => Promise<void>;
}

/** Runs a process in this one, until it ends or the signal aborts. */
export function runProcess<Input, Activities extends object>(
  contract: ProcessContract<Input, Activities>,
  input: Input,
  { activities, logger, signal }: { activities: Activities; logger: Logger; signal: AbortSignal },
): RunningProcess {
  const functions = { ...activities } as ActivityFunctions;
  const runner = createLocalRunner({ processes: findProcess, activities: functions, logger, signal, stop: signal });
  void runner.start(contract, input);
  return { wake: () => void runner.wake(contract, input), ended: runner.ended };
}
