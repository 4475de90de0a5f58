import { statfsSync } from 'node:fs';

/** The reason of a failed commit, which the store hides in a promise of its own. */
export async function commitFailure(error: unknown, directory: string): Promise<Error> {
  const reason: unknown = error instanceof Error && 'commitError' in error ? error.commitError : error;
  const cause = await Promise.resolve(reason).catch((rejected: unknown) => rejected);
  // A disk that becomes full in the middle of a write is an input/output error to the store.
  const message = hasRoom(directory) ? messageOf(cause) : `No space left on device (${messageOf(cause)})`;
  return new Error(`The transaction failed: ${message}`, { cause });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Less is no room for a commit. */
const LEAST_FREE_BYTES = 1024 ** 2;

function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= LEAST_FREE_BYTES;
  } catch {
    // Files without a name have no folder any more.
    return true;
  }
}
