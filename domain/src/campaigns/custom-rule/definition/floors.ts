import { decimalsOf } from '../../../shared/money/currency.ts';
import type { FloorsOfRule } from './custom-rule.ts';
import type { RuleMetric, RuleQuantity } from './rule-metrics.ts';

/** What ratios are divided by, of which less than the floor is not judged. */
export type FloorName = keyof FloorsOfRule;

const counts: Readonly<Record<Exclude<FloorName, 'spend'>, number>> = {
  impressions: 300,
  taps: 20,
  installs: 5,
  first_launches: 5,
  trials: 5,
  conversions: 3,
  available_impressions: 100,
};

/** The least denominator that is judged where a rule sets no other; spend in units of the application's currency. */
export const floorStart = (name: FloorName, currency: string): number =>
  name === 'spend' ? (decimalsOf(currency) === 0 ? 1000 : 10) : counts[name];

const namesOfQuantities: Partial<Record<RuleQuantity, FloorName>> = {
  impressions: 'impressions',
  ranked_impressions: 'impressions',
  taps: 'taps',
  installs: 'installs',
  first_launches: 'first_launches',
  trials: 'trials',
  conversions: 'conversions',
  available_impressions: 'available_impressions',
  week_available_impressions: 'available_impressions',
  all_slots_available_impressions: 'available_impressions',
  spend: 'spend',
};

/** The floor that guards a ratio; `undefined` for what is no ratio. */
export function floorOf({ from }: RuleMetric): FloorName | undefined {
  if (from.kind !== 'ratio') return undefined;
  // Sums of closed cohorts are guarded as the sums of all days.
  const quantity = from.denominator.replace(/_d\d+$/, '');
  return namesOfQuantities[quantity as RuleQuantity];
}

/** A figure as programs may list it; `source` and `grows` say when its days are complete and whether it grows with age. */
export interface ListedMetric {
  readonly name: string;
  readonly label: string;
  readonly unit: RuleMetric['unit'];
  readonly levels: RuleMetric['levels'];
  readonly window: boolean;
  readonly today: boolean;
  readonly floor: { readonly of: FloorName; readonly value: number } | null;
  readonly grows: boolean;
  readonly predicted: boolean;
  readonly source: RuleMetric['source'];
}

/** Figures with their floors in the application's currency. */
export function listMetrics(metrics: readonly RuleMetric[], currency: string): ListedMetric[] {
  return metrics.map((metric) => {
    const { name, label, unit, levels, window, today, grows, predicted, source } = metric;
    const of = floorOf(metric);
    const floor = of === undefined ? null : { of, value: floorStart(of, currency) };
    return { name, label, unit, levels, window, today, floor, grows, predicted, source };
  });
}
