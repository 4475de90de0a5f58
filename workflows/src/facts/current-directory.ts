import type { FoldFollower } from '@tapwise/adapters';
import type { Directory } from '@tapwise/domain';

const longestWaitMs = 10_000;

/**
 * Waits until the fold of applications has all up to a position. What is not in it may only be late, and a delivery that is not queued or is given
 * up because of that is lost.
 * @throws Error when that takes too long: the work is repeated then.
 */
export async function catchUpWith(
  directory: Pick<FoldFollower<Directory>, 'caughtUpWith'>,
  position: bigint,
): Promise<void> {
  if (!(await directory.caughtUpWith(position, longestWaitMs)))
    throw new Error(`Applications are not known up to ${position} yet`);
}
