import type { Checkpoint } from '../../tables/checkpoint.queries.ts';
import type { Projection } from './projection.ts';
import type { RangesBegun } from './range-journal.ts';

/** Projections that are at the same place, and those whose rows are not those of their version. */
export interface FollowPlan {
  readonly groups: readonly (readonly Projection[])[];
  readonly toFill: readonly Projection[];
}

/** The tables hold rows of a newer version of a projection; this program could only damage them. */
export class NewerProjectionError extends Error {
  override readonly name = 'NewerProjectionError';
}

/**
 * Groups projections by their checkpoints and what was begun after them. While no projection has written anything, all begin together.
 * @throws NewerProjectionError when the tables are those of a newer program.
 */
export function groupProjections(
  projections: readonly Projection[],
  checkpoints: ReadonlyMap<string, Checkpoint>,
  begun?: RangesBegun,
): FollowPlan {
  const groups = new Map<string, Projection[]>();
  const toFill: Projection[] = [];
  for (const projection of projections) {
    const checkpoint = checkpoints.get(projection.name);
    const tableVersion = checkpoint?.version ?? projection.version;
    if (tableVersion > projection.version) {
      const { name, version } = projection;
      throw new NewerProjectionError(
        `The tables of ${name} are of version ${tableVersion}, this program knows ${version}`,
      );
    }
    const isMissing = checkpoint === undefined && checkpoints.size > 0;
    if (isMissing || tableVersion < projection.version) toFill.push(projection);
    else {
      const groupKey = positionKey(projection, checkpoint, begun);
      groups.set(groupKey, [...(groups.get(groupKey) ?? []), projection]);
    }
  }
  return { groups: [...groups.values()], toFill };
}

/** Projections of the same position can be followed together. */
export function positionKey(
  projection: Projection,
  checkpoint: Checkpoint | undefined,
  begun: RangesBegun | undefined,
): string {
  const unfinished = begun?.unfinishedOf(projection, checkpoint?.done);
  return `${checkpoint?.done.position} ${unfinished?.from} ${unfinished?.to}`;
}
