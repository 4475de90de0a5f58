import type { ChartLine } from './chart-model.ts';

type AxisGroup = ChartLine['axis'];

export interface PlannedAxis {
  group: AxisGroup;
  side: 'left' | 'right';
  /** 0 is the upper grid; a second one is only made when both sides of the first are taken. */
  grid: 0 | 1;
}

const sides: Record<AxisGroup, PlannedAxis['side']> = {
  units: 'left',
  money: 'left',
  percentage: 'right',
  money_per_unit: 'right',
};
const order: readonly AxisGroup[] = ['money', 'units', 'percentage', 'money_per_unit'];

/**
 * Axes for the groups that are drawn: counts and amounts left, percentages and amounts per unit right, at most one on
 * each side of a grid. What finds its side taken goes into a second grid under the first.
 */
export function planAxes(lines: readonly Pick<ChartLine, 'axis'>[]): PlannedAxis[] {
  const usedGroups = order.filter((group) => lines.some((line) => line.axis === group));
  const axisCounts = { left: 0, right: 0 };
  return usedGroups.map((group) => {
    const side = sides[group];
    const grid = axisCounts[side] === 0 ? 0 : 1;
    axisCounts[side] += 1;
    return { group, side, grid };
  });
}
