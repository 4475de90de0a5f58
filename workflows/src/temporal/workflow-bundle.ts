import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** File that exports all workflows; it is bundled for the worker's sandbox. */
export const workflowsPath = fileURLToPath(new URL('./workflows.ts', import.meta.url));

const sourceFolder = fileURLToPath(new URL('..', import.meta.url));
const bundlerPath = fileURLToPath(new URL('./bundle-workflows.ts', import.meta.url));
const bundlePrefix = 'workflows-';
const bundlingMs = 120_000;

/**
 * Gives the bundled workflow code, made from the present sources. It is kept in a file, and made in a process of its own:
 * the bundler takes a second and 200 megabytes, which a worker would keep for its whole life.
 * @returns the bundle's path.
 */
export async function preparedBundle(folder: string, signal: AbortSignal): Promise<string> {
  const name = `${bundlePrefix}${await sourceDigest()}.js`;
  const file = join(folder, name);
  if (await exists(file)) return file;
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  const run = promisify(execFile);
  await run(process.execPath, ['--import', 'tsx', bundlerPath, draft], { signal, timeout: bundlingMs });
  await rename(draft, file);
  await removeOthers(folder, name);
  return file;
}

/** Workflow code is all the sandbox ever sees, so it and the SDK decide whether a bundle is still right. */
async function sourceDigest(): Promise<string> {
  const files = await readdir(sourceFolder, { recursive: true });
  const sources = files
    .filter((file) =>
      /(?:\.story|\.contract|processes|run-on-temporal|workflows|signals|task-queues|story\/[a-z-]+)\.ts$/.test(file),
    )
    .sort();
  const sdk = createRequire(import.meta.url).resolve('@temporalio/workflow/package.json');
  const hash = createHash('sha256').update(await readFile(sdk));
  for (const source of sources) hash.update(source).update(await readFile(join(sourceFolder, source)));
  return hash.digest('hex').slice(0, 16);
}

async function removeOthers(folder: string, kept: string): Promise<void> {
  const old = (await readdir(folder)).filter((file) => file.startsWith(bundlePrefix) && file !== kept);
  await Promise.all(old.map((file) => rm(join(folder, file), { force: true })));
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
