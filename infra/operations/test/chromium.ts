import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readEnvironment } from '@tapwise/adapters';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Finds a Chromium, or gets one: from the system's packages when we may install them, else Playwright's own download.
 * @returns Path of the program; empty to let Playwright use its own.
 */
export async function obtainChromium(): Promise<string> {
  const configured = readEnvironment().rawVariables.CHROMIUM;
  if (configured !== undefined) return configured;
  const installed = paths.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium from the system packages …');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', 'chromium']);
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  console.log("Installing Playwright's Chromium …");
  await run('node_modules/.bin/playwright', ['install', 'chromium']);
  return '';
}

function run(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
