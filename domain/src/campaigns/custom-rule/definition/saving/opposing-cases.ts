import type { RuleField } from '../../evaluation/setting-trail.ts';
import { fieldOfAction } from '../../numbers/figure-windows.ts';
import type { CustomRule, RuleCase } from '../custom-rule.ts';
import type { RuleAction } from '../rule-actions.ts';
import { canMeet, requiredTests } from './value-range.ts';

/** Which way a field is changed; `either` depends on the figures. */
export type WriteDirection = 'up' | 'down' | 'either';

/** A field that a case writes. */
export interface RuleWrite {
  readonly field: RuleField;
  readonly direction: WriteDirection;
  /** Of labels: which one is added or removed. */
  readonly label: number | null;
}

const directionOf = (action: Extract<RuleAction, { how: unknown }>): WriteDirection =>
  action.how === 'raise' ? 'up' : action.how === 'lower' ? 'down' : 'either';

function writesOfAction(action: RuleAction): RuleWrite[] {
  const field = fieldOfAction(action);
  if (field === null) return [];
  const write = (direction: WriteDirection, label: number | null = null): RuleWrite => ({ field, direction, label });
  switch (action.do) {
    case 'status':
      return [write(action.to === 'running' ? 'up' : 'down')];
    case 'label': {
      const added = action.add === undefined ? [] : [write('up', action.add)];
      return action.remove === undefined ? added : [...added, write('down', action.remove)];
    }
    case 'add_keyword':
      return [write('up')];
    case 'negative':
      return [write('down')];
    default:
      return 'how' in action ? [write(directionOf(action))] : [];
  }
}

/** Fields that a case writes, in the order of its actions. */
export const writesOfCase = ({ then }: Pick<RuleCase, 'then'>): RuleWrite[] => then.flatMap(writesOfAction);

const isOpposite = (left: RuleWrite, right: RuleWrite): boolean =>
  left.field === right.field &&
  left.label === right.label &&
  (left.direction !== right.direction || left.direction === 'either');

type JudgedRule = Pick<CustomRule, 'level' | 'claim_type' | 'cases'>;

/** Two cases of two rules that change the same field of one unit in opposite ways. */
export interface OpposingCases {
  readonly field: RuleField;
  /** Index of the case in the first rule, and in the other. */
  readonly cases: readonly [number, number];
}

/** Cases that oppose each other and may both match, of rules that share units. */
export function opposingCases(first: JudgedRule, other: JudgedRule): OpposingCases[] {
  if (first.level !== other.level) return [];
  return first.cases.flatMap((ruleCase, index) =>
    other.cases.flatMap((otherCase, otherIndex): OpposingCases[] => {
      const write = writesOfCase(ruleCase).find((left) =>
        writesOfCase(otherCase).some((right) => isOpposite(left, right)),
      );
      if (write === undefined || !casesCanMeet(first, ruleCase, other, otherCase)) return [];
      return [{ field: write.field, cases: [index, otherIndex] }];
    }),
  );
}

/**
 * Whether one unit can match both rules: `false` only where tests on the same figure of the unit or its parents have ranges that cannot
 * meet in every pair of cases.
 */
export const canBothMatch = (first: JudgedRule, other: JudgedRule): boolean =>
  first.cases.some((ruleCase) => other.cases.some((otherCase) => casesCanMeet(first, ruleCase, other, otherCase)));

function casesCanMeet(first: JudgedRule, ruleCase: RuleCase, other: JudgedRule, otherCase: RuleCase): boolean {
  // Figures of other levels and claim types are other figures, and so are those of all units of another rule.
  if (first.level !== other.level || first.claim_type !== other.claim_type) return true;
  const ofUnits = (tests: ReturnType<typeof requiredTests>) => tests.filter(({ test }) => test.of !== 'scope');
  const others = ofUnits(requiredTests(otherCase.when));
  return ofUnits(requiredTests(ruleCase.when)).every((left) => others.every((right) => canMeet(left, right)));
}
