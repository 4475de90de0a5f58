import {
  type ConfidenceGrade,
  confidenceGrades,
  type DayRange,
  type Figures,
  type RuleQuantity,
  type WindowFigures,
} from '@tapwise/domain';
import type { FigurePlan } from './figure-plan.ts';
import { type FigureReader, gradeReader, type SumsScope, sumReader, usersReader } from './object-figures.ts';
import type { RuleFiguresQuestion } from './rule-figures.ts';
import { type GatheredSums, type LevelSums, parentLevels } from './sums/gathered-sums.ts';
import type { AskedColumns } from './sums/sums-question.ts';
import { rangeOf, scopeKey, type WindowRanges } from './window-ranges.ts';

export interface FiguresScope extends Pick<RuleFiguresQuestion, 'rule' | 'units'>, Pick<SumsScope, 'runDay'> {
  /** Whether it is known what users of an age have usually brought. */
  readonly isMaturityKnown: boolean;
  readonly plan: FigurePlan;
  readonly columns: AskedColumns;
}

/** The figures of a time range: of units, of their parents, and of all units together. */
export function windowFigures(ranges: WindowRanges, gathered: GatheredSums, scope: FiguresScope): WindowFigures {
  const { units } = scope;
  const readersOf = readersIn(ranges, gathered.units, scope);
  const ofScope = readersOf(scopeKey);
  const ofUnits = new Map<string, Figures>();
  const whole = wholeOf(ofScope);
  for (const { key } of units) {
    const object = gathered.units.indexOf(key);
    if (object === undefined) continue;
    const readers = readersOf(key);
    const reading = readObject(object, readers);
    addReading(whole, readers === ofScope ? reading : readObject(object, ofScope), ofScope);
    if (hasTraffic(reading)) ofUnits.set(key, figuresOf(reading, readers));
  }
  return {
    units: ofUnits,
    parents: parentFigures(ranges, gathered, scope),
    scope: figuresOf(finished(whole), ofScope),
  };
}

function parentFigures(ranges: WindowRanges, gathered: GatheredSums, scope: FiguresScope): Map<string, Figures> {
  const parents = new Map<string, Figures>();
  for (const level of parentLevels) {
    const sums = gathered.parents[level];
    const readersOf = readersIn(ranges, sums, scope);
    for (const key of sums.indexes.keys()) {
      const object = sums.indexOf(key);
      const readers = readersOf(key);
      if (object !== undefined) parents.set(key, figuresOf(readObject(object, readers), readers));
    }
  }
  return parents;
}

/** What one object, or several together, had in a time range. */
interface ObjectReading {
  readonly sums: Record<string, number | null>;
  users: number;
  /** Sum of the users' shares of usual income. */
  matured: number;
  grade: ConfidenceGrade | null;
}

function hasTraffic({ sums, users }: ObjectReading): boolean {
  if (users > 0) return true;
  for (const quantity in sums) if (sums[quantity] !== 0) return true;
  return false;
}

/** How the figures of objects are read whose days are the same. */
interface FigureReaders {
  readonly sums: readonly { readonly quantity: RuleQuantity; readonly read: FigureReader<number | null> }[];
  readonly usersOf: FigureReader<number>;
  readonly maturedOf: FigureReader<number>;
  readonly isMaturityKnown: boolean;
  /** `null`: nothing that is predicted is asked for. */
  readonly gradeOf: FigureReader<ConfidenceGrade> | null;
  /** Where they do not follow from the time range alone. */
  readonly days: DayRange | null;
  /** Of which the sums of objects are copies: then all of them have one form, and none grows. */
  readonly blank: Readonly<Record<string, number | null>>;
}

/** Readers of each object, by its key. */
function readersIn(ranges: WindowRanges, sums: LevelSums, scope: FiguresScope): (key: string) => FigureReaders {
  const { rule, columns, runDay, plan, isMaturityKnown } = scope;
  const { window, common, own, shares } = ranges;
  const quantities = [...(plan.quantities.get(window.key) ?? [])];
  const blank = Object.fromEntries(quantities.map((quantity) => [quantity, null]));
  const ofYear = rule.level === 'search_term' && window.window.kind === 'life';
  const readersOf = (range: DayRange | null): FigureReaders => {
    const shareRange = shares ?? range;
    const sumsScope = { sums, columns, claimType: rule.claim_type, runDay, ofYear, range, shareRange };
    return {
      sums: quantities.map((quantity) => ({ quantity, read: sumReader(quantity, sumsScope) })),
      usersOf: usersReader(sumsScope, 'first_launches'),
      maturedOf: usersReader(sumsScope, 'matured'),
      isMaturityKnown,
      gradeOf: plan.needsPredictions ? gradeReader(sumsScope) : null,
      days: own !== null ? range : common === null ? shareRange : null,
      blank,
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

function readObject(object: number, readers: FigureReaders): ObjectReading {
  const sums = { ...readers.blank };
  for (const { quantity, read } of readers.sums) sums[quantity] = read(object);
  const users = readers.usersOf(object);
  return { sums, users, matured: readers.maturedOf(object), grade: readers.gradeOf?.(object) ?? null };
}

/** All objects together, before any is added. */
interface WholeReading extends ObjectReading {
  objects: number;
}

const wholeOf = ({ blank, gradeOf }: FigureReaders): WholeReading => ({
  sums: { ...blank },
  users: 0,
  matured: 0,
  grade: gradeOf === null ? null : 'high',
  objects: 0,
});

/** A sum is unknown where no object knows it, as in the totals of reports. */
function addReading(whole: WholeReading, { sums, users, matured, grade }: ObjectReading, readers: FigureReaders): void {
  whole.objects += 1;
  for (const { quantity } of readers.sums) {
    const value = sums[quantity] ?? null;
    if (value !== null) whole.sums[quantity] = (whole.sums[quantity] ?? 0) + value;
  }
  whole.users += users;
  whole.matured += matured;
  if (grade !== null && whole.grade !== null) whole.grade = lessSure(whole.grade, grade);
}

/** Without an object sums are 0, not unknown. */
function finished(whole: WholeReading): ObjectReading {
  if (whole.objects === 0) for (const quantity in whole.sums) whole.sums[quantity] = 0;
  return whole;
}

function figuresOf({ sums, users, matured, grade }: ObjectReading, { isMaturityKnown, days }: FigureReaders): Figures {
  const maturity = isMaturityKnown && users > 0 ? matured / users : null;
  return days === null ? { sums, maturity, grade } : { sums, maturity, grade, days };
}

const lessSure = (left: ConfidenceGrade, right: ConfidenceGrade): ConfidenceGrade =>
  confidenceGrades.indexOf(left) < confidenceGrades.indexOf(right) ? left : right;
