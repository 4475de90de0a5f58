import type { DayRange } from '../../../shared/calendar/days.ts';
import type { FloorName } from '../definition/floors.ts';
import type { UnknownWhy } from '../evaluation/rule-verdict.ts';
import type { ExactValue } from './exact-value.ts';

/** A figure of one unit: its value, and why it is not to be judged by. */
export interface FigureReading {
  /** `null` where there is nothing to divide by, or the source does not know it. */
  readonly value: ExactValue | null;
  readonly why: UnknownWhy | null;
  readonly needs: { readonly metric: FloorName; readonly more: number } | null;
  readonly range: DayRange | null;
}
