import type { Day, DayRange } from '../../../shared/calendar/days.ts';
import type { EvaluatedUnit, EvaluationData, Figures, WindowFigures } from '../evaluation/evaluation-data.ts';
import type { EvaluatedVersion, RuleMemory, RuleUnitMemory } from '../evaluation/rule-memory.ts';
import { runDayOf } from './complete-days.ts';
import { type CoveredSource, unknownSourcesOf } from './coverage.ts';
import { type FigureWindow, figureWindows, sharedRange, unitRange } from './figure-windows.ts';

/** What a run is evaluated on, with what is the same for all units. */
export interface RuleWorld {
  readonly version: EvaluatedVersion;
  readonly data: EvaluationData;
  readonly memory: RuleMemory;
  /** The newest day that is complete for every source of the rule. */
  readonly runDay: Day | null;
  readonly windows: ReadonlyMap<string, WorldWindow>;
}

interface WorldWindow extends FigureWindow {
  /** Its place among the time ranges of the rule. */
  readonly index: number;
  readonly figures: WindowFigures | undefined;
  /** Days that are the same for all units, and those of impression shares. */
  readonly range: DayRange | null;
  readonly shareRange: DayRange | null;
  /** What does not cover these days. */
  readonly uncovered: ReadonlySet<CoveredSource>;
}

/** A time range as one unit has it. */
export interface ViewedWindow extends Pick<WorldWindow, 'figures' | 'range' | 'shareRange'> {
  /** `null`: the rule has no such time range. */
  readonly index: number | null;
  /** What does not cover the range; `null`: it is not the same for all units. */
  readonly uncovered: ReadonlySet<CoveredSource> | null;
}

/** One unit in the run. */
export interface UnitView {
  readonly world: RuleWorld;
  readonly unit: EvaluatedUnit;
  readonly memory: RuleUnitMemory | undefined;
  /** Its sums in each time range, as far as they were asked for: many tests ask for few of them. */
  readonly rows: (Figures | undefined)[];
}

export function ruleWorld(version: EvaluatedVersion, data: EvaluationData, memory: RuleMemory): RuleWorld {
  const { level } = version.rule;
  const scope = { days: data.days, asOf: data.asOf, zone: data.zone, level, lifeFrom: data.lifeFrom };
  const windows = figureWindows(version.rule).map((window, index): [string, WorldWindow] => {
    const range = sharedRange(window.window, scope);
    const shareRange = sharedRange(window.window, scope, true);
    const uncovered = unknownSourcesOf(data.coverage, range);
    return [window.key, { ...window, range, shareRange, uncovered, index, figures: data.figures.get(window.key) }];
  });
  return { version, data, memory, runDay: runDayOf(data.days), windows: new Map(windows) };
}

export const noFigures: Figures = { sums: {}, maturity: null, grade: null };
const noWindow: ViewedWindow = { index: null, figures: undefined, range: null, shareRange: null, uncovered: null };

export const unitView = (world: RuleWorld, unit: EvaluatedUnit): UnitView => ({
  world,
  unit,
  memory: world.memory.units.get(unit.key),
  rows: [],
});

/** A time range as the unit has it. */
export function windowOf({ world, unit, memory }: UnitView, key: string): ViewedWindow {
  const window = world.windows.get(key);
  if (window === undefined) return noWindow;
  if (window.window.kind !== 'change' && window.window.kind !== 'start') return window;
  const range = unitRange(window, world.data, unit, memory);
  const { index, figures } = window;
  return { index, figures, range, shareRange: range, uncovered: null };
}

/** The unit's own sums in a time range; without traffic, none. */
export const rowOf = (view: UnitView, key: string): Figures => rowIn(view, view.world.windows.get(key) ?? noWindow);

/** The same of a time range that was looked up before. */
export function rowIn({ unit, rows }: UnitView, { index, figures }: Pick<ViewedWindow, 'index' | 'figures'>): Figures {
  if (index === null) return noFigures;
  const cached = rows[index];
  if (cached !== undefined) return cached;
  const row = figures?.units.get(unit.key) ?? noFigures;
  rows[index] = row;
  return row;
}
