import { decimalsOf } from '@tapwise/contract/money';
import { formatDecimals, formatExact, formatPercent } from '../../../../../shared/format/numbers.ts';
import type { RuleUnit } from '../../api/custom-rule-types.ts';
import { ruleWords as words } from '../../messages/rule-words.ts';

/** Currencies of a rule: figures are in the application's, settings in the ad organization's. */
export interface RuleCurrencies {
  readonly application: string;
  readonly settings: string;
}

const currencyOf = (unit: RuleUnit, { application, settings }: RuleCurrencies): string =>
  unit === 'settings_money' ? settings : application;

/** A number in its unit: `3.00`, `60.00 %`, `23`. */
export function valueText(value: number, unit: RuleUnit, currencies: RuleCurrencies): string {
  switch (unit) {
    case 'money':
    case 'settings_money':
      return formatDecimals(value, decimalsOf(currencyOf(unit, currencies)));
    case 'fraction':
      return `${formatPercent(value)} %`;
    case 'hours':
      return words.hours(formatExact(value));
    case 'days':
      return words.days(formatExact(value));
    case 'count':
    case 'rank':
      return formatExact(Math.round(value * 100) / 100);
    default:
      return unit satisfies never;
  }
}

/** The same of a number that was entered: percentages without decimals that say nothing. */
export const enteredText = (value: number, unit: RuleUnit, currencies: RuleCurrencies): string =>
  unit === 'fraction' ? `${formatExact(Math.round(value * 1e8) / 1e6)} %` : valueText(value, unit, currencies);

/** A distance: of percentages in points. */
export const distanceText = (gap: number, unit: RuleUnit, currencies: RuleCurrencies): string =>
  unit === 'fraction' ? `${formatPercent(gap)} pp` : valueText(gap, unit, currencies);
