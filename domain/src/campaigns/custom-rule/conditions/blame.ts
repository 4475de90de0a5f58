import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import { truthOf } from './ask-case.ts';
import type { PlannedNode, PlannedTest } from './plan-conditions.ts';

/** A test that decided. */
export interface Blamed {
  readonly planned: PlannedTest;
  readonly verdict: TestVerdict;
  /** It stands below a *not*: it decided by being true. */
  readonly negated: boolean;
}

/** How far a value is from its limit, as a share of the limit; of a limit of 0, the value. */
export function distanceOf({ value, limit }: TestVerdict): number {
  if (value === null || limit === null) return Number.POSITIVE_INFINITY;
  const ends = typeof limit === 'number' ? [limit] : limit;
  return Math.min(...ends.map((end) => Math.abs(value - end) / (end === 0 ? 1 : Math.abs(end))));
}

/** Of tests that decided together: the first in written order, or the one nearest to its limit. */
export type BlamePick = 'first' | 'nearest';

/**
 * The test because of which conditions came to what they are. Where a single test decided, the first in written order; where any of several
 * would have been enough to decide otherwise, the picked one.
 * @param negated Whether an odd number of *not* is around the node.
 */
export function blame(
  node: PlannedNode,
  tests: readonly TestVerdict[],
  pick: BlamePick,
  negated = false,
): Blamed | undefined {
  if (node.kind === 'test') {
    const verdict = tests[node.index];
    return verdict && { planned: node, verdict, negated };
  }
  if (node.kind === 'not') return blame(node.node, tests, pick, !negated);
  const truth = truthOf(node, tests);
  const same = node.nodes.filter((child) => truthOf(child, tests) === truth);
  const blamed = same.flatMap((child) => blame(child, tests, pick, negated) ?? []);
  // A single child decided an *any* that is true and an *all* that is false; the others had to be so together.
  const isTogether = truth !== null && truth === (node.kind === 'all');
  return isTogether && pick === 'nearest' ? nearest(blamed) : blamed[0];
}

const nearest = (blamed: readonly Blamed[]): Blamed | undefined =>
  blamed.reduce<Blamed | undefined>(
    (best, other) => (best === undefined || distanceOf(other.verdict) < distanceOf(best.verdict) ? other : best),
    undefined,
  );
