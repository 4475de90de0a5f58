import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { evaluateTest, type Truth, testTruth } from './evaluate-test.ts';
import type { PlannedCase, PlannedNode, PlannedTest } from './plan-conditions.ts';

/** A case that was asked of one unit. */
export interface EvaluatedCase {
  readonly planned: PlannedCase;
  readonly result: Truth;
  /** By the index of the test. */
  readonly tests: readonly TestVerdict[];
}

/** Asks every test of a case, so that the verdict can show all of them. */
export function evaluateCase(planned: PlannedCase, view: UnitView): EvaluatedCase {
  const tests = planned.tests.map((test) => evaluateTest(test, view));
  return { planned, tests, result: truthOf(planned.root, tests) };
}

/** What a case comes to, without what its tests show. */
export const caseTruth = ({ root }: PlannedCase, view: UnitView): Truth =>
  truthBy(root, (test) => testTruth(test, view));

/** What conditions come to whose tests were asked. */
export const truthOf = (node: PlannedNode, tests: readonly Pick<TestVerdict, 'result'>[]): Truth =>
  truthBy(node, ({ index }) => tests[index]?.result ?? null);

/** A case matches on true alone; what is not known decides only where it could. Tests that cannot decide any more are not asked. */
function truthBy(node: PlannedNode, ask: (test: PlannedTest) => Truth): Truth {
  switch (node.kind) {
    case 'test':
      return ask(node);
    case 'not': {
      const truth = truthBy(node.node, ask);
      return truth === null ? null : !truth;
    }
    default: {
      const deciding = node.kind === 'any';
      let isUnknown = false;
      for (const child of node.nodes) {
        const truth = truthBy(child, ask);
        if (truth === deciding) return deciding;
        if (truth === null) isUnknown = true;
      }
      return isUnknown ? null : !deciding;
    }
  }
}

/**
 * The first true case acts, and one that is not known ends the search: else 'raise if it is cheap, otherwise lower' would lower what it
 * cannot judge.
 */
export function evaluateCases(cases: readonly PlannedCase[], view: UnitView): EvaluatedCase[] {
  const results: EvaluatedCase[] = [];
  for (const planned of cases) {
    const evaluatedCase = evaluateCase(planned, view);
    results.push(evaluatedCase);
    if (evaluatedCase.result !== false) break;
  }
  return results;
}
