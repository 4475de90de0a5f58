import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import { truthOf } from './evaluate-case.ts';
import type { PlannedNode, PlannedTest } from './plan-conditions.ts';

/** A test that decided. */
export interface DecidingTest {
  readonly planned: PlannedTest;
  readonly verdict: TestVerdict;
  /** It stands below a *not*: it decided by being true. */
  readonly negated: boolean;
}

/** The distance of a value from its limit, as a share of the limit; of a limit of 0, the value. */
export function distanceOf({ value, limit }: TestVerdict): number {
  if (value === null || limit === null) return Number.POSITIVE_INFINITY;
  const ends = typeof limit === 'number' ? [limit] : limit;
  return Math.min(...ends.map((end) => Math.abs(value - end) / (end === 0 ? 1 : Math.abs(end))));
}

/** Of tests that decided together: the first in written order, or the one nearest to its limit. */
export type DecidingPick = 'first' | 'nearest';

/**
 * The test because of which conditions came to what they are. Where a single test decided, the first in written order; where any of several
 * would have been enough to decide otherwise, the picked one.
 * @param negated Whether an odd number of *not* is around the node.
 */
export function decidingTest(
  node: PlannedNode,
  tests: readonly TestVerdict[],
  pick: DecidingPick,
  negated = false,
): DecidingTest | undefined {
  if (node.kind === 'test') {
    const verdict = tests[node.index];
    return verdict && { planned: node, verdict, negated };
  }
  if (node.kind === 'not') return decidingTest(node.node, tests, pick, !negated);
  const truth = truthOf(node, tests);
  const same = node.nodes.filter((child) => truthOf(child, tests) === truth);
  const deciding = same.flatMap((child) => decidingTest(child, tests, pick, negated) ?? []);
  // A single child decided an *any* that is true and an *all* that is false; the others had to be so together.
  const isTogether = truth !== null && truth === (node.kind === 'all');
  return isTogether && pick === 'nearest' ? nearest(deciding) : deciding[0];
}

const nearest = (deciding: readonly DecidingTest[]): DecidingTest | undefined =>
  deciding.reduce<DecidingTest | undefined>(
    (best, other) => (best === undefined || distanceOf(other.verdict) < distanceOf(best.verdict) ? other : best),
    undefined,
  );
