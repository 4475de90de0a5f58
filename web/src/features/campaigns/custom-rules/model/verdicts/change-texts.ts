import { decimalsOf } from '@tapwise/contract/money';
import { formatDecimals, unknown } from '../../../../../shared/format/numbers.ts';
import type { CustomVerdict, VerdictAction } from '../../api/custom-rule-types.ts';

/** What a setting is and becomes, as the table shows it. */
export interface ChangeTexts {
  readonly old: string;
  readonly new: string;
}

/** The first action that is about a value. */
export const shownAction = ({ actions }: Pick<CustomVerdict, 'actions'>): VerdictAction | undefined =>
  actions.find(({ do: name }) => name !== 'notify') ?? actions[0];

/** A value of a setting: an amount with its decimals, or a word. */
export function settingText(value: VerdictAction['old'], currency: string): string {
  if (value === null) return unknown;
  if (typeof value === 'number') return formatDecimals(value, decimalsOf(currency));
  return `${value.charAt(0)}${value.slice(1).toLowerCase()}`;
}

const mostComputedDecimals = 4;

/** An amount as it was computed, before it was rounded: with as many decimals as say so. */
export function computedText(value: number, currency: string): string {
  const rounded = value.toFixed(mostComputedDecimals).replace(/0+$/, '');
  const decimals = rounded.length - rounded.indexOf('.') - 1;
  return formatDecimals(value, Math.max(decimals, decimalsOf(currency)));
}

export function changeOf(verdict: CustomVerdict, currency: string): ChangeTexts {
  const action = shownAction(verdict);
  return { old: settingText(action?.old ?? null, currency), new: settingText(action?.new ?? null, currency) };
}
