import type { Day, DayRange } from '../../../shared/calendar/days.ts';
import type { EvaluatedUnit, EvaluationData, Figures, WindowFigures } from '../evaluation/evaluation-data.ts';
import type { EvaluatedVersion, RuleMemory, RuleUnitMemory } from '../evaluation/rule-memory.ts';
import { runDayOf } from './complete-days.ts';
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
  readonly figures: WindowFigures | undefined;
  /** Days that are the same for all units, and those of impression shares. */
  readonly range: DayRange | null;
  readonly shareRange: DayRange | null;
}

/** A time range as one unit has it. */
export type ViewedWindow = Pick<WorldWindow, 'figures' | 'range' | 'shareRange'>;

/** One unit in the run. */
export interface UnitView {
  readonly world: RuleWorld;
  readonly unit: EvaluatedUnit;
  readonly memory: RuleUnitMemory | undefined;
  readonly windowOf: (key: string) => ViewedWindow;
  /** Its own sums in a time range; without traffic, none. */
  readonly rowOf: (key: string) => Figures;
}

export function ruleWorld(version: EvaluatedVersion, data: EvaluationData, memory: RuleMemory): RuleWorld {
  const { level } = version.rule;
  const scope = { days: data.days, asOf: data.asOf, zone: data.zone, level };
  const windows = figureWindows(version.rule).map((window): [string, WorldWindow] => {
    const ranges = {
      range: sharedRange(window.window, scope),
      shareRange: sharedRange(window.window, scope, true),
    };
    return [window.key, { ...window, ...ranges, figures: data.figures.get(window.key) }];
  });
  return { version, data, memory, runDay: runDayOf(data.days), windows: new Map(windows) };
}

export const noFigures: Figures = { sums: {}, maturity: null, grade: null };
const noWindow: ViewedWindow = { figures: undefined, range: null, shareRange: null };

export function unitView(world: RuleWorld, unit: EvaluatedUnit): UnitView {
  const memory = world.memory.units.get(unit.key);
  const windowOf = (key: string): ViewedWindow => {
    const window = world.windows.get(key);
    if (window === undefined) return noWindow;
    if (window.window.kind !== 'change' && window.window.kind !== 'start') return window;
    const range = unitRange(window, world.data, unit, memory);
    return { figures: window.figures, range, shareRange: range };
  };
  // Many tests ask for few time ranges.
  const rows = new Map<string, Figures>();
  const rowOf = (key: string): Figures => {
    const cached = rows.get(key);
    if (cached !== undefined) return cached;
    const row = world.windows.get(key)?.figures?.units.get(unit.key) ?? noFigures;
    rows.set(key, row);
    return row;
  };
  return { world, unit, memory, windowOf, rowOf };
}
