import { workflowInfo } from '@temporalio/workflow';
import { findProcess } from '../processes.ts';
import { runOnTemporal } from './run-on-temporal.ts';

/** Every workflow type is a process of the list; its history shows the steps of its story by their names. */
export default async function runProcess(input: unknown): Promise<void> {
  const { workflowType } = workflowInfo();
  const { contract, story } = findProcess(workflowType);
  await runOnTemporal(contract, story, input);
}
