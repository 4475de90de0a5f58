import { dirname, join } from 'node:path';
import { type Machine, readMachine } from './environment.ts';
import { findExecutable, isExecutable } from './find-executable.ts';
import { byBuilding, byDownload, type Making, makeTemporal, temporalVersion } from './make-temporal.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface TemporalProgress {
  readonly state: 'found' | 'waiting' | 'downloading' | 'building' | 'failed';
  /** A phrase for people. */
  readonly detail: string;
}

/** The program if it is on this machine already: on the search path, else in the user's cache folder. */
export async function findTemporal(machine: Machine = readMachine()): Promise<string | undefined> {
  const cached = cachedFile(machine);
  return (await findExecutable('temporal', machine.searchPath)) ?? ((await isExecutable(cached)) ? cached : undefined);
}

function cachedFile(machine: Machine): string {
  return join(machine.cacheFolder, 'tapwise', `temporal-${temporalVersion}`, 'temporal');
}

const buildNeeds = 'being built with Go, once: about 3 minutes of two cores, and 3.2 GB in the caches of Go';
const officialArchives = 'https://temporal.download/cli/archive';

interface ObtainOptions {
  readonly onProgress: (progress: TemporalProgress) => void;
  /** Gives up; a build under way is ended. */
  readonly signal: AbortSignal;
  readonly machine?: Machine;
  readonly archivesUrl?: string;
}

/**
 * Gets the program of Temporal's dev server: the one on the search path, else the one in the user's cache folder, else the
 * official download, else a build with Go. What was got is kept in the cache folder, named by version. Of several processes that
 * need it at once, one gets it and the others wait for it.
 * @returns its path, or `undefined` when it cannot be had here. Never throws for that.
 */
export async function obtainTemporal(options: ObtainOptions): Promise<string | undefined> {
  const { onProgress, signal } = options;
  const machine = options.machine ?? readMachine();
  const use = (path: string): string => {
    onProgress({ state: 'found', detail: `found at ${path}` });
    return path;
  };
  if (signal.aborted) return undefined;
  const installed = await findTemporal(machine);
  if (installed !== undefined) return use(installed);
  const onWait = (): void =>
    onProgress({ state: 'waiting', detail: 'being obtained by another start on this machine' });
  return oneAtATime(dirname(cachedFile(machine)), { signal, onWait }, async () => {
    const madeMeanwhile = await findTemporal(machine);
    return madeMeanwhile === undefined ? make(machine, options) : use(madeMeanwhile);
  });
}

async function make(machine: Machine, options: ObtainOptions): Promise<string | undefined> {
  const { onProgress, signal } = options;
  const cached = cachedFile(machine);
  const reasons: string[] = [];
  const attempt = async (making: Making): Promise<boolean> => {
    try {
      await makeTemporal(cached, making, signal);
      return true;
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  onProgress({ state: 'downloading', detail: 'being downloaded, once' });
  if (await attempt(byDownload(options.archivesUrl ?? officialArchives))) return cached;
  if (signal.aborted) return undefined;
  onProgress({ state: 'building', detail: buildNeeds });
  if (await attempt(byBuilding(machine.searchPath))) return cached;
  if (!signal.aborted) onProgress({ state: 'failed', detail: `cannot be had on this machine: ${reasons.join('; ')}` });
  return undefined;
}
