import { join } from 'node:path';
import { bundleFolder } from '../../infra/operations/start/bundle/bundle-parts.ts';
import { bundleVariable } from './program-arguments.ts';

/** Bundles the programs once for all specs that start them: from its sources each start compiles them for half a second. */
export default async function setup(): Promise<void> {
  const folder = await bundleFolder(join(import.meta.dirname, '..', '..'), () => undefined);
  if (folder !== undefined) process.env[bundleVariable] = folder;
}
