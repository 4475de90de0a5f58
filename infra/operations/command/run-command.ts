import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder } from '../start/bundle/bundle-parts.ts';
import { commandPlan, commandPrograms } from './command-programs.ts';

/**
 * Runs a command from its bundle, which is made when the sources have changed: the loader would translate a thousand files each time.
 * This file imports little, since it goes through the loader itself.
 */
const [name = '', ...args] = process.argv.slice(2);
const source = (commandPrograms as Readonly<Record<string, string>>)[name];
if (source === undefined) throw new RangeError(`Not a command: ${name}`);
const root = process.cwd();
const bundle = await bundleFolder(root, () => undefined, commandPlan);
const program = bundle === undefined ? join(root, source) : join(bundle, `${name}.js`);
process.setSourceMapsEnabled(true);
process.argv.splice(1, process.argv.length - 1, program, ...args);
await import(pathToFileURL(program).href);
