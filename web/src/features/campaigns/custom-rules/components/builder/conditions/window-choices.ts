import type { RuleMetric } from '../../../api/custom-rule-types.ts';
import { builderWords } from '../../../messages/builder-words.ts';
import { windowText } from '../../../model/words/window-words.ts';
import type { Choice } from '../../fields/SelectField.tsx';

const days = ['1d', '3d', '7d', '14d', '28d', '30d', '60d', '90d'] as const;
const mature = ['7d-mature', '14d-mature', '28d-mature'] as const;
const named = ['change', 'start', 'life'] as const;

/** Chosen to enter days that are not among the choices. */
export const otherDays = 'other';

/** Time ranges that a figure may be asked for, with the one it has. Mature days are for figures that grow with age. */
export function windowChoices(metric: RuleMetric | undefined, current: string | null): Choice<string>[] {
  const offered: string[] = [
    ...days,
    ...(metric?.grows === true || metric?.predicted === true ? mature : []),
    ...(metric?.today === true ? ['today'] : []),
    ...named,
  ];
  if (current !== null && !offered.includes(current)) offered.push(current);
  const choices = offered.map((value) => ({ value, text: windowText(value) }));
  return [...choices, { value: otherDays, text: builderWords.otherDays }];
}

/** A range for a figure that had none. */
export const firstWindow = (metric: RuleMetric | undefined): string | null => (metric?.window === true ? '7d' : null);
