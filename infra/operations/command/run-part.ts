import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder } from '../start/bundle/bundle-parts.ts';
import { programs } from '../start/programs.ts';

/**
 * Runs one part in this process, from its bundle: for machines that each run some of the parts. What it needs to know are variables.
 * This file imports little, since it goes through the loader itself.
 */
const [name = ''] = process.argv.slice(2);
const source = (programs as Readonly<Record<string, string>>)[name];
if (source === undefined) {
  console.error(`Usage: npm run --silent part -- ${Object.keys(programs).join('|')}`);
  process.exit(2);
}
const root = process.cwd();
const report = (line: string): void => console.error(line);
const bundle = await bundleFolder(root, report);
if (name === 'api') {
  // It serves the dashboard and the public pages.
  const { buildPages } = await import('./build-pages.ts');
  report(`dashboard ${await buildPages(root)}`);
}
const program = bundle === undefined ? join(root, source) : join(bundle, `${name}.js`);
process.setSourceMapsEnabled(true);
process.argv.splice(1, process.argv.length - 1, program);
await import(pathToFileURL(program).href);
