import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { evaluateTest, type Truth } from './evaluate-test.ts';
import type { PlannedCase, PlannedNode } from './plan-conditions.ts';

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

/** A case matches on true alone; what is not known decides only where it could. */
export function truthOf(node: PlannedNode, tests: readonly TestVerdict[]): Truth {
  switch (node.kind) {
    case 'test':
      return tests[node.index]?.result ?? null;
    case 'not': {
      const truth = truthOf(node.node, tests);
      return truth === null ? null : !truth;
    }
    default: {
      const deciding = node.kind === 'any';
      let isUnknown = false;
      for (const child of node.nodes) {
        const truth = truthOf(child, tests);
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
