import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Variable by which the run of the tests passes on why Temporal's server could not be had. */
export const temporalFailureVariable = 'TEMPORAL_FAILURE';

/** Where this user's machine keeps programs and caches. */
export interface Machine {
  /** Folders that commands are looked for in, in order. */
  readonly searchPath: readonly string[];
  /** The user's cache folder (`XDG_CACHE_HOME`, else `~/.cache`). */
  readonly cacheFolder: string;
  /** A server elsewhere, which the product uses instead of one of its own. */
  readonly temporalAddress?: string | undefined;
  /** Why Temporal's server could not be had, as the run of the tests that tried says. */
  readonly temporalFailure?: string | undefined;
}

export function readMachine(source: NodeJS.ProcessEnv = process.env): Machine {
  return {
    searchPath: (source.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    cacheFolder: source.XDG_CACHE_HOME || join(homedir(), '.cache'),
    temporalAddress: source.TEMPORAL_ADDRESS || undefined,
    temporalFailure: source[temporalFailureVariable],
  };
}

/** The environment a child process gets: ours, with some variables of its own. */
export function childEnvironment(overrides: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}
