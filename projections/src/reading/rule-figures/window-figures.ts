import {
  type ConfidenceGrade,
  confidenceGrades,
  type FigureSums,
  type Figures,
  type WindowFigures,
} from '@tapwise/domain';
import type { FigurePlan } from './figure-plan.ts';
import { gradeOf, maturityOf, type SumsScope, sumOf, usersOf } from './object-figures.ts';
import type { RuleFiguresQuestion } from './rule-figures.ts';
import type { AskedColumns, GatheredSums, ObjectSums } from './sums/gathered-sums.ts';
import { type RangeScope, rangeOf, scopeKey, type WindowRanges } from './window-ranges.ts';

export interface FiguresScope
  extends Pick<RuleFiguresQuestion, 'rule' | 'units'>,
    Pick<RangeScope, 'parentsOf'>,
    Pick<SumsScope, 'runDay' | 'isMaturityKnown'> {
  readonly plan: FigurePlan;
  readonly columns: AskedColumns;
}

/** The figures of a time range: of units, of their parents, and of all units together. */
export function windowFigures(ranges: WindowRanges, gathered: GatheredSums, scope: FiguresScope): WindowFigures {
  const { units, parentsOf } = scope;
  const scopeOf = scopesIn(ranges, scope);
  const figuresOf = figuresIn(ranges, scope);
  const ofUnits = new Map<string, Figures>();
  for (const { key } of units) {
    const object = gathered.objects.get(key);
    if (object === undefined) continue;
    const sumsScope = scopeOf(key);
    const figures = figuresOf([object], sumsScope);
    if (hasTraffic(figures.sums) || usersOf(object, sumsScope).users > 0) ofUnits.set(key, figures);
  }
  const parents = new Map<string, Figures>();
  for (const key of new Set(units.flatMap(parentsOf))) {
    const object = gathered.objects.get(key);
    if (object !== undefined) parents.set(key, figuresOf([object], scopeOf(key)));
  }
  const objects = units.flatMap(({ key }) => gathered.objects.get(key) ?? []);
  return { units: ofUnits, parents, scope: figuresOf(objects, scopeOf(scopeKey)) };
}

const hasTraffic = (sums: FigureSums): boolean => Object.values(sums).some((value) => value !== 0);

/** Where the sums of an object are, by its key; the same for all where the days are. */
function scopesIn(ranges: WindowRanges, scope: FiguresScope): (key: string) => SumsScope {
  const { rule, columns, runDay, isMaturityKnown } = scope;
  const ofYear = rule.level === 'search_term' && ranges.window.window.kind === 'life';
  const scopeOf = (key: string): SumsScope => {
    const range = rangeOf(ranges, key);
    const claimType = rule.claim_type;
    return { columns, claimType, runDay, isMaturityKnown, ofYear, range, shareRange: ranges.shares ?? range };
  };
  const common = scopeOf(scopeKey);
  return ranges.own === null ? () => common : scopeOf;
}

/** Adds up objects. A sum is unknown where none of them knows it, as in the totals of reports. */
function figuresIn(
  { window, common, own }: WindowRanges,
  { plan }: FiguresScope,
): (objects: readonly ObjectSums[], sumsScope: SumsScope) => Figures {
  const quantities = [...(plan.quantities.get(window.key) ?? [])];
  return (objects, sumsScope) => {
    const sums: Record<string, number | null> = {};
    for (const quantity of quantities) {
      let sum: number | null = objects.length === 0 ? 0 : null;
      for (const object of objects) {
        const value = sumOf(object, quantity, sumsScope);
        if (value !== null) sum = (sum ?? 0) + value;
      }
      sums[quantity] = sum;
    }
    const users = { users: 0, matured: 0 };
    let grade: ConfidenceGrade | null = plan.needsPredictions ? 'high' : null;
    for (const object of objects) {
      const counted = usersOf(object, sumsScope);
      users.users += counted.users;
      users.matured += counted.matured;
      if (grade !== null) grade = lessSure(grade, gradeOf(object, sumsScope));
    }
    const figures = { sums, maturity: maturityOf(users, sumsScope), grade };
    // Days are given where they do not follow from the time range alone.
    const days = own !== null ? sumsScope.range : common === null ? sumsScope.shareRange : null;
    return days === null ? figures : { ...figures, days };
  };
}

const lessSure = (left: ConfidenceGrade, right: ConfidenceGrade): ConfidenceGrade =>
  confidenceGrades.indexOf(left) < confidenceGrades.indexOf(right) ? left : right;
