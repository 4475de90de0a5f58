import type { Logger } from '@tapwise/adapters';
import type { ChangeSignal } from '../activity/change-signal.ts';
import type { ProcessContract } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';

export interface DueOptions<Input> {
  readonly contract: ProcessContract<Input, object>;
  /** Inputs of the processes that have something to do now. */
  readonly due: () => readonly Input[];
  /** Notified when something new may be due. */
  readonly changed: ChangeSignal;
  readonly runner: ProcessRunner;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const lookMs = 1000;
/** A process that was started is asked for again after this long. */
const reviewMs = 5000;
const failurePauseMs = 2000;

/** Starts processes when they have something to do. Which ones those are is known from the log alone. */
export async function keepDueProcesses<Input>(options: DueOptions<Input>): Promise<void> {
  const { contract, due, changed, runner, logger, signal } = options;
  const later = new Map<string, number>();
  while (!signal.aborted) {
    for (const input of due()) {
      const id = contract.id(input);
      if ((later.get(id) ?? 0) > Date.now()) continue;
      later.set(id, Date.now() + reviewMs);
      runner.start(contract, input).catch((error: unknown) => {
        later.set(id, Date.now() + failurePauseMs);
        if (!signal.aborted) logger.warn({ err: error, process: id }, 'a process cannot be started now; it waits');
      });
    }
    for (const [id, at] of later) if (at <= Date.now()) later.delete(id);
    await changed.wait(lookMs, signal);
  }
}
