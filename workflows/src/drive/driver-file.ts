import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Driver } from './drive-work.ts';

const details: Readonly<Record<Driver, string>> = {
  loop: 'Pulls run without Temporal',
  temporal: 'Pulls run on Temporal',
};

/** Writes down who drives the work, in `<DATA_DIR>/run/workflows.json`, from where readiness answers take it. */
export async function writeDriver(dataDir: string, driver: Driver): Promise<void> {
  const file = join(dataDir, 'run', 'workflows.json');
  await mkdir(join(dataDir, 'run'), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify({ driver, detail: details[driver] }));
  await rename(`${file}.new`, file);
}
