import { spawnSync } from 'node:child_process';
import { childEnvironment } from '@tapwise/adapters';
import { obtainChromium } from './chromium.ts';
import { openScratchFolder } from './scratch-folder.ts';
import { prepareTemporal } from './temporal.ts';

/**
 * One level of the tests, all of it or the specs whose path contains one of the names given. Options, such as `-u`, go to the runner.
 */
const TMPDIR = openScratchFolder();
const [level = '', ...args] = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const names = args.filter((arg) => !arg.startsWith('-'));

// An interrupt ends the suite; this process ends after it, and removes the folder.
process.on('SIGINT', () => undefined);

function run(command: string, args: readonly string[], overrides: Record<string, string> = {}): never {
  const ended = spawnSync(command, args, { stdio: 'inherit', env: childEnvironment({ TMPDIR, ...overrides }) });
  process.exit(ended.status ?? 1);
}

/** Specs of the level, as git knows them or will. */
function specs(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', `*.${level}.spec.ts`, `*.${level}.spec.tsx`];
  const files = spawnSync('git', list, { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((file) => file !== '');
  return names.length === 0 ? files : files.filter((file) => names.some((name) => file.includes(name)));
}

if (level === 'e2e') {
  const playwright = ['test', '-c', 'tests/e2e/playwright.config.ts', ...names, ...options];
  run('node_modules/.bin/playwright', playwright, { CHROMIUM: await obtainChromium() });
}
const chosen = specs();
const unmatched = names.filter((name) => !chosen.some((file) => file.includes(name)));
if (chosen.length === 0 || unmatched.length > 0) {
  const lacking = unmatched.length > 0 ? ` with ${unmatched.join(' or ')} in its path` : '';
  console.error(`There is no ${level} spec${lacking}.`);
  process.exit(2);
}
/** What the specs of a level need; those of all others run as `node` does. */
async function environment(): Promise<Record<string, string>> {
  if (level === 'component') return { CHROMIUM: await obtainChromium(), NODE_ENV: 'production' };
  return level === 'int' || level === 'replay' ? await prepareTemporal() : {};
}
const project = level === 'unit' || level === 'component' ? level : 'node';
// An option that takes a value must not take the first path for it.
run('node_modules/.bin/vitest', ['run', '--project', project, ...chosen, ...options], await environment());
