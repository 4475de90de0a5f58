import { daysBetween } from '../../../shared/calendar/days.ts';
import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { EvaluatedUnit } from '../evaluation/evaluation-data.ts';
import type { ExactValue } from './exact-value.ts';
import type { FigureReading } from './figure-reading.ts';
import type { PlannedFigure } from './plan-figure.ts';
import type { UnitView } from './unit-view.ts';

/** Reads a setting or a state of a unit as it is now. Settings are converted at the rate of day D, never rounded. */
export function readState(figure: PlannedFigure, view: UnitView): FigureReading {
  const value = figure.metric.unit === 'settings_money' ? settingValue(figure, view) : stateValue(figure, view);
  return { value, why: value === null ? 'not_known' : null, needs: null, range: null };
}

function settingValue({ metric, of, factor }: PlannedFigure, { unit, world }: UnitView): ExactValue | null {
  const { rate } = world.data;
  const micros = settingOf(metric.name, of, unit);
  if (micros === null || rate === null) return null;
  return { numerator: micros, denominator: 1, factor: factor * rate.numerator, divisor: rate.denominator };
}

/** The setting of a unit, or of its campaign; micros of the settings' currency. */
function settingOf(name: string, of: PlannedFigure['of'], unit: EvaluatedUnit): number | null {
  const { settings } = unit;
  switch (name) {
    case 'daily_cap':
      return of === 'campaign' ? unit.campaignBudget : settings.dailyCap;
    case 'cpt_bid':
      return unit.bidsSetByService ? null : settings.cptBid;
    case 'cpa_goal':
      return settings.cpaGoal;
    case 'target_cpa':
      return settings.targetCpa;
    default:
      return null;
  }
}

function stateValue({ metric, factor, field }: PlannedFigure, { unit, world }: UnitView): ExactValue | null {
  const { asOf, hourMs, zone } = world.data;
  const of = (numerator: number, divisor = 1): ExactValue => ({ numerator, denominator: 1, factor, divisor });
  switch (metric.name) {
    case 'budget_used': {
      const { dailyCap } = unit.settings;
      const isKnown = unit.spentToday !== null && dailyCap !== null && dailyCap > 0;
      return isKnown ? of(unit.spentToday ?? 0, dailyCap ?? 1) : null;
    }
    case 'hours_since_change': {
      const at = (field === null ? undefined : unit.trail[field]?.at(-1)?.at) ?? unit.createdAt;
      return at === null ? null : of(Math.max(0, asOf - at), hourMs);
    }
    case 'age_days':
      return unit.createdAt === null ? null : of(daysBetween(dayInZone(unit.createdAt, zone), dayInZone(asOf, zone)));
    case 'keywords':
      return of(unit.keywords);
    default:
      return null;
  }
}
