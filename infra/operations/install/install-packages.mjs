import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { holdLock } from './hold-lock.mjs';

/** Installs with `npm ci` when the packages are missing or older than the lockfile. Of several commands one does it; the others wait. */
export function installPackages(root) {
  if (isInstalled(root)) return;
  const release = holdLock(join(root, '.installing'), () =>
    console.error('Waiting for another command that installs the packages …'),
  );
  try {
    // The other command has done it meanwhile.
    if (!isInstalled(root)) install(root);
  } finally {
    release();
  }
}

function isInstalled(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lockfile = join(root, 'package-lock.json');
  // An `npm install` writes the lockfile a moment after the tree it belongs to.
  return existsSync(installed) && statSync(installed).mtimeMs + 60_000 >= statSync(lockfile).mtimeMs;
}

function install(root) {
  const began = Date.now();
  console.error('Installing packages …');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (npm.error || npm.status !== 0) {
    throw new InstallError('The packages could not be installed; see the lines above.');
  }
  console.error(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

export class InstallError extends Error {
  name = 'InstallError';
}
