import { spawnSync } from 'node:child_process';
import { childEnvironment } from '@tapwise/adapters';
import { obtainChromium } from './chromium.ts';

/** Walks through the demo's screens by keys alone; those whose file contains one of the names given, or all. */
const args = ['test', '-c', 'tests/walks/playwright.config.ts', ...process.argv.slice(2)];
const env = childEnvironment({ CHROMIUM: await obtainChromium() });
process.exit(spawnSync('node_modules/.bin/playwright', args, { stdio: 'inherit', env }).status ?? 1);
