import {
  type ConfidenceGrade,
  confidenceGrades,
  type DayRange,
  type FigureSums,
  type Figures,
  type RuleQuantity,
  type WindowFigures,
} from '@tapwise/domain';
import type { FigurePlan } from './figure-plan.ts';
import { type FigureReader, gradeReader, type SumsScope, sumReader, usersReader } from './object-figures.ts';
import type { RuleFiguresQuestion } from './rule-figures.ts';
import type { AskedColumns, GatheredSums, ObjectSums } from './sums/gathered-sums.ts';
import { type RangeScope, rangeOf, scopeKey, type WindowRanges } from './window-ranges.ts';

export interface FiguresScope
  extends Pick<RuleFiguresQuestion, 'rule' | 'units'>,
    Pick<RangeScope, 'parentsOf'>,
    Pick<SumsScope, 'runDay'> {
  /** Whether it is known what users of an age have usually brought. */
  readonly isMaturityKnown: boolean;
  readonly plan: FigurePlan;
  readonly columns: AskedColumns;
}

/** The figures of a time range: of units, of their parents, and of all units together. */
export function windowFigures(ranges: WindowRanges, gathered: GatheredSums, scope: FiguresScope): WindowFigures {
  const { units, parentsOf } = scope;
  const readersOf = readersIn(ranges, scope);
  const ofUnits = new Map<string, Figures>();
  const objects: ObjectSums[] = [];
  for (const { key } of units) {
    const object = gathered.objects.get(key);
    if (object === undefined) continue;
    objects.push(object);
    const readers = readersOf(key);
    const figures = figuresOf([object], readers);
    if (hasTraffic(figures.sums) || readers.usersOf(object).users > 0) ofUnits.set(key, figures);
  }
  const parents = new Map<string, Figures>();
  for (const key of new Set(units.flatMap(parentsOf))) {
    const object = gathered.objects.get(key);
    if (object !== undefined) parents.set(key, figuresOf([object], readersOf(key)));
  }
  return { units: ofUnits, parents, scope: figuresOf(objects, readersOf(scopeKey)) };
}

const hasTraffic = (sums: FigureSums): boolean => Object.values(sums).some((value) => value !== 0);

/** How the figures of objects are read whose days are the same. */
interface FigureReaders {
  readonly sums: readonly { readonly quantity: RuleQuantity; readonly read: FigureReader<number | null> }[];
  readonly usersOf: ReturnType<typeof usersReader>;
  readonly isMaturityKnown: boolean;
  /** `null`: nothing that is predicted is asked for. */
  readonly gradeOf: ReturnType<typeof gradeReader> | null;
  /** Where they do not follow from the time range alone. */
  readonly days: DayRange | null;
}

/** Readers of each object, by its key. */
function readersIn(ranges: WindowRanges, scope: FiguresScope): (key: string) => FigureReaders {
  const { rule, columns, runDay, plan, isMaturityKnown } = scope;
  const { window, common, own, shares } = ranges;
  const quantities = [...(plan.quantities.get(window.key) ?? [])];
  const ofYear = rule.level === 'search_term' && window.window.kind === 'life';
  const readersOf = (range: DayRange | null): FigureReaders => {
    const shareRange = shares ?? range;
    const sumsScope = { columns, claimType: rule.claim_type, runDay, ofYear, range, shareRange };
    return {
      sums: quantities.map((quantity) => ({ quantity, read: sumReader(quantity, sumsScope) })),
      usersOf: usersReader(sumsScope),
      isMaturityKnown,
      gradeOf: plan.needsPredictions ? gradeReader(sumsScope) : null,
      days: own !== null ? range : common === null ? shareRange : null,
    };
  };
  const cached = new Map<string, FigureReaders>();
  return (key) => {
    const range = rangeOf(ranges, key);
    const name = own === null || range === null ? '' : `${range.from} ${range.to}`;
    const readers = cached.get(name) ?? readersOf(range);
    cached.set(name, readers);
    return readers;
  };
}

/** Adds up objects. A sum is unknown where none of them knows it, as in the totals of reports. */
function figuresOf(
  objects: readonly ObjectSums[],
  { sums: readers, usersOf, gradeOf, ...rest }: FigureReaders,
): Figures {
  const sums: Record<string, number | null> = {};
  for (const { quantity, read } of readers) {
    let sum: number | null = objects.length === 0 ? 0 : null;
    for (const object of objects) {
      const value = read(object);
      if (value !== null) sum = (sum ?? 0) + value;
    }
    sums[quantity] = sum;
  }
  let users = 0;
  let matured = 0;
  let grade: ConfidenceGrade | null = gradeOf === null ? null : 'high';
  for (const object of objects) {
    const counted = usersOf(object);
    users += counted.users;
    matured += counted.matured;
    if (grade !== null && gradeOf !== null) grade = lessSure(grade, gradeOf(object));
  }
  const maturity = rest.isMaturityKnown && users > 0 ? matured / users : null;
  return rest.days === null ? { sums, maturity, grade } : { sums, maturity, grade, days: rest.days };
}

const lessSure = (left: ConfidenceGrade, right: ConfidenceGrade): ConfidenceGrade =>
  confidenceGrades.indexOf(left) < confidenceGrades.indexOf(right) ? left : right;
