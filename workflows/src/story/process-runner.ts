import type { ProcessEngine } from '@tapwise/domain';
import type { ProcessContract } from './process.ts';

/** Runs processes: Temporal, or this process while no Temporal has answered for the log yet. */
export interface ProcessRunner {
  readonly engine: ProcessEngine;
  /**
   * Starts a process unless it is running.
   * @param traceparent of the append of the event that asked for it: its activities belong to that trace.
   */
  start<Input, Activities extends object>(
    contract: ProcessContract<Input, Activities>,
    input: Input,
    traceparent?: string,
  ): Promise<void>;
  /** Starts a process if it is not running, and wakes it from its pause. */
  wake<Input, Activities extends object>(contract: ProcessContract<Input, Activities>, input: Input): Promise<void>;
}

/** The engine as events have it. */
export const engineName = (engine: ProcessEngine): 'temporal' | 'loop' => (engine === 'local' ? 'loop' : engine);
