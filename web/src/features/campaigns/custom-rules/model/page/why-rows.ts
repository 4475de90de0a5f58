import type { VerdictTest } from '../../api/custom-rule-types.ts';
import { letsMatch } from '../verdicts/lets-match.ts';

/** A line of the tree of conditions as it was asked: how a group is joined, or one condition. */
export type WhyRow =
  | { readonly kind: 'group'; readonly id: string; readonly depth: number; readonly word: GroupWord }
  | {
      readonly kind: 'test';
      readonly id: string;
      readonly depth: number;
      readonly test: VerdictTest;
      readonly isFirst: boolean;
    };

export type GroupWord = 'all' | 'any' | 'none' | 'notAll' | 'not';

/** The tree of one case. */
export interface WhyCase {
  readonly index: number;
  /** How its conditions are joined; `null` for a condition alone. */
  readonly word: GroupWord | null;
  readonly rows: readonly WhyRow[];
}

interface Group {
  readonly path: string;
  readonly word: GroupWord;
}

/** Groups around a condition, from the outermost on: 'cases[0].when.all[1].any[0]' is in all of the first and any of the second. */
function groupsOf(path: string): Group[] {
  const groups: Group[] = [];
  let nots = 0;
  for (const { 0: step, index } of path.matchAll(/\.(?:not|(?:all|any)(?=\[))/g)) {
    if (step === '.not') {
      nots += 1;
      continue;
    }
    const isAll = step === '.all';
    const word: GroupWord = nots % 2 === 1 ? (isAll ? 'notAll' : 'none') : isAll ? 'all' : 'any';
    groups.push({ path: path.slice(0, index + step.length), word });
    nots = 0;
  }
  // A condition that is negated by itself.
  return nots % 2 === 1 ? [...groups, { path: `${path} not`, word: 'not' }] : groups;
}

/** Conditions of the cases that were asked, as trees. The first one that kept its case from matching is marked. */
export function whyCases(tests: readonly VerdictTest[]): WhyCase[] {
  const indexes = [...new Set(tests.map(({ path }) => Number(/^cases\[(\d+)\]/.exec(path)?.[1] ?? 0)))];
  const failed = tests.find((test) => letsMatch(test) === false);
  return indexes.map((index) => {
    const ofCase = tests.filter(({ path }) => path.startsWith(`cases[${index}].`));
    const seen = new Set<string>();
    const rows = ofCase.flatMap((test): WhyRow[] => {
      const groups = groupsOf(test.path);
      // The outermost group is in the head of the case.
      const inner = groups.slice(groups[0]?.word === 'not' ? 0 : 1);
      const heads = inner.flatMap(({ path, word }, depth): WhyRow[] => {
        if (seen.has(path)) return [];
        seen.add(path);
        return [{ kind: 'group', id: path, depth, word }];
      });
      return [...heads, { kind: 'test', id: test.path, depth: inner.length, test, isFirst: test === failed }];
    });
    const outer = ofCase[0] === undefined ? undefined : groupsOf(ofCase[0].path)[0];
    return { index, word: outer === undefined || outer.word === 'not' ? null : outer.word, rows };
  });
}
