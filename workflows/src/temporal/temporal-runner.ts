import { type Client, WorkflowExecutionAlreadyStartedError, type WorkflowStartOptions } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import type { ProcessContract } from '../story/process.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { wakeSignal } from './signals.ts';
import { taskQueue } from './task-queues.ts';

const callMs = 10_000;

/** Runs processes as workflows, which any worker carries out. One that ended is started again: it finds in the log what is left. */
export function createTemporalRunner(client: Client): ProcessRunner {
  return {
    engine: 'temporal',
    start: async (contract, input, traceparent) => {
      const options = {
        ...startOptions(contract, input),
        ...(traceparent === undefined ? {} : { memo: { traceparent } }),
      };
      await unlessDone(withinTime(client, () => client.workflow.start(contract.name, options)));
    },
    wake: async (contract, input) => {
      const options = { ...startOptions(contract, input), signal: wakeSignal };
      await unlessDone(withinTime(client, () => client.workflow.signalWithStart(contract.name, options)));
    },
  };
}

const startOptions = <Input, Activities extends object>(
  contract: ProcessContract<Input, Activities>,
  input: Input,
): WorkflowStartOptions<Workflow> => ({
  taskQueue,
  workflowId: contract.id(input),
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: contract.once === true ? 'ALLOW_DUPLICATE_FAILED_ONLY' : 'ALLOW_DUPLICATE',
  args: [input],
});

/** A server that stopped answering must not hold a call for as long as the connection lasts. */
function withinTime<Result>(client: Client, call: () => Promise<Result>): Promise<Result> {
  return client.connection.withDeadline(Date.now() + callMs, call);
}

async function unlessDone(starting: Promise<unknown>): Promise<void> {
  try {
    await starting;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
