import { join } from 'node:path';
import { commandPlan } from '../../../infra/operations/command/command-programs.ts';
import { bundleFolder } from '../../../infra/operations/start/bundle/bundle-parts.ts';
import { preparedBundle } from '../../../workflows/src/temporal/workflow-bundle.ts';
import { workflowsVariable } from './bundled-workflows.ts';
import { bundleVariable, commandsVariable } from './program-arguments.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Bundles programs, commands and workflows once for all specs that run them: from its sources each start compiles them for seconds. */
export default async function setup(): Promise<void> {
  const folder = await bundleFolder(root, console.log);
  if (folder !== undefined) process.env[bundleVariable] = folder;
  const commands = await bundleFolder(root, console.log, commandPlan);
  if (commands !== undefined) process.env[commandsVariable] = commands;
  const workflows = join(root, 'dist', 'test-workflows');
  process.env[workflowsVariable] = await preparedBundle(workflows, AbortSignal.timeout(120_000));
}
