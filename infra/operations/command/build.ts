import { bundleParts } from '../start/bundle/bundle-parts.ts';
import { buildPages } from './build-pages.ts';
import { commandPlan } from './command-programs.ts';

/**
 * Makes all that starts and commands make where it is missing: for a checkout that is read-only later, as in a container or under
 * another user. Fails where they would go on without it.
 */
const root = process.cwd();
const programs = await bundleParts(root);
console.log(`programs ${programs.how}`);
const commands = await bundleParts(root, commandPlan);
console.log(`commands ${commands.how}`);
console.log(`dashboard ${await buildPages(root)}`);
