import type { AlertRule } from '../../definition/custom-rule.ts';
import { figureWindows, furthestShift, lifeDays } from '../../numbers/figure-windows.ts';

/** Runs compare what was spent today with the two weeks before it. */
const fewest = 15;
/** How old the newest complete day of a run may be. */
const oldestRunDay = 2;

/** How many days before the day of a run its figures may begin. */
export function daysBack(rule: Pick<AlertRule, 'cases' | 'level'>): number {
  const back = figureWindows(rule).map(({ window }) => {
    switch (window.kind) {
      case 'days':
        return window.days + window.shift;
      case 'mature':
        return window.days + furthestShift;
      case 'today':
        return 0;
      default:
        return lifeDays;
    }
  });
  return Math.max(fewest, ...back) + oldestRunDay;
}
