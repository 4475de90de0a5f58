import type { EventLog, Logger } from '@tapwise/adapters';
import { createLocalRunner } from '../local/local-runner.ts';
import { findProcess } from '../processes.ts';
import type { Checkpoint } from '../start/checkpoint.ts';
import { followRequests, type RequestOptions } from '../start/follow-requests.ts';
import type { ActivityFunctions } from '../story/process.ts';

export interface RequestedProcesses {
  readonly log: EventLog;
  readonly kinds: RequestOptions['kinds'];
  /** Of all processes of the kinds. */
  readonly activities: object;
  readonly checkpoint: Checkpoint;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Starts the processes that the log asks for and runs them in this process, until the signal aborts and all have ended. */
export async function runRequested({ activities, ...options }: RequestedProcesses): Promise<void> {
  const { logger, signal } = options;
  const functions = activities as ActivityFunctions;
  const runner = createLocalRunner({ processes: findProcess, activities: functions, logger, signal, stop: signal });
  await followRequests({ ...options, runner });
  await runner.ended();
}
