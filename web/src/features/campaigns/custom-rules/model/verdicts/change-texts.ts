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

export function changeOf(verdict: CustomVerdict, currency: string): ChangeTexts {
  const action = shownAction(verdict);
  return { old: settingText(action?.old ?? null, currency), new: settingText(action?.new ?? null, currency) };
}
