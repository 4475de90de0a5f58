import { join } from 'node:path';
import { bundleFolder } from '../../../infra/operations/start/bundle/bundle-parts.ts';
import { specPlan, specProgramsVariable } from './spec-programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Bundles what specs run as processes of their own: from its sources a start takes the processor four seconds more. */
export default async function setup(): Promise<void> {
  const folder = await bundleFolder(root, console.log, specPlan);
  if (folder !== undefined) process.env[specProgramsVariable] = folder;
}
