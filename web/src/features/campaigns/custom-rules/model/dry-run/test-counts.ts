import type { CustomVerdict } from '../../api/custom-rule-types.ts';

/** Of how many units a condition is true, not known, and was asked at all. */
export interface TestCount {
  readonly fits: number;
  readonly unknown: number;
  readonly asked: number;
}

/** Counts by the path of each condition, among the verdicts that were answered. */
export function countTests(verdicts: readonly CustomVerdict[]): ReadonlyMap<string, TestCount> {
  const counts = new Map<string, TestCount>();
  for (const { tests } of verdicts) {
    for (const { path, result } of tests) {
      const { fits, unknown, asked } = counts.get(path) ?? { fits: 0, unknown: 0, asked: 0 };
      counts.set(path, {
        fits: fits + (result === true ? 1 : 0),
        unknown: unknown + (result === null ? 1 : 0),
        asked: asked + 1,
      });
    }
  }
  return counts;
}

/** Units that each case would change, by its index. */
export function countActed(verdicts: readonly CustomVerdict[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { verdict, case: index } of verdicts) {
    if (index !== null && (verdict === 'acted' || verdict === 'notified'))
      counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

/** Days that a condition is about, where all units have the same. */
export function rangeOfTest(verdicts: readonly CustomVerdict[], path: string): { from: string; to: string } | null {
  for (const { tests } of verdicts) {
    const test = tests.find((candidate) => candidate.path === path);
    if (test?.from != null && test.to !== null) return { from: test.from, to: test.to };
  }
  return null;
}
